/** The tokens of a stand or a reserve, which come as one letter for each. */

import babylonia from "../../generated/printed.babylonia.json";

const LETTERS = Object.values(babylonia.tokens);

interface Tally {
  kind: string;
  n: number;
}

/** How many there are of each kind, none included. */
export function counts(letters: string): Tally[] {
  return LETTERS.map((kind) => ({ kind, n: letters.split(kind).length - 1 }));
}

/** How many there are of each kind that there is. */
export function tallied(letters: string): Tally[] {
  return counts(letters).filter(({ n }) => n > 0);
}
