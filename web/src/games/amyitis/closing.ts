/** What a round has brought, in a sentence, when the next one begins. */

import type { GameEvent, View } from "../../generated/amyitis";
import { list } from "../kit";
import { words } from "./words";

export function closing(events: GameEvent[], history: GameEvent[], view: View, names: string[]): string | null {
  const began = events.find((event) => event.kind === "round began");
  const ends = began ? history.lastIndexOf(began) : -1;
  const starts = history.slice(0, Math.max(0, ends)).findLastIndex((event) => event.kind === "round began");
  if (began?.kind !== "round began" || starts < 0) return null;
  const gains = names.map((name, seat) => {
    const points = history
      .slice(starts, ends)
      .reduce((sum, event) => sum + (event.kind === "gained" && event.seat === seat ? event.arguments.count : 0), 0);
    return words("closing:gain", { name, n: points });
  });
  const left =
    view.tiles_left <= view.end_tiles
      ? words("lastRound")
      : words("tilesLeft", { n: view.tiles_left, end: view.end_tiles });
  return words("closing", { round: began.arguments.round - 1, gains: list(gains), left });
}
