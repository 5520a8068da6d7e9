import { expect, test } from "vitest";
import { since, sinceWhen } from "../../src/table/state/since.svelte";
import type { TableState } from "../../src/live/state";

const deciders = [0, 1, 1, 2];
const state = {
  seat: 0,
  decisions: 4,
  scores: [3, 9, 4],
  deciders,
  history: deciders.map((seat, decision) => ({ decision, seat, kind: "placed", arguments: {}, text: "" })),
} as unknown as TableState;

test("summarises decisions and gains of each seat since the reader's last decision", () => {
  expect(sinceWhen(state)).toBe(1);
  expect(since(state, 1, [1, 4, 4])).toMatchObject([
    { seat: 1, first: 1, last: 2, gain: 5, events: [{ decision: 1 }, { decision: 2 }] },
    { seat: 2, first: 3, last: 3, gain: 0 },
    { seat: 0, first: -1, gain: 2, events: [] },
  ]);
});

test("omits gains without old scores, and is empty after the reader's own decision", () => {
  expect(since(state, 1, []).map(({ seat, gain }) => [seat, gain])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(sinceWhen({ ...state, seat: 2 })).toBe(4);
});
