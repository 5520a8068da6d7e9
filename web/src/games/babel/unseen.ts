/** How many cards of each nation nobody has shown the reader: in the draw pile, and in the other hand as far as it is not known. */

import type { View } from "../../generated/babel";
import { CARDS, LETTERS } from "./nations";
import { count } from "./rows";

export function unseen({ players, discard }: View): Record<string, number> {
  const shown =
    discard +
    players.map(({ hand, remembered, sites }) => (hand ?? remembered) + sites.map(({ row }) => row).join("")).join("");
  return Object.fromEntries(LETTERS.map((letter) => [letter, CARDS - count(shown, letter)]));
}
