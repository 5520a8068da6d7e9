/** A study's link: it carries the position that is shown, on whichever branch, and the players' names. */

import { t, type Key } from "../languages";
import { numberOf, type Tree } from "./tree";

const NAMES = "names";

/** The address of a saved study at the position that is shown. */
export function studyAddress(shown: { id: string; tree: Tree; here: number; names: string[] }): string {
  const { id, tree, here, names } = shown;
  const called = names.some((name, seat) => name !== t(`new.seat.${seat}` as Key)) ? names : [];
  const query = new URLSearchParams(called.map((name) => [NAMES, name]));
  return `/analysis/study/${id}/${numberOf(tree, here)}${called.length ? `?${query}` : ""}`;
}

/** The players' names in an address; none: they are called by their seats. */
export const namesIn = (search: string): string[] => new URLSearchParams(search).getAll(NAMES);
