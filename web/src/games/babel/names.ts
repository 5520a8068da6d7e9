/** What places are called by those who see them: "your pawn", "the Hittites' row", "Medes". */

import type { View } from "../../generated/babel";
import { label, nation, site, word } from "./words";

const NAMES: Record<string, (which: string) => string> = {
  site,
  hand: nation,
  discard: nation,
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
