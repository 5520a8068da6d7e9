/** Arrays of numbers and records as NumPy has them: views of blocks of bytes. A small block is copied into a module's
 *  memory for each call of a kernel, and back; a large one moves there the first time and stays. */

import type { Kernels } from "./kernels.ts";

/** Bytes of each kind of number, by the letter of Python's `struct`; `V` is a record. */
const SIZES: Record<string, number> = { b: 1, B: 1, "?": 1, h: 2, H: 2, i: 4, I: 4, q: 8, Q: 8, d: 8 };
export const LARGE = 65_536; // bytes: blocks from here on stay in a module's memory

/** A stretch of memory, in a buffer of its own or in a module's memory. */
export class Block {
  home: Kernels | null = null;
  address = 0;
  #bytes: Uint8Array | null = null;
  #data: DataView | null = null;
  readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get bytes(): Uint8Array {
    if (this.home) {
      if (this.#bytes?.buffer !== this.home.memory.buffer)
        this.#bytes = new Uint8Array(this.home.memory.buffer, this.address, this.size);
    } else this.#bytes ??= new Uint8Array(this.size);
    return this.#bytes!;
  }

  get data(): DataView {
    const { bytes } = this;
    if (this.#data?.buffer !== bytes.buffer) this.#data = new DataView(bytes.buffer, bytes.byteOffset, this.size);
    return this.#data!;
  }

  /** Move into a module's memory. What nobody has written to may hold anything there: kernels write before they read. */
  settle(home: Kernels): void {
    const written = this.#bytes;
    [this.home, this.address, this.#bytes, this.#data] = [home, home.reserve(this.size), null, null];
    if (written) this.bytes.set(written);
  }

  /** Give the room in a module's memory back. Nobody may use the block any more. */
  leave(): void {
    this.home?.release(this.address, this.size);
    [this.home, this.#bytes, this.#data] = [null, null, null];
  }
}

export class View {
  readonly block: Block;
  readonly at: number;
  readonly shape: number[];
  readonly strides: number[];
  readonly letter: string;
  readonly size: number; // bytes of an item

  constructor(block: Block, at: number, shape: number[], strides: number[], letter: string, size: number) {
    [this.block, this.at, this.shape, this.strides] = [block, at, shape, strides];
    [this.letter, this.size] = [letter, size];
  }

  get length(): number {
    return product(this.shape);
  }

  /** The addresses of all items, in order. */
  places(): number[] {
    let addresses = [this.at];
    this.shape.forEach((length, axis) => {
      const step = this.strides[axis]!;
      addresses = addresses.flatMap((start) => Array.from({ length }, (_, index) => start + index * step));
    });
    return addresses;
  }

  get isContiguous(): boolean {
    let step = this.size;
    for (let axis = this.shape.length - 1; axis >= 0; axis--) {
      if (this.shape[axis] !== 1 && this.strides[axis] !== step) return false;
      step *= this.shape[axis]!;
    }
    return true;
  }

  /** The bytes of a contiguous view. */
  get bytes(): Uint8Array {
    return this.block.bytes.subarray(this.at, this.at + this.length * this.size);
  }
}

export const product = (numbers: number[]): number => numbers.reduce((total, number) => total * number, 1);

const rows = (shape: number[], size: number): number[] =>
  shape.map((_, axis) => shape.slice(axis + 1).reduce((total, length) => total * length, size));

export const zeros = (shape: number[], letter: string, size: number): View =>
  new View(new Block(product(shape) * size), 0, shape, rows(shape, size), letter, size);

export function fromBytes(bytes: ArrayLike<number>, letter: string, size: number): View {
  const made = zeros([Math.floor(bytes.length / size)], letter, size);
  made.block.bytes.set(bytes);
  return made;
}

/** A view of one field of every record. */
export const field = (view: View, offset: number, letter: string, size: number, shape: number[]): View =>
  new View(
    view.block,
    view.at + offset,
    [...view.shape, ...shape],
    [...view.strides, ...rows(shape, size)],
    letter,
    size,
  );

/** A view of numbers at a place of a block. */
export const row = (view: View, at: number, letter: string, size: number, shape: number[]): View =>
  new View(view.block, at, shape, rows(shape, size), letter, size);

export type Number64 = number | bigint;

/** A number of a block. Whole numbers beyond 2**53 are big integers. */
export function read(block: Block, at: number, letter: string): Number64 | boolean {
  const data = block.data;
  switch (letter) {
    case "b":
      return data.getInt8(at);
    case "B":
      return data.getUint8(at);
    case "?":
      return data.getUint8(at) !== 0;
    case "h":
      return data.getInt16(at, true);
    case "H":
      return data.getUint16(at, true);
    case "i":
      return data.getInt32(at, true);
    case "I":
      return data.getUint32(at, true);
    case "d":
      return data.getFloat64(at, true);
    default:
      return short(letter === "q" ? data.getBigInt64(at, true) : data.getBigUint64(at, true));
  }
}

export function write(block: Block, at: number, letter: string, value: Number64): void {
  const data = block.data;
  switch (letter) {
    case "b":
    case "B":
      return data.setInt8(at, Number(value));
    case "?":
      return data.setInt8(at, value ? 1 : 0);
    case "h":
    case "H":
      return data.setInt16(at, Number(value), true);
    case "i":
    case "I":
      return data.setInt32(at, Number(value), true);
    case "d":
      return data.setFloat64(at, Number(value), true);
    default:
      return data.setBigInt64(at, BigInt.asIntN(64, BigInt(value)), true);
  }
}

/** A big integer as a number, if it is one. */
export function short(value: bigint): Number64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** One part of a key: an index, or the start, step and count of a slice. */
export type Key = number | { start: number; step: number; count: number };

/** The address of the item under a key of plain indices. */
export function place(view: View, key: number[]): number {
  let at = view.at;
  for (let axis = 0; axis < key.length; axis++) at += index(view, axis, key[axis]!) * view.strides[axis]!;
  return at;
}

function index(view: View, axis: number, wanted: number): number {
  const length = view.shape[axis];
  if (length === undefined) throw new RangeError("too many indices for an array");
  const position = wanted < 0 ? wanted + length : wanted;
  if (position < 0 || position >= length) throw new RangeError(`index ${wanted} is out of bounds for size ${length}`);
  return position;
}

/** The part of a view under a key. */
export function part(view: View, key: Key[]): View {
  let at = view.at;
  const shape: number[] = [];
  const strides: number[] = [];
  key.forEach((one, axis) => {
    const stride = view.strides[axis]!;
    if (typeof one === "number") at += index(view, axis, one) * stride;
    else {
      at += one.start * stride;
      shape.push(one.count);
      strides.push(stride * one.step);
    }
  });
  const rest = key.length;
  return new View(
    view.block,
    at,
    [...shape, ...view.shape.slice(rest)],
    [...strides, ...view.strides.slice(rest)],
    view.letter,
    view.size,
  );
}

export function contiguous(view: View): View {
  return view.isContiguous ? view : copied(view);
}

export function copied(view: View): View {
  const made = zeros(view.shape, view.letter, view.size);
  copyBytes(made, view);
  return made;
}

/** Copy items of the same kind; a shorter source is repeated. */
export function copyBytes(target: View, source: View): void {
  if (target.isContiguous && source.isContiguous && target.length === source.length) {
    target.bytes.set(source.bytes);
    return;
  }
  const from = source.places();
  const bytes = source.block.bytes;
  target.places().forEach((at, number) => {
    const start = from[number % from.length]!;
    target.block.bytes.set(bytes.slice(start, start + target.size), at);
  });
}

export function assign(target: View, source: View): void {
  if (target.letter === source.letter && target.size === source.size) return copyBytes(target, source);
  const from = source.places().map((at) => read(source.block, at, source.letter));
  target
    .places()
    .forEach((at, number) => write(target.block, at, target.letter, Number64(from[number % from.length]!)));
}

const Number64 = (value: Number64 | boolean): Number64 => (typeof value === "boolean" ? Number(value) : value);

/** The same bytes as items of another kind. */
export function viewed(view: View, letter: string, size: number): View {
  const whole = contiguous(view);
  const shape = [...whole.shape];
  shape[shape.length - 1] = (shape.at(-1)! * whole.size) / size;
  return new View(whole.block, whole.at, shape, rows(shape, size), letter, size);
}

export function reshaped(view: View, shape: number[]): View {
  const whole = contiguous(view);
  return new View(whole.block, whole.at, [...shape], rows(shape, whole.size), whole.letter, whole.size);
}

export const transposed = (view: View): View =>
  new View(view.block, view.at, view.shape.toReversed(), view.strides.toReversed(), view.letter, view.size);

/** The numbers of the items that are not zero. */
export function nonzero(view: View): View {
  const nonzero = view.places().flatMap((at, number) => (Number(read(view.block, at, view.letter)) ? [number] : []));
  const made = zeros([nonzero.length], "q", 8);
  nonzero.forEach((number, at) => write(made.block, 8 * at, "q", number));
  return made;
}

/** Each bit as a byte, the lowest first. */
export function unpackBits(view: View): View {
  const { bytes } = contiguous(view);
  const made = zeros([8 * bytes.length], "B", 1);
  const bits = made.block.bytes;
  for (let at = 0; at < bits.length; at++) bits[at] = (bytes[at >> 3]! >> (at & 7)) & 1;
  return made;
}

export const sizeOf = (letter: string): number => SIZES[letter]!;
