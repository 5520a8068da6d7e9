/** A guided first match. Steps show in order, so each of them only waits for what every match comes to. */

import type { View } from "../../generated/babel";
import type { CoachStep } from "../kit";
import { stackOf } from "./ends";
import { LETTERS } from "./nations";

const hand = LETTERS.map((letter) => `hand:${letter}`);
const sites = LETTERS.map((letter) => `site:${letter}`);

const STACKS = [stackOf(0), stackOf(1)];
const rows = LETTERS.map((letter) => `row:${letter}`);
const discards = LETTERS.map((letter) => `discard:${letter}`);
const runs = ({ choices }: View): string[] =>
  choices.flatMap(({ clicks }) => (clicks[0]?.startsWith("run:") ? clicks[0] : []));

const step = (
  text: string,
  clause: number,
  when: (view: View, you: number) => boolean,
  more: Pick<CoachStep<View>, "asked" | "places" | "once" | "about" | "waits"> = {},
): CoachStep<View> => ({
  text: `coach:${text}`,
  clause,
  ...more,
  when: (view, you) => view.actor === you && when(view, you),
});

const offered = (view: View, start: string): boolean =>
  view.choices.some((choice) => choice.clicks[0]?.startsWith(start));
const first = (view: View, you: number): boolean => view.players[you]?.first_card === true;

export const coach: CoachStep<View>[] = [
  step("pawn", 7, (view, you) => first(view, you) && view.players[you]?.pawn === "quarry", {
    places: ["pawn", ...sites],
  }),
  step("deploy", 8, (view, you) => first(view, you) && offered(view, "hand:"), { waits: "waits:deploy", places: hand }),
  step("first", 2, (view) => offered(view, "first"), { waits: "waits:first", places: ["first"] }),
  step("end", 5, (view, you) => !first(view, you) && offered(view, "end"), {
    waits: "waits:end",
    places: ["end"],
    once: (view) => !offered(view, "hand:"), // whoever still has cards may have more to do
  }),
  step("stacks", 4, (view, you) => view.turn >= 2 && (view.players[you]?.stack.length ?? 0) > 0, {
    places: ["stack:own", "stack:their"],
    about: () => STACKS,
  }),
  step("migrate", 9, (view) => offered(view, "row:"), { waits: "waits:migrate", places: rows }),
  step("ending", 17, (view) => view.turn >= 6, { waits: "waits:later" }),
  step("runs", 10, (view) => offered(view, "run:"), { waits: "waits:runs", about: runs }),
  step("half", 16, (view) => view.phase === "discard", {
    asked: (view, you) => view.actor === you && view.phase === "discard",
    waits: "waits:half",
    places: discards,
  }),
];
