/** What places are called by those who see them: "c3", "north edge", "war up". */

import type { View } from "../../generated/ur";
import { pair } from "./actions";
import { action, both, label, words } from "./words";

export function name(place: string, view: View, names: string[]): string {
  const [kind = "", which = ""] = place.split(":");
  switch (kind) {
    case "field":
    case "stones":
    case "onto":
      return which;
    case "edge":
      return words("short:edge", { side: words(which as "north") });
    case "spare":
      return both(pair(view.spares[Number(which) - 1] ?? [])).toLowerCase();
    case "side":
      return words("short:side", { action: action(which) });
    case "action":
      return action(which);
    case "bonus":
      return words("short:bonus", { n: view.bonus_size });
    case "ziggurat":
    case "return":
      return words(`short:${kind}`);
    default:
      return label(place, view, names);
  }
}
