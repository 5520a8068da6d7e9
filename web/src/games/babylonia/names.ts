/** What places are called by those who see them: "merchant", "b3", "the city at d7". */

import type { View } from "../../generated/babylonia";
import { isCity, label, words } from "./words";

export function name(place: string, view: View, names: string[]): string {
  const [what = "", which = ""] = place.split(":");
  if (what === "hex") return hexName(which, view);
  if (what === "stand") return words(`kind:${which}`);
  if (what === "card") return words(place);
  return label(place, view, names);
}

function hexName(place: string, view: View): string {
  if (view.ziggurats.some((ziggurat) => ziggurat.place === place)) return words("short:ziggurat", { place });
  const tile = view.tiles.find((each) => each.place === place)?.tile;
  if (!tile) return place;
  return words(isCity(tile) ? "short:city" : "short:field", { place });
}
