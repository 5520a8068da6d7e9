import { beforeEach, expect, test } from "vitest";
import { ago } from "../../src/languages/language.svelte";
import { set } from "../../src/lib/settings.svelte";
import { addressOf, beginsText, isMyTurn, namesAt, paceText, seatNames, statusText } from "../../src/lib/tables";
import { TABLE } from "../cards";

beforeEach(() => set("language", "en"));

test("describes the state of a table", () => {
  expect(statusText(TABLE)).toBe("Your turn");
  expect(statusText({ ...TABLE, turn: 2 })).toBe("Inanna to move");
  const seats = TABLE.seats.map((seat) => (seat.seat === 1 ? { ...seat, kind: "open" as const, name: "" } : seat));
  expect(statusText({ ...TABLE, status: "open", seats })).toBe("1 seat free");
  const over = { ...TABLE, status: "finished" as const, turn: -1 };
  expect(statusText({ ...over, result: { winners: [0], scores: [9, 8, 7], ending: "" } })).toBe("You won");
  expect(statusText({ ...over, result: { winners: [1], scores: [8, 9, 7], ending: "" } })).toBe("Apprentice won");
  expect(statusText({ ...over, result: { winners: [0, 2], scores: [9, 8, 9], ending: "" } })).toBe(
    "Shared win: Enki and Inanna",
  );
  expect(isMyTurn(over)).toBe(false);
  expect(addressOf(over)).toBe("/replay/abc");
});

test("describes where a fork begins", () => {
  expect(beginsText(TABLE)).toBe("");
  expect(beginsText({ ...TABLE, begins: null })).toBe("");
  expect(beginsText({ ...TABLE, begins: [500, 0] })).toBe("starts at 500 : 0");
  expect(beginsText({ ...TABLE, begins: [] })).toBe("starts in the middle of a match");
});

test("describes it in Dutch", () => {
  set("language", "nl");
  expect(statusText({ ...TABLE, turn: 1 })).toBe("Leerling is aan de beurt");
  expect(seatNames(TABLE)[2]).toBe("Inanna");
  expect(paceText({ kind: "turn", base: 2 * 86_400_000 })).toBe("2 dagen per beurt");
});

test("describes paces and times", () => {
  expect(paceText({ kind: "untimed" })).toBe("no clock");
  expect(paceText({ kind: "clock", base: 600_000, increment: 5000 })).toBe("10 min + 5 s");
  expect(paceText({ kind: "turn", base: 4 * 3_600_000 })).toBe("4 hours per turn");
  const now = 1_800_000_000_000;
  expect(ago(now - 1000, now)).toBe("now");
  expect(ago(now - 3 * 3_600_000, now)).toBe("3 hours ago");
  expect(ago(now - 86_400_000, now)).toBe("yesterday");
  expect(ago(now - 30 * 86_400_000, now)).toMatch(/20\d\d/);
});

test("does not tell players who left that it is their turn or that they won", () => {
  const seats = TABLE.seats.map((seat) =>
    seat.you ? { ...seat, kind: "bot" as const, name: "scribe", left: "Enki" } : seat,
  );
  const gone = { ...TABLE, seats };
  expect([isMyTurn(gone), statusText(gone)]).toEqual([false, "Scribe to move"]);
  const result = { winners: [0], scores: [9, 8, 7], ending: "" };
  expect(statusText({ ...gone, status: "finished", turn: -1, result })).toBe("Scribe won");
});

test("numbers bots of one kind in lists as at the table", () => {
  const bot = (seat: number) => ({ seat, kind: "bot" as const, name: "apprentice", you: false });
  const twins = { ...TABLE, seats: [TABLE.seats[0]!, bot(1), bot(2)] };
  expect(statusText({ ...twins, turn: 2 })).toBe("Apprentice 2 to move");
  const result = { winners: [1], scores: [7, 9, 8], ending: "" };
  expect(statusText({ ...twins, status: "finished", turn: -1, result })).toBe("Apprentice 1 won");
});

test("says whom a rematch waits for", () => {
  const offer = (seat: number) => ({
    ...TABLE,
    status: "open" as const,
    turn: -1,
    seats: TABLE.seats.map((other) => ({ ...other, awaited: other.seat === seat })),
  });
  expect(statusText(offer(2))).toBe("Waiting for Inanna");
  expect(statusText(offer(0))).toBe("Rematch: waiting for you");
});

test("attributes earlier moves to the player after a bot takes over", () => {
  const seats = TABLE.seats.map((seat) =>
    seat.seat === 2 ? { ...seat, kind: "bot" as const, name: "scribe", left: "Inanna", left_at: 7 } : seat,
  );
  const table = { ...TABLE, seats };
  const names = seatNames(table);
  expect(namesAt(table, names, 6)[2]).toBe("Inanna");
  expect(namesAt(table, names, 7)).toEqual(names);
  expect(names[2]).toBe("Scribe");
});
