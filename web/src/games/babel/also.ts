/** What can be tapped on the board instead of a button: what an ability is done to. */

import type { View } from "../../generated/babel";
import { playerAt, rowOf, templeOf } from "./ends";

/** The places that stand for one that can be chosen after the clicks of `path`. */
export function also(place: string, view: View, path: string[]): string[] {
  if (place !== "use") return [];
  const { pawn } = playerAt(view, "near");
  const { seat } = playerAt(view, "far");
  return path[0]?.startsWith("run:S") ? [rowOf(seat, pawn)] : [templeOf(seat, pawn)];
}
