/** The places of the engine's candidate moves. */

import type { Choice } from "../../lib/game";
import type { HintCandidate, Hinted } from "../../generated/protocol";

const WORSE = 0.25; // of a winning chance: what is so much worse than the best is no advice

/** The candidates worth showing, the best first. */
export const advice = (hint: Hinted): HintCandidate[] =>
  hint.candidates.filter((candidate, at) => at === 0 || candidate.value >= hint.candidates[0]!.value - WORSE);

/** By place that can be clicked next: which of the search's candidates it leads to, 1 is the best. */
export function hintedPlaces(hint: Hinted | null, choices: Choice[], path: string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, candidate] of (hint ? advice(hint) : []).entries()) {
    const clicks = choices.find((choice) => choice.action === candidate.action)?.clicks ?? [];
    const place = clicks[path.length];
    if (place === undefined || !path.every((click, at) => clicks[at] === click)) continue;
    if (!places.has(place)) places.set(place, at + 1);
  }
  return places;
}
