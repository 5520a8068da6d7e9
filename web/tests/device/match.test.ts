import { expect, test } from "vitest";
import { changedBy, newMatch, newMatchId, peopleOf, planMatch, planRematch } from "../../src/device/match";
import type { NewTable } from "../../src/generated/protocol";
import { isOnDevice } from "../../src/lib/tables";
import { CARD } from "../cards";

const wish = (...who: string[]): NewTable => ({
  game: "ur",
  seats: who.map((one) => ({ who: one })) as NewTable["seats"],
});

test("tells ids of device matches from the server's", () => {
  expect(newMatchId()).toMatch(/^d-[a-z2-9]{12}$/);
  expect(isOnDevice(newMatchId())).toBe(true);
  expect(isOnDevice("23456789abcdef")).toBe(false);
});

test("lists people by name and bots by level, in the order asked for", () => {
  const plan = planMatch(wish("me", "king", "here"), CARD, ["Enki", "", "Inanna"], 5);
  expect(plan.seats).toEqual([
    { name: "Enki", bot: null },
    { name: "king", bot: "king" },
    { name: "Inanna", bot: null },
  ]);
  expect(peopleOf(plan)).toEqual([0, 2]);
  expect(plan).toMatchObject({ game: "ur", rules: 1, hints: false, leave: "bot", created: 5, start: null });
  expect(BigInt(plan.seed)).toBeLessThan(2n ** 63n);
});

test("alone against bots, allows hints and ends the match on resigning", () => {
  expect(planMatch(wish("me", "king", "king"), CARD, ["Enki"])).toMatchObject({ hints: true, leave: "loss" });
});

test("opens a rematch of the same people with rotated seats", () => {
  const plan = planMatch(wish("me", "king", "apprentice"), CARD, ["Enki"]);
  const again = planRematch(plan, 2);
  expect(again.seats.map(({ name }) => name)).toEqual(["apprentice", "Enki", "king"]);
  expect(again.rules).toBe(2);
  expect(again.id).not.toBe(plan.id);
  expect(again.seed).not.toBe(plan.seed);
});

test("shows whose turn it is, and the result", () => {
  const match = newMatch(planMatch(wish("me", "king"), CARD, ["Enki"], 1));
  expect(match.table.seats[0]).toMatchObject({ kind: "person", name: "Enki", you: true });
  const later = changedBy(match, { turn: 1, decisions: 4 }, 9);
  expect(later.table).toMatchObject({ status: "running", turn: 1, changed: 9 });
  const result = { winners: [0], scores: [3, 1], ending: "all cards drawn" };
  expect(changedBy(later, { turn: -1, decisions: 5, result }).table).toMatchObject({ status: "finished", result });
});

test("calls nobody `you` when several people share a device", () => {
  const { table } = newMatch(planMatch(wish("me", "here"), CARD, ["Enki", "Inanna"]));
  expect(table.seats.map((seat) => seat.you)).toEqual([false, false]);
});
