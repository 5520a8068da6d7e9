/** How a score comes about (15): the sets, and what each of them is worth. */

import type { View } from "../../generated/ur";
import { number } from "../kit";
import { words } from "./words";

/** What a set of so many different elements scores: 1, 3, 6, 10, 15, 21. */
export const worth = (size: number): number => (size * (size + 1)) / 2;

export function scoring(view: View, seat: number): string {
  const sets = view.players[seat]?.sets ?? [];
  return words("scoring", {
    sets: sets.map(number).join(" + "),
    sum: sets.map((size) => number(worth(size))).join(" + "),
    score: number(sets.reduce((sum, size) => sum + worth(size), 0)),
  });
}
