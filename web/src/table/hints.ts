/** Where the search's candidates are on the board. */

import type { Choice } from "../games/module";
import type { Hinted } from "../generated/protocol";

/** By place that can be clicked next: how much of the search went into what it leads to, 0 to 1. */
export function hintedPlaces(hint: Hinted | null, choices: Choice[], path: string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const candidate of hint?.candidates ?? []) {
    const clicks = choices.find((choice) => choice.action === candidate.action)?.clicks ?? [];
    const place = clicks[path.length];
    if (place === undefined || !path.every((click, at) => clicks[at] === click)) continue;
    places.set(place, (places.get(place) ?? 0) + candidate.visits);
  }
  return places;
}
