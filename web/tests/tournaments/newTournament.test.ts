/** The form's plan, and what is sent for it. */
import { expect, test } from "vitest";
import { bodyOf, botsOf, freshPlan, paceKind, problems, withGame } from "../../src/tournaments/newTournament";
import { CARD } from "../cards";

const babel = { ...CARD, name: "babel", seats: [2], options: [] };
const plan = { ...freshPlan(CARD), title: " Thursday club " };

test("only a name is missing from what a secretary begins with", () => {
  expect(problems(freshPlan(CARD))).toEqual(["title"]);
  expect(problems(plan)).toEqual([]);
  expect(bodyOf(plan)).toMatchObject({ title: "Thursday club", system: "swiss", rounds: 0, minutes: 0, starts: null });
});

test("what cannot be is found before it is sent", () => {
  expect(problems({ ...plan, rounds: 41 })).toEqual(["rounds"]);
  expect(problems({ ...plan, system: "arena", minutes: 4 })).toEqual(["minutes"]);
  expect(problems({ ...plan, clock: 0 })).toEqual(["clock"]);
  expect(problems({ ...plan, timed: true, at: "" })).toEqual(["at"]);
  expect(problems({ ...plan, timed: true, at: "2030-01-01T20:00" }, Date.parse("2031-01-01"))).toEqual(["at"]);
  expect(problems({ ...plan, bots: { scribe: 10, king: 7 } })).toEqual(["bots"]);
});

test("an arena is played with clocks, and has minutes instead of rounds", () => {
  const arena = { ...plan, system: "arena" as const, pace: "turn" as const, rounds: 5, minutes: 45 };
  expect(paceKind(arena)).toBe("clock");
  expect(bodyOf(arena)).toMatchObject({ rounds: 0, minutes: 45, pace: { kind: "clock" } });
});

test("another game keeps what it can", () => {
  const other = withGame({ ...plan, seats: 4 }, babel);
  expect(other).toMatchObject({ game: "babel", title: plan.title });
  expect(other.seats).toBe(2);
  expect(botsOf({ ...plan, bots: { scribe: 2, king: 0 } })).toEqual(["scribe", "scribe"]);
});
