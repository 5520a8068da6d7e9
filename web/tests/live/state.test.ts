import { describe, expect, test } from "vitest";
import {
  decider,
  deedsOfOthers,
  isFree,
  isGap,
  left,
  plays,
  received,
  toTakeBack,
  type TableState,
} from "../../src/live/state";
import { changed, event, left as leftTable, table, welcome } from "../lib/serverMessages";

const after = (...messages: Parameters<typeof received>[1][]): TableState =>
  messages.reduce<TableState | null>((state, message) => received(state, message, 1000), null)!;

describe("table state", () => {
  test("adds the events of a move", () => {
    const state = after(welcome(2), changed(3, 3));
    expect(state.decisions).toBe(3);
    expect(state.history.map((one) => one.decision)).toEqual([0, 1, 2]);
    expect(state.table.turn).toBe(1);
  });

  test("drops the events of undone decisions", () => {
    const state = after(welcome(3), changed(4, 1, { kind: "undo", events: [] }));
    expect(state.history.map((one) => one.decision)).toEqual([0]);
    expect(state.version).toBe(4);
  });

  test("ignores a change that is already applied", () => {
    const before = after(welcome(3));
    expect(received(before, changed(2, 2), 0)).toBe(before);
    expect(received(before, changed(3, 3), 0)).toBe(before);
  });

  test("applies an undo request without a new version", () => {
    const wish = { seat: 1, decisions: 2, missing: [0] };
    const state = after(welcome(3), changed(3, 3, { kind: "ask", seat: 1, events: [], wish }));
    expect(state.wish).toEqual(wish);
    expect(state.history).toHaveLength(3);
  });

  test("detects a missing change", () => {
    expect(isGap(after(welcome(3)), changed(6, 5))).toBe(true);
    expect(isGap(after(welcome(3)), changed(4, 4))).toBe(false);
    expect(isGap(after(welcome(3)), changed(4, 1, { kind: "undo" }))).toBe(false);
  });

  test("updates the seat when somebody sits down", () => {
    const seats = table.seats.map((seat) => ({ ...seat, you: seat.seat === 1 }));
    expect(after(welcome(0), { type: "seated", table: { ...table, seats } }).seat).toBe(1);
  });

  test("applies the end with its result", () => {
    const result = { winners: [0], scores: [3, 1], ending: "the deck is empty" };
    const { table } = after(welcome(2), changed(3, 3, { actor: -1, result }));
    expect([table.status, table.result]).toEqual(["finished", result]);
  });
});

describe("undo", () => {
  test("goes to the player's last decision, past those of bots", () => {
    const history = [event(0, 0), event(1, 1), event(2, 1)];
    const state = after(welcome(3, { history }));
    expect(toTakeBack(state)).toBe(3);
    expect(decider(state, 2)).toBe(1);
  });

  test("knows who decided even if the event is about another seat", () => {
    const state = after(welcome(1, { history: [event(0, 1)] }), changed(2, 2, { seat: 0, events: [event(1, 1)] }));
    expect(toTakeBack(state)).toBe(1);
  });

  test("stops at moves others have seen in rated and tournament matches", () => {
    const history = [event(0, 0), event(1, 1), event(2, 1)];
    for (const strict of [{ rated: true }, { tournament: "abc" }]) {
      expect(toTakeBack(after(welcome(3, { history, table: { ...table, ...strict } })))).toBe(0);
    }
  });

  test("needs consent of people but not of bots", () => {
    const state = after(welcome(2));
    expect(isFree(state, 2)).toBe(true);
    const people = table.seats.map((seat) => ({ ...seat, kind: "person" as const }));
    const among = after(welcome(2, { table: { ...table, seats: people }, undoable: 1 }));
    expect([isFree(among, 1), isFree(among, 2)]).toEqual([true, false]);
  });
});

test("runs only the clock of the player to move", () => {
  const state = after(welcome(2, { clocks: [60_000, 50_000] }));
  expect(left(state, 0, 6000)).toBe(55_000);
  expect(left(state, 1, 6000)).toBe(50_000);
  expect(left(state, 0, 1e9)).toBe(0);
});

test("shows the time left after a reload", () => {
  const before = received(null, welcome(2, { clocks: [1_200_000, 1_200_000], at: 5_000 }), 1000)!;
  const again = received(null, welcome(2, { clocks: [900_000, 1_200_000], at: 305_000 }), 7000)!;
  expect(left(before, 0, 301_000)).toBe(left(again, 0, 7000));
});

test("does not let players act after a bot has taken over", () => {
  expect(plays(after(welcome(2)))).toBe(true);
  const gone = after(welcome(2), { type: "seated", table: leftTable });
  expect([gone.seat, plays(gone), toTakeBack(gone)]).toEqual([0, false, 0]);
  expect(plays(after(welcome(2, { seat: -1 })))).toBe(false);
});

test("lists moves of others since the player's last decision", () => {
  const of = (decision: number, seat: number, kind: string) => ({ ...event(decision, seat), kind });
  const history = [of(0, 0, "placed"), of(1, 1, "placed"), of(1, 1, "gained"), of(2, 1, "drew")];
  expect(deedsOfOthers(after(welcome(3, { history }))).map(({ kind, decision }) => [kind, decision])).toEqual([
    ["placed", 1],
    ["drew", 2],
  ]);
  expect(deedsOfOthers(after(welcome(1, { history: [of(0, 0, "placed")] })))).toEqual([]);
});
