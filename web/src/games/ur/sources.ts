/** Where the points came from (15). A set of n scores 1 + 2 + ... + n: a point for each element, and one for each two
 *  that are together in it. The elements can be counted in the view; the rest of the score is what sets brought. */

import type { View } from "../../generated/ur";
import type { ScoreSource } from "../kit";
import { ACTIONS } from "./actions";

export function sources(_: unknown, view: View): ScoreSource[] {
  const tiles = ACTIONS.map((action) => ({
    name: `source:${action}`,
    colour: `var(--${action})`,
    points: view.players.map(
      ({ seat }) => view.fields.filter((field) => field.seat === seat && field.shows === action).length,
    ),
  }));
  const elements = [
    ...tiles,
    { name: "source:ziggurats", points: view.players.map((player) => player.ziggurats) },
    { name: "source:hand", points: view.players.map(() => 1) },
  ];
  const sets = view.players.map(
    (player, at) => player.score - elements.reduce((sum, source) => sum + (source.points[at] ?? 0), 0),
  );
  return [...elements, { name: "source:sets", points: sets }].filter(({ points }) =>
    points.some((count) => count !== 0),
  );
}
