import { expect, test } from "vitest";
import {
  bodyOf,
  freshPlan,
  mendedPlan,
  paceProblem,
  quickBody,
  ratedOf,
  withSeat,
  withSeats,
} from "../../src/lib/newTable";
import { CARD } from "../cards";

test("plans a private first match against the weakest bots", () => {
  const body = quickBody(CARD, "apprentice");
  expect(body.seats).toEqual([{ who: "me" }, { who: "apprentice" }, { who: "apprentice" }]); // two is a house variant
  expect(body.public).toBe(false);
  expect(body.drawn).toBe(true); // who begins is drawn, unless somebody wanted it otherwise
  expect(quickBody(CARD, "apprentice", false).drawn).toBe(false);
  expect(body.options).toEqual({ bonus: "seed" });
});

test("restores a plan and repairs it where the game has changed", () => {
  const old = {
    ...freshPlan(CARD),
    seats: ["me", "open"],
    options: { bonus: "published" },
    pace: "turn" as const,
    hours: 72,
  };
  expect(mendedPlan(CARD, old)).toEqual(old);
  const strange = { ...old, seats: ["me", "emperor"], options: { bonus: "gone" } };
  expect(mendedPlan(CARD, strange)).toMatchObject({
    seats: freshPlan(CARD).seats,
    options: { bonus: "seed" },
    hours: 72,
  });
  expect(mendedPlan({ ...CARD, name: "babel", seats: [2], seat_notes: {} }, old).seats).toEqual(["me", "apprentice"]);
});

test("keeps the reader's seat when the number of seats changes", () => {
  expect(withSeats(["me", "king"], 4, "apprentice")).toEqual(["me", "king", "king", "king"]);
  expect(withSeats(["king", "open", "me"], 2, "apprentice")).toEqual(["king", "me"]);
  expect(withSeats(["me"], 2, "apprentice")).toEqual(["me", "apprentice"]);
});

test("swaps seats when the reader takes another one", () => {
  expect(withSeat(["me", "king", "open"], 2, "me")).toEqual(["open", "king", "me"]);
  expect(withSeat(["me", "king"], 1, "open")).toEqual(["me", "open"]);
});

test("sends times in milliseconds and refuses impossible ones", () => {
  const plan = freshPlan(CARD);
  expect(bodyOf(plan).pace).toEqual({ kind: "untimed" });
  expect(bodyOf({ ...plan, pace: "clock", minutes: 10, increment: 5 }).pace).toEqual({
    kind: "clock",
    base: 600_000,
    increment: 5000,
  });
  const letters = { ...plan, seats: ["me", "open"], pace: "turn" as const, hours: 24 };
  expect(bodyOf(letters).pace).toEqual({ kind: "turn", base: 86_400_000 });
  expect(bodyOf({ ...letters, seats: ["me", "king"] }).pace).toEqual({ kind: "untimed" }); // bots write none
  expect(paceProblem({ ...plan, pace: "clock", minutes: 0 })).toBe("minutes");
  expect(paceProblem({ ...plan, pace: "clock", minutes: NaN })).toBe("minutes");
  expect(paceProblem({ ...plan, pace: "clock", increment: 4000 })).toBe("increment");
  expect(paceProblem({ ...plan, minutes: 0 })).toBe(null);
});

test("defaults for two people: resigning loses, no hints", () => {
  const plan = freshPlan(CARD);
  const of = (seats: string[], more = {}) => bodyOf({ ...plan, seats, ...more });
  expect(of(["me", "king"])).toMatchObject({ leave: "loss", hints: true });
  expect(of(["me", "king", "king"])).toMatchObject({ leave: "loss", hints: true });
  expect(of(["me", "open"])).toMatchObject({ leave: "loss", hints: false });
  expect(of(["me", "open", "king"])).toMatchObject({ leave: "bot", hints: false });
  expect(of(["me", "open"], { leave: "bot", hints: true })).toMatchObject({ leave: "bot", hints: true });
  expect(mendedPlan(CARD, { ...plan, seats: ["me", "open"], leave: "bot", hints: true })).toMatchObject({
    leave: null,
    hints: null,
  });
});

test("rates tables with a clock and only people and levels", () => {
  const plan = { ...freshPlan(CARD), rated: true, pace: "clock" as const, seats: ["me", "open", "king"] };
  expect(ratedOf(plan, ["king"])).toBe(true);
  expect(bodyOf({ ...plan, hints: true }, ["king"])).toMatchObject({ rated: true, hints: false });
  expect(ratedOf({ ...plan, pace: "untimed" }, ["king"])).toBe(false);
  expect(ratedOf({ ...plan, seats: ["me", "random"] }, ["king"])).toBe(false);
  expect(ratedOf({ ...plan, pace: "turn", seats: ["me", "king"] }, ["king"])).toBe(false); // bots write no letters
  expect(bodyOf({ ...plan, rated: false }, ["king"]).rated).toBe(false);
});
