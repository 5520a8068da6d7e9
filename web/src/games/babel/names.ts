/** What places are called by those who see them: "your pawn", "Hittites' row", "deploy Medes". */

import type { View } from "../../generated/babel";
import { label, nation, word } from "./words";

const NAMES: Record<string, (which: string) => string> = {
  site: (letter) => word("short:site", { nation: nation(letter) }),
  hand: (letter) => word("short:hand", { nation: nation(letter) }),
  discard: (letter) => word("short:discard", { nation: nation(letter) }),
  stack: (whose) => (/^(own|their)$/.test(whose) ? word(`short:${whose} stack`) : ""),
  row: (letter) => word("short:row", { nation: nation(letter) }),
  run: (run) => word("short:run", { nation: nation(run.charAt(0)) }),
  name: nation,
};
const ALONE = new Set(["pawn", "first", "use", "half"]);

export function name(place: string, view: View, names: string[]): string {
  const [kind = "", which, ofSeat] = place.split(":");
  if (ALONE.has(place)) return word(`short:${place}`);
  return (which && !ofSeat && NAMES[kind]?.(which)) || label(place, view, names);
}
