/** The messages between a page and its worker, and what a match on a device is. */

import type { Manifest } from "./interpreter.ts";

/** Who has a seat: a person at this device, or a bot. */
export interface DeviceSeat {
  name: string;
  bot: string | null;
}

/** What is fixed when a match on a device begins (`DevicePlan` in `src/ziggurat/browser/table.py`). */
export interface DevicePlan {
  id: string;
  game: string;
  rules: number;
  options: Record<string, boolean | string>;
  seed: string;
  start: Record<string, unknown> | null;
  seats: DeviceSeat[];
  leave: "bot" | "loss";
  stand_in: string;
  hints: boolean;
  prospects: boolean;
  created: number;
}

/** A line of a match's journal. A match is its plan and its journal. */
export interface DeviceEntry {
  number: number;
  kind: string;
  seat: number;
  value: number;
  text: string | null;
  client: string | null;
  at: number;
  digest: string | null;
}

export type ToDevice =
  | { do: "start"; files: Manifest; game?: string }
  | { do: "prepare"; game: string }
  | { do: "load"; id: number; game: string }
  | { do: "view"; id: number; game: string; seat: number; record: string }
  | { do: "open"; table: string; plan: DevicePlan; journal: DeviceEntry[] }
  | { do: "sit"; table: string; seat: number }
  | { do: "send"; table: string; text: string }
  | { do: "close"; table: string }
  | { do: "ask"; id: number; method: string; path: string; body?: unknown };

/** Why something failed: a file is missing or broken, a plan or journal cannot be read, the browser lacks something. */
export type FailureKind = "file" | "plan" | "unsupported" | "crash";

export type FromDevice =
  | { is: "ready"; version: string }
  | { is: "entry"; table: string; entry: DeviceEntry }
  | { is: "said"; table: string; seat: number; text: string }
  | { is: "answer"; id: number; status: number; body: unknown }
  | { is: "progress"; id: number; progress: number }
  | { is: "failed"; kind: FailureKind; reason: string; name?: string; table?: string; problem?: unknown };
