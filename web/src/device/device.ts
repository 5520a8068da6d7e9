/** Playing without a server: starts the worker, and carries messages to it and back. Load this module on demand. */

import type { Problem } from "../generated/protocol";
import type { Manifest } from "./interpreter";
import type { DeviceEntry, DevicePlan, FailureKind, FromDevice, ToDevice } from "./messages";
import { isSupported } from "./support";

export type { DeviceEntry, DevicePlan, DeviceSeat, FailureKind } from "./messages";

/** Something is wrong with the device's files, with a stored match, or with the browser. */
export class DeviceProblem extends Error {
  constructor(
    readonly kind: FailureKind,
    reason: string,
    readonly file?: string,
    readonly problem?: Problem,
  ) {
    super(reason);
  }
}

/** A request that was refused, with the status and body that a server would send. */
export class DeviceRefused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason);
  }
}

/** What a table tells the page. */
export interface Listener {
  /** A message of the table protocol for the seat that looks at the table. */
  heard(text: string, seat: number): void;
  /** An entry was accepted; store it. Messages about it come afterwards. */
  stored(entry: DeviceEntry): void;
  failed(problem: DeviceProblem): void;
}

/** A table on this device. It can be the transport of a `Session`. */
export interface DeviceTable {
  /** Look at the table as a seat (-1: as a spectator); answered with `welcome`. */
  sit(seat: number): void;
  send(message: string): boolean;
  doubt(): void;
  close(): void;
}

interface Asked {
  resolve: (body: unknown) => void;
  reject: (problem: Error) => void;
  progress?: ((done: number) => void) | undefined;
}

/** Where the page's scripts lie; the device's files are in a folder beside them. */
const HERE = import.meta.url;

export class Device {
  readonly #worker: Worker;
  readonly #tables = new Map<string, Listener>();
  readonly #asked = new Map<number, Asked>();
  readonly #prepared = new Set<string>();
  readonly ready: Promise<void>;
  #count = 0;
  #broken: DeviceProblem | null = null; // a file that could not be loaded

  constructor(files: Manifest, game?: string) {
    this.#worker = new Worker(new URL(`device/${files.files["worker.js"]!.name}`, HERE));
    let settle: { resolve: () => void; reject: (problem: Error) => void };
    this.ready = new Promise((resolve, reject) => (settle = { resolve, reject }));
    this.#worker.onerror = (event) => {
      const problem = new DeviceProblem("crash", event.message || "the worker could not be started");
      settle.reject(problem);
      this.#fail(problem);
    };
    this.#worker.onmessage = ({ data }: MessageEvent<FromDevice>) => {
      if (data.is === "ready") settle.resolve();
      else if (data.is === "failed") {
        const problem = new DeviceProblem(data.kind, data.reason, data.name, data.problem as Problem | undefined);
        settle.reject(problem);
        this.#fail(problem, data.table);
      } else this.#hear(data);
    };
    this.#post({ do: "start", files, ...(game ? { game } : {}) });
  }

  /** Open a match, new (with an empty journal) or stored. Nothing is shown before `sit`. */
  open(plan: DevicePlan, journal: DeviceEntry[], listener: Listener): DeviceTable {
    const table = plan.id;
    this.#tables.set(table, listener);
    this.#post({ do: "open", table, plan, journal });
    return {
      sit: (seat) => this.#post({ do: "sit", table, seat }),
      send: (text) => {
        this.#post({ do: "send", table, text });
        return true;
      },
      doubt: () => undefined,
      close: () => {
        this.#tables.delete(table);
        this.#post({ do: "close", table });
      },
    };
  }

  /** Load a game before somebody plays it. */
  prepare(game: string): void {
    if (this.#prepared.has(game)) return;
    this.#prepared.add(game);
    this.#post({ do: "prepare", game });
  }

  /** Load a game, to make views of it. */
  load(game: string): Promise<void> {
    return this.#await((id) => this.#post({ do: "load", id, game }));
  }

  /** The view that a record (in base64) of a match on a server gives a seat, as JSON. */
  view(game: string, seat: number, record: string): Promise<string> {
    return this.#await((id) => this.#post({ do: "view", id, game, seat, record }));
  }

  /** Ask what the HTTP interface answers without other people; `path` without `/api`. */
  ask<T>(method: string, path: string, body?: unknown, progress?: (done: number) => void): Promise<T> {
    return this.#await((id) => this.#post({ do: "ask", id, method, path, body }), progress);
  }

  #await<T>(ask: (id: number) => void, progress?: (done: number) => void): Promise<T> {
    const id = ++this.#count;
    return new Promise<T>((resolve, reject) => {
      this.#asked.set(id, { resolve: resolve as (body: unknown) => void, reject, progress });
      ask(id);
    });
  }

  /** Stop everything. */
  close(): void {
    this.#worker.terminate();
    this.#fail(new DeviceProblem("crash", "closed"));
  }

  #post(message: ToDevice): void {
    this.#worker.postMessage(message);
  }

  #hear(message: Exclude<FromDevice, { is: "ready" | "failed" }>): void {
    if (message.is === "answer") {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      if (message.status < 400) asked?.resolve(message.body);
      else {
        const broken = message.status >= 500 ? this.#broken : null;
        asked?.reject(broken ?? new DeviceRefused(message.status, message.body as Problem));
      }
      return;
    }
    if (message.is === "progress") return void this.#asked.get(message.id)?.progress?.(message.progress);
    const listener = this.#tables.get(message.table);
    if (message.is === "entry") listener?.stored(message.entry);
    else listener?.heard(message.text, message.seat);
  }

  #fail(problem: DeviceProblem, table?: string): void {
    if (problem.kind === "file") this.#broken = problem;
    for (const [name, listener] of this.#tables) if (table === undefined || table === name) listener.failed(problem);
    if (problem.kind !== "crash" || table !== undefined) return;
    for (const { reject } of this.#asked.values()) reject(problem);
    this.#asked.clear();
  }
}

let started: Promise<Device> | null = null;

/** The device of this page, started when first asked for; `game` is loaded along. Tried again after a failure. */
export function startDevice(game?: string): Promise<Device> {
  started ??= start(game).catch((problem: unknown) => {
    started = null;
    throw problem;
  });
  return started;
}

/** Another device in place of this page's: a file of it was broken, and has been fetched again. */
export async function restartDevice(game?: string): Promise<Device> {
  const old = await started?.catch(() => null);
  started = null;
  old?.close();
  return startDevice(game);
}

async function start(game?: string): Promise<Device> {
  if (!__DEVICE__.files["worker.js"]) throw new DeviceProblem("file", "the page was built without it", "worker.js");
  if (!isSupported()) throw new DeviceProblem("unsupported", "this browser has no WebAssembly with SIMD");
  const device = new Device(__DEVICE__, game);
  await device.ready;
  return device;
}
