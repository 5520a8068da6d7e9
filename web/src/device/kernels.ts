/** Calls a game's kernels, compiled to WebAssembly (`src/ziggurat/browser`), on memory that they share. */

/** A module's description, as it lies beside the module. */
export interface Description {
  fingerprint: string;
  /** Bytes of a position. */
  record: number;
  /** The parameters of each kernel: `i64`, `f64`, `i32`, or `array1` for an array of one dimension. */
  entries: Record<string, string[]>;
}

/** An array in the kernels' memory. */
export interface Block {
  address: number;
  shape: number[];
  itemSize: number;
}

export type Argument = Block | number | bigint;

const PAGE = 65_536;
const ALIGNMENT = 64;

export class Kernels {
  readonly memory: WebAssembly.Memory;
  private readonly exports: WebAssembly.Exports;
  private readonly description: Description;
  private next: number;
  private readonly result: number;
  private readonly exception: number;

  private constructor(exports: WebAssembly.Exports, memory: WebAssembly.Memory, description: Description) {
    this.memory = memory;
    this.exports = exports;
    this.description = description;
    this.next = Number((exports["__heap_base"] as WebAssembly.Global).value);
    this.result = this.allocate([1], 8).address;
    this.exception = this.allocate([1], 8).address;
  }

  /** Instantiates a module. Memory grows as blocks are allocated. */
  static async load(module: BufferSource, description: Description): Promise<Kernels> {
    const memory = new WebAssembly.Memory({ initial: 16, maximum: 16_384 });
    const { instance } = await WebAssembly.instantiate(module, { env: { memory } });
    return new Kernels(instance.exports, memory, description);
  }

  /** A new array of zeros. */
  allocate(shape: number[], itemSize: number): Block {
    const size = shape.reduce((product, length) => product * length, itemSize);
    const address = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    this.next = address + size;
    const missing = this.next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return { address, shape, itemSize };
  }

  /** A new array with these bytes. */
  store(bytes: Uint8Array, shape: number[], itemSize: number): Block {
    const block = this.allocate(shape, itemSize);
    this.bytes(block).set(bytes);
    return block;
  }

  /** An array's bytes, until memory grows the next time. */
  bytes(block: Block): Uint8Array {
    const size = block.shape.reduce((product, length) => product * length, block.itemSize);
    return new Uint8Array(this.memory.buffer, block.address, size);
  }

  /** Runs a kernel and returns its result. */
  call(name: string, ...values: Argument[]): bigint {
    const kinds = this.description.entries[name];
    if (kinds === undefined) throw new Error(`this module has no kernel ${name}`);
    if (kinds.length !== values.length) throw new Error(`${name} takes ${kinds.length} arguments`);
    const words = values.flatMap((value, index) => spread(value, kinds[index]!));
    const kernel = this.exports[name] as (...words: (number | bigint)[]) => number;
    const status = kernel(this.result, this.exception, ...words);
    if (status !== 0) throw new Error(`${name} failed with status ${status}`);
    return new DataView(this.memory.buffer).getBigInt64(this.result, true);
  }
}

/** An argument as the words of Numba's calling convention. */
function spread(value: Argument, kind: string): (number | bigint)[] {
  if (typeof value !== "object") return [kind === "i64" ? BigInt(value) : Number(value)];
  const { address, shape, itemSize } = value;
  if (kind !== `array${shape.length}`) throw new Error(`an array of ${shape.length} dimensions where ${kind} belongs`);
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, itemSize));
  const items = shape.reduce((product, length) => product * length, 1);
  return [0, 0, BigInt(items), BigInt(itemSize), address, ...shape.map(BigInt), ...strides.map(BigInt)];
}
