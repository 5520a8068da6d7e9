/** What coaches say must be true of the table: nothing is lit before its time, and no run is spoken of that is of no use. */

import { expect, test } from "vitest";
import { coach as amyitis } from "../../src/games/amyitis/coach";
import { coach as babel } from "../../src/games/babel/coach";
import type { CoachStep } from "../../src/lib/game";
import { marked } from "../../src/table/coach/coachProgress";

/** A view of the reader's turn in which these things can be clicked. */
function turn<V>(steps: CoachStep<V & never>[], text: string, clicks: string[][], more: object = {}) {
  const view = { actor: 0, phase: "turn", round: 2, turn: 8, players: [{ first_card: false }], ...more };
  const choices = clicks.map((one, action) => ({ action, text: one.join(" "), clicks: one }));
  const step = (steps as unknown as CoachStep[]).find((one) => one.text === text)!;
  const alive = new Set(clicks.map(([first]) => first!));
  const seen = { ...view, choices } as never;
  return { speaks: step.when(seen, 0), marks: marked(step, alive, seen, 0) };
}

test("Babel's coach lights End the turn when there is nothing left to deploy", () => {
  expect(turn(babel, "coach:end", [["end"], ["hand:A"]])).toEqual({ speaks: true, marks: [] });
  expect(turn(babel, "coach:end", [["end"]]).marks).toEqual(["end"]);
});

test("Babel's coach speaks of runs when one can be used", () => {
  expect(turn(babel, "coach:runs", [["end"]]).speaks).toBe(false);
  expect(turn(babel, "coach:runs", [["end"], ["run:A", "use"]])).toEqual({ speaks: true, marks: ["run:A"] });
});

test("Amyitis' coach lights Pass only where nobody is free and nothing can be bought or planted", () => {
  const lit = (clicks: string[][], price: number) =>
    turn(amyitis, "coach:pass", clicks, { crafts: [{ cards: ["peasant"], price }] }).marks;
  expect(lit([["pass"], ["city:mari"]], 1)).toEqual([]);
  expect(lit([["pass"], ["craft:1:peasant"]], 0)).toEqual([]);
  expect(lit([["pass"], ["craft:1:peasant"]], 1)).toEqual(["pass"]);
});
