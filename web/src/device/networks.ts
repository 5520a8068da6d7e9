/** Networks as they are sent to browsers; `ziggurat.server.transport.device_networks` packs them and says how. */

const BLOCK = 32;
const ALL_ZERO = 15;

export interface Network {
  weights: Int16Array;
  numbers: Int32Array;
  /** How many numbers a forward pass needs to work in. */
  room: number;
}

export function unpackNetwork(packed: ArrayBuffer): Network {
  const [numberCount, weightCount, room] = new Uint32Array(packed, 0, 3) as unknown as [number, number, number];
  const numbers = new Int32Array(packed, 12, numberCount);
  const bytes = new Uint8Array(packed, 12 + numbers.byteLength);
  const weights = new Int16Array(weightCount);

  let at = 0; // in bits
  const bit = () => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new RangeError("A network ends too early.");
    return (byte >> (7 - (at++ & 7))) & 1;
  };
  const bits = (count: number) => {
    let value = 0;
    for (let index = 0; index < count; index++) value = (value << 1) | bit();
    return value;
  };
  for (let begin = 0; begin < weightCount; begin += BLOCK) {
    const k = bits(4);
    if (k === ALL_ZERO) continue;
    const shift = bits(4);
    for (let index = begin; index < begin + BLOCK; index++) {
      let high = 0;
      while (bit()) high++;
      const folded = (high << k) | bits(k);
      weights[index] = (folded & 1 ? ~(folded >> 1) : folded >> 1) << shift; // past the end, nothing is written
    }
  }
  return { weights, numbers, room };
}
