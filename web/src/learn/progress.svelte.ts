/** Which lessons have been done. It is kept in this browser, for guests and for those with an account alike: it is worth
 *  little elsewhere, and needs nobody's name. Names that are not known here stay: another version may know them. */

import { recall, remember } from "../lib/browser/storage";

const NAME = "lessons";

class Progress {
  #done = $state.raw<Record<string, string[]>>(read());

  has(game: string, lesson: string): boolean {
    return this.#done[game]?.includes(lesson) ?? false;
  }

  /** How many of these lessons have been done. */
  count(game: string, lessons: string[]): number {
    return lessons.filter((lesson) => this.has(game, lesson)).length;
  }

  /** The first of these lessons that has not been done; none: all are. */
  next(game: string, lessons: string[]): string | undefined {
    return lessons.find((lesson) => !this.has(game, lesson));
  }

  add(game: string, lesson: string): void {
    if (!this.has(game, lesson)) this.#keep({ ...this.#done, [game]: [...(this.#done[game] ?? []), lesson] });
  }

  forget(game: string): void {
    this.#keep(Object.fromEntries(Object.entries(this.#done).filter(([name]) => name !== game)));
  }

  #keep(done: Record<string, string[]>): void {
    this.#done = done;
    remember(NAME, done);
  }
}

/** The stored progress, without entries of another shape. */
function read(): Record<string, string[]> {
  const stored = recall<unknown>(NAME);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([game, names]) =>
      Array.isArray(names) ? [[game, names.filter((name): name is string => typeof name === "string")]] : [],
    ),
  );
}

export const progress = new Progress();
