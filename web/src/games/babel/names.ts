/** What places are called by those who see them: "your pawn", "Hittites' row", "deploy Medes". */

import type { View } from "../../generated/babel";
import { label, nation, words } from "./words";

const NAMES: Record<string, (which: string) => string> = {
  site: (letter) => words("short:site", { nation: nation(letter) }),
  hand: (letter) => words("short:hand", { nation: nation(letter) }),
  discard: (letter) => words("short:discard", { nation: nation(letter) }),
  stack: (whose) => (/^(own|their)$/.test(whose) ? words(`short:${whose} stack`) : ""),
  row: (letter) => words("short:row", { nation: nation(letter) }),
  run: (run) => words("short:run", { nation: nation(run.charAt(0)) }),
  name: nation,
};
const ALONE = new Set(["pawn", "first", "use", "half"]);

export function name(place: string, view: View, names: string[]): string {
  const [kind = "", which, ofSeat] = place.split(":");
  if (ALONE.has(place)) return words(`short:${place}`);
  return (which && !ofSeat && NAMES[kind]?.(which)) || label(place, view, names);
}
