/** BLAKE2b (RFC 7693), by which positions are named. */

const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => Number.parseInt(digit, 16)));
const MIXES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as [number, number, number, number][];
const BLOCK = 128; // bytes

const word = (value: bigint): bigint => BigInt.asUintN(64, value);
const turned = (value: bigint, by: bigint): bigint => word((value >> by) | (value << (64n - by)));

/** The digest of some bytes. */
export function digest(content: Uint8Array, size: number): Uint8Array {
  const state = [...START];
  state[0]! ^= 0x01010000n ^ BigInt(size);
  const blocks = Math.max(1, Math.ceil(content.length / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(content);
  const words = new DataView(padded.buffer);
  for (let block = 0; block < blocks; block++) {
    const last = block === blocks - 1;
    const message = Array.from({ length: 16 }, (_, at) => words.getBigUint64(BLOCK * block + 8 * at, true));
    compress(state, message, BigInt(last ? content.length : BLOCK * (block + 1)), last);
  }
  const made = new DataView(new ArrayBuffer(64));
  state.forEach((value, at) => made.setBigUint64(8 * at, value, true));
  return new Uint8Array(made.buffer, 0, size);
}

function compress(state: bigint[], message: bigint[], count: bigint, last: boolean): void {
  const v = [...state, ...START];
  v[12]! ^= count;
  if (last) v[14] = word(~v[14]!);
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10]!;
    MIXES.forEach(([a, b, c, d], at) => {
      v[a] = word(v[a]! + v[b]! + message[order[2 * at]!]!);
      v[d] = turned(v[d]! ^ v[a]!, 32n);
      v[c] = word(v[c]! + v[d]!);
      v[b] = turned(v[b]! ^ v[c]!, 24n);
      v[a] = word(v[a]! + v[b]! + message[order[2 * at + 1]!]!);
      v[d] = turned(v[d]! ^ v[a]!, 16n);
      v[c] = word(v[c]! + v[d]!);
      v[b] = turned(v[b]! ^ v[c]!, 63n);
    });
  }
  state.forEach((value, at) => (state[at] = value ^ v[at]! ^ v[at + 8]!));
}
