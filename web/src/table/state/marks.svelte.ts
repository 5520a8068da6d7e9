/** The state of each place: alive, chosen, lit and so on. Boards have hundreds of places and changes concern few, so
 *  every place subscribes to its own state alone. */

import { untrack } from "svelte";
import type { TableContext } from "./context";

export class Mark {
  alive: boolean; // can be clicked next
  chosen: boolean; // has been clicked
  again: boolean; // would begin another choice
  lit: boolean; // pointed at
  coached: boolean; // the coach speaks of it
  recent: boolean; // others have acted here since the reader did
  hint: number | undefined; // which of the search's candidates it leads to: 1 is the best
  gain: number | undefined; // what choosing it would bring the reader

  constructor(said: Record<Flag, boolean>, hint: number | undefined, gain: number | undefined) {
    this.alive = $state(said.alive);
    this.chosen = $state(said.chosen);
    this.again = $state(said.again);
    this.lit = $state(said.lit);
    this.coached = $state(said.coached);
    this.recent = $state(said.recent);
    this.hint = $state(hint);
    this.gain = $state(gain);
  }
}

const FLAGS = ["alive", "chosen", "again", "lit", "coached", "recent"] as const;
type Flag = (typeof FLAGS)[number];

const each = <T>(value: (flag: Flag) => T) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, value(flag)])) as Record<Flag, T>;
const NONE: ReadonlySet<string> = new Set();
const NOTHING: ReadonlyMap<string, number> = new Map();
type Count = "hint" | "gain";

export class Marks {
  #marks = new Map<string, Mark>();
  #said: Record<Flag, ReadonlySet<string>> = each(() => NONE);
  #numbers: Record<Count, ReadonlyMap<string, number>> = { hint: new Map(), gain: new Map() };

  constructor(table: TableContext) {
    const { choosing } = table;
    this.#follow("alive", () => choosing.alive);
    this.#follow("chosen", () => new Set(choosing.path));
    this.#follow("again", () => new Set(choosing.others));
    this.#follow("lit", () => table.lit);
    this.#follow("coached", () => table.coached ?? NONE);
    this.#follow("recent", () => table.recent ?? NONE);
    this.#count("hint", () => table.hinted);
    this.#count("gain", () => table.gains ?? NOTHING);
  }

  of(place: string): Mark {
    const existing = this.#marks.get(place);
    if (existing) return existing;
    const said = each((flag) => this.#said[flag].has(place));
    const mark = unowned(() => new Mark(said, this.#numbers.hint.get(place), this.#numbers.gain.get(place)));
    this.#marks.set(place, mark);
    return mark;
  }

  #follow(flag: Flag, read: () => ReadonlySet<string>): void {
    $effect.pre(() => {
      const now = read();
      untrack(() => {
        const before = this.#said[flag];
        this.#said[flag] = now;
        for (const place of before) if (!now.has(place)) this.#set(place, flag, false);
        for (const place of now) if (!before.has(place)) this.#set(place, flag, true);
      });
    });
  }

  #set(place: string, flag: Flag, holds: boolean): void {
    const mark = this.#marks.get(place);
    if (mark) mark[flag] = holds;
  }

  #count(name: Count, read: () => ReadonlyMap<string, number>): void {
    $effect.pre(() => {
      const now = read();
      untrack(() => {
        const places = [...this.#numbers[name].keys(), ...now.keys()];
        this.#numbers[name] = now;
        for (const place of places) {
          const mark = this.#marks.get(place);
          if (mark) mark[name] = now.get(place);
        }
      });
    });
  }
}

/** Svelte lets no effect follow what it made itself: marks are made by an effect of their own, which is gone at once. */
function unowned<T>(make: () => T): T {
  let made!: T;
  $effect.root(() => void (made = make()))();
  return made;
}
