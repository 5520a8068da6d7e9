/** The random generators of Python and NumPy, so that the same seed draws the same everywhere. */

/** Python's `random.Random`: a Mersenne Twister, seeded with the words of a number; each call gives 32 bits. */
export function twister(key: number[]): () => number {
  const state = new Uint32Array(624);
  const seed = (word: number) => {
    state[0] = word;
    for (let at = 1; at < 624; at++) {
      const before = state[at - 1]! ^ (state[at - 1]! >>> 30);
      state[at] = Math.imul(1812433253, before) + at;
    }
  };
  seed(19650218);
  let [at, used] = [1, 0];
  const wrap = () => {
    if (++at < 624) return;
    state[0] = state[623]!;
    at = 1;
  };
  const before = () => state[at - 1]! ^ (state[at - 1]! >>> 30);
  for (let left = Math.max(624, key.length); left; left--) {
    state[at] = (state[at]! ^ Math.imul(before(), 1664525)) + key[used]! + used;
    wrap();
    used = (used + 1) % key.length;
  }
  for (let left = 623; left; left--) {
    state[at] = (state[at]! ^ Math.imul(before(), 1566083941)) - at;
    wrap();
  }
  state[0] = 0x80000000;
  let next = 624;
  return () => {
    if (next >= 624) {
      for (let index = 0; index < 624; index++) {
        const mixed = (state[index]! & 0x80000000) | (state[(index + 1) % 624]! & 0x7fffffff);
        state[index] = state[(index + 397) % 624]! ^ (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
      }
      next = 0;
    }
    let word = state[next++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
}

const MASK = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

/** NumPy's `default_rng`: PCG64, seeded by a `SeedSequence`; each call gives a number from 0 to 1. */
export function pcg64(seed: bigint): () => number {
  const [high, low, streamHigh, streamLow] = seedWords(seed) as [bigint, bigint, bigint, bigint];
  const increment = ((((streamHigh << 64n) | streamLow) << 1n) | 1n) & MASK;
  let state = (increment + ((high << 64n) | low)) & MASK;
  state = (state * MULTIPLIER + increment) & MASK;
  return () => {
    state = (state * MULTIPLIER + increment) & MASK;
    const word = BigInt.asUintN(64, (state >> 64n) ^ state);
    const turn = state >> 122n;
    const turned = BigInt.asUintN(64, (word >> turn) | (word << (-turn & 63n)));
    return Number(turned >> 11n) / 9007199254740992;
  };
}

/** Four words of 64 bits from a seed, as NumPy's `SeedSequence` makes them. */
function seedWords(seed: bigint): bigint[] {
  const entropy: number[] = [];
  for (let rest = seed; rest || !entropy.length; rest >>= 32n) entropy.push(Number(rest & 0xffffffffn));
  let hash = 0x43b0d7e5;
  const hashed = (value: number) => {
    let mixed = (value ^ hash) >>> 0;
    hash = Math.imul(hash, 0x931e8875) >>> 0;
    mixed = Math.imul(mixed, hash) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const mixed = (one: number, other: number) => {
    const mixed = (Math.imul(one, 0xca01f9dd) - Math.imul(other, 0x4973f715)) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const pool = Array.from({ length: 4 }, (_, at) => hashed(entropy[at] ?? 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mixed(pool[to]!, hashed(pool[from]!));
  for (let from = 4; from < entropy.length; from++)
    for (let to = 0; to < 4; to++) pool[to] = mixed(pool[to]!, hashed(entropy[from]!));
  let constant = 0x8b51f9dd;
  const words = Array.from({ length: 8 }, (_, at) => {
    let word = (pool[at % 4]! ^ constant) >>> 0;
    constant = Math.imul(constant, 0x58f38ded) >>> 0;
    word = Math.imul(word, constant) >>> 0;
    return (word ^ (word >>> 16)) >>> 0;
  });
  return Array.from({ length: 4 }, (_, at) => (BigInt(words[2 * at + 1]!) << 32n) | BigInt(words[2 * at]!));
}
