/** The tokens of a stand or a reserve, which come as one letter for each. */

const LETTERS = ["f", "m", "s", "p"];

/** How many there are of each kind that there is. */
export function tallied(letters: string): { kind: string; n: number }[] {
  return LETTERS.map((kind) => ({ kind, n: letters.split(kind).length - 1 })).filter(({ n }) => n > 0);
}
