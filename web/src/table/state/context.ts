/** The Svelte context of boards and hands: the table around their view. */

import { getContext, setContext } from "svelte";
import type { Choosing } from "./choice.svelte";
import { Marks } from "./marks.svelte";

export interface TableContext {
  readonly game: string;
  readonly you: number; // the reader's seat; -1: a spectator
  readonly names: string[]; // of the players, by seat
  readonly open?: boolean; // every hand lies open, as in a replay
  readonly choosing: Choosing;
  readonly lit: ReadonlySet<string>; // places pointed at from the log, by an event
  readonly coached?: ReadonlySet<string>; // places the coach speaks of, where there is one
  readonly recent?: ReadonlySet<string>; // places where others have acted since the reader did
  readonly forwards?: boolean; // the position shown came of the one before it, and not by going back or elsewhere
  readonly hinted: ReadonlyMap<string, number>; // by place: which of the search's candidates it leads to, 1 is the best
  readonly gains?: ReadonlyMap<string, number>; // by place: what choosing it would bring the reader
  label(place: string): string; // a place in words
  takeBack?(): void; // the reader's last decision, if nobody has to agree
  dead?(place: string): void; // somebody clicks a place that cannot be chosen
  look(place: string | null): void; // somebody points at or focuses a place, or leaves it
}

const TABLE = Symbol("table");
const MARKS = Symbol("marks");

/** Call this while a component is created: it follows the marks of places until the component is removed. */
export function provideTable(table: TableContext): TableContext {
  setContext(MARKS, new Marks(table));
  return setContext(TABLE, table);
}

export const useTable = (): TableContext => getContext(TABLE);
export const useMarks = (): Marks => getContext(MARKS);
