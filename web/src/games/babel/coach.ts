/** A guided first match. Steps show in order, so each of them only waits for what every match comes to. */

import type { View } from "../../generated/babel";
import type { BaseView, CoachStep } from "../module";
import { LETTERS } from "./nations";

const hand = LETTERS.map((letter) => `hand:${letter}`);
const sites = LETTERS.map((letter) => `site:${letter}`);

const step = (
  text: string,
  clause: number,
  when: (view: View, you: number) => boolean,
  places: string[] = [],
): CoachStep => ({
  text: `coach:${text}`,
  clause,
  places,
  when: (view: BaseView, you: number) => view.actor === you && when(view as unknown as View, you),
});

const offered = (view: View, start: string): boolean =>
  view.choices.some((choice) => choice.clicks[0]?.startsWith(start));
const first = (view: View, you: number): boolean => view.players[you]?.first_card === true;

export const coach: CoachStep[] = [
  step("pawn", 7, (view, you) => first(view, you) && view.players[you]?.pawn === "quarry", ["pawn", ...sites]),
  step("deploy", 8, (view, you) => first(view, you) && offered(view, "hand:"), hand),
  step("first", 2, (view) => offered(view, "first"), ["first"]),
  step("end", 5, (view, you) => !first(view, you) && offered(view, "end"), ["end"]),
  step("stacks", 4, (view, you) => view.turn >= 2 && (view.players[you]?.stack.length ?? 0) > 0, [
    "stack:own",
    "stack:their",
  ]),
  step(
    "migrate",
    9,
    (view) => offered(view, "row:"),
    LETTERS.map((letter) => `row:${letter}`),
  ),
  step("runs", 10, (view) => view.turn >= 4 || offered(view, "run:"), hand),
  step("ending", 17, (view) => view.turn >= 6),
  step(
    "half",
    16,
    (view) => view.phase === "discard",
    LETTERS.map((letter) => `discard:${letter}`),
  ),
];
