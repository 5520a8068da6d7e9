/** Calls a game's kernels, compiled to WebAssembly (`src/ziggurat/browser`), on memory that they share. */

import { contiguous, copyBytes, LARGE, zeros, type Block, type View } from "./arrays.ts";

/** A module's description, as it lies beside the module. */
export interface Description {
  fingerprint: string;
  /** Bytes of a position. */
  record: number;
  entries: Record<string, Entry>;
}

/** An exported kernel. */
export interface Entry {
  /** The name of the kernel in Python. */
  kernel: string;
  /** Its parameters: `i64`, `f64`, `i32`, or an array's dimensions and bytes of an item: `array1:8`. */
  parameters: string[];
}

export type Argument = View | number | bigint | null;

const PAGE = 65_536;
const ALIGNMENT = 64;
const SCRATCH = 1 << 20; // bytes for the arguments of one call
const MOST_PAGES = 16_384;

export class Kernels {
  readonly memory: WebAssembly.Memory;
  readonly description: Description;
  private readonly exports: WebAssembly.Exports;
  private next: number;
  private readonly result: number;
  private readonly scratch: number;
  private readonly free = new Map<number, number[]>(); // by size: addresses of blocks that are gone

  private constructor(exports: WebAssembly.Exports, memory: WebAssembly.Memory, description: Description) {
    this.memory = memory;
    this.exports = exports;
    this.description = description;
    this.next = Number((exports["__heap_base"] as WebAssembly.Global).value);
    this.result = this.allocate(16);
    this.scratch = this.allocate(SCRATCH);
  }

  /** Instantiates a module. Memory grows as blocks are reserved. */
  static async load(module: BufferSource | WebAssembly.Module, description: Description): Promise<Kernels> {
    const memory = new WebAssembly.Memory({ initial: 16, maximum: MOST_PAGES });
    const built = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    const instance = await WebAssembly.instantiate(built, { env: { memory } });
    return new Kernels(instance.exports, memory, description);
  }

  /** The entries of a kernel by its name in Python; one for each kind of argument. */
  entriesOf(kernel: string): string[] {
    const { entries } = this.description;
    return Object.keys(entries).filter((name) => entries[name]!.kernel === kernel);
  }

  /** Room for a large block. */
  reserve(size: number): number {
    return this.free.get(size)?.pop() ?? this.allocate(size);
  }

  release(address: number, size: number): void {
    this.free.set(size, [...(this.free.get(size) ?? []), address]);
  }

  private allocate(size: number): number {
    const address = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    this.next = address + size;
    const missing = this.next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Runs the entry of those given whose parameters fit, and returns its result. Arrays are changed in place. */
  call(names: string[], values: Argument[]): bigint {
    const name = names.find((one) => this.fits(one, values));
    if (name === undefined) throw new Error(`no entry ${names.join(" or ")} for ${values.map(describe).join(", ")}`);
    const kinds = this.description.entries[name]!.parameters;
    const copies = new Map<Block, number>();
    const back: [View, View][] = []; // those that are not contiguous, and what the kernel is given instead
    let used = this.scratch;
    const words: (number | bigint)[] = [];
    values.forEach((value, at) => {
      const kind = kinds[at]!;
      if (value === null || typeof value !== "object") {
        if (kind.startsWith("array")) value = zeros([128, 8], "i", 4); // events that nobody wants
        else return void words.push(kind === "i64" ? BigInt.asIntN(64, BigInt(value ?? 0)) : Number(value));
      }
      const view = contiguous(value);
      if (view !== value) back.push([value, view]);
      const { block, shape, size } = view;
      if (block.size >= LARGE && !block.home) block.settle(this);
      let address = block.home === this ? block.address : copies.get(block);
      if (address === undefined) {
        address = used;
        used = Math.ceil((used + block.size) / ALIGNMENT) * ALIGNMENT;
        if (used > this.scratch + SCRATCH) throw new Error(`too much for one call of ${name}`);
        new Uint8Array(this.memory.buffer, address, block.size).set(block.bytes);
        copies.set(block, address);
      }
      const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, size));
      const items = shape.reduce((product, length) => product * length, 1);
      words.push(0, 0, BigInt(items), BigInt(size), address + view.at, ...shape.map(BigInt), ...strides.map(BigInt));
    });
    const kernel = this.exports[name] as (...words: (number | bigint)[]) => number;
    const status = kernel(this.result, this.result + 8, ...words);
    if (status !== 0) throw new Error(`${name} failed with status ${status}`);
    for (const [block, address] of copies) block.bytes.set(new Uint8Array(this.memory.buffer, address, block.size));
    for (const [given, copy] of back) copyBytes(given, copy);
    return new DataView(this.memory.buffer).getBigInt64(this.result, true);
  }

  private fits(name: string, values: Argument[]): boolean {
    const kinds = this.description.entries[name]!.parameters;
    return (
      kinds.length === values.length &&
      values.every((value, at) => {
        if (value === null) return kinds[at]!.startsWith("array");
        return typeof value !== "object" ? !kinds[at]!.startsWith("array") : kinds[at] === describe(value);
      })
    );
  }
}

const describe = (value: Argument): string =>
  value !== null && typeof value === "object" ? `array${value.shape.length}:${value.size}` : String(value);
