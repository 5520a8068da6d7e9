import { expect, test } from "vitest";
import type { Judged, Review } from "../../src/generated/protocol";
import { curve, hundredths } from "../../src/table/review/curves";
import { because } from "../../src/table/review/reasons";
import { Reviewing } from "../../src/table/state/review.svelte";

const judged = (decision: number, seat: number, before: number, after: number, more: Partial<Judged> = {}): Judged => ({
  decision,
  seat,
  action: 1,
  text: "end",
  before,
  after,
  cost: before - after,
  luck: 0,
  lot: 0.1,
  chances: seat ? [1 - before, before] : [before, 1 - before],
  // oxlint-disable-next-line unicorn/no-thenable -- the name in the protocol
  then: seat ? [1 - after, after] : [after, 1 - after],
  ...more,
});

const better = { action: 2, text: "m d7", clicks: ["hex:d7"], expected: [], instead: [], line: [], reasons: [] };

const review = (result: number | null): Review => ({
  game: "babel",
  rules: 1,
  decisions: 9,
  open: false,
  budget: 1,
  whole: true,
  seats: [0, 1].map((seat) => ({ seat, quality: 50, decisions: 1, start: 0.5, cost: 0, luck: 0, result, worst: [] })),
  judged: [
    judged(0, 0, 0.5, 0.5),
    judged(3, 1, 0.6, 0.4, { grade: "blunder", better }),
    judged(5, 0, 0.7, 0.65, { grade: "slip", better }),
  ],
});

test("rounds a little less than nothing to 0, not to −0", () => {
  expect(hundredths(-0.0001)).toBe(0);
  expect(hundredths(-0.016)).toBe(-2);
});

test("includes every decision and the end in a curve", () => {
  expect(curve(review(0.9), 0)).toEqual([
    [0, 0.5],
    [0.5, 0.5],
    [3, 0.4],
    [3.5, 0.6],
    [5, 0.7],
    [5.5, 0.65],
    [9, 0.9],
  ]);
  expect(curve(review(null), 1).slice(2, 4)).toEqual([
    [3, 0.6],
    [3.5, 0.4],
  ]);
  expect(hundredths(0.655)).toBe(66);
});

test("steps through costly decisions, wrapping around", () => {
  const reviewing = new Reviewing("t");
  reviewing.told = { status: "done", known: review(0.9), open: null };
  expect(reviewing.marked.map((one) => one.decision)).toEqual([3, 5]);
  expect(reviewing.next(0, 1)?.decision).toBe(3);
  expect(reviewing.next(3, 1)?.decision).toBe(5);
  expect(reviewing.next(5, 1)?.decision).toBe(3);
  expect(reviewing.next(3, -1)?.decision).toBe(5);
  reviewing.open = true; // nothing is secret there: it is the same
  expect(reviewing.review).toEqual(review(0.9));
});

test("words reasons with the players' names", () => {
  const text = "It costs seat 1 about 3 points later on.";
  const reason = { kind: "blocks" as const, seat: 1, points: 3, instead: 0, text };
  expect(because(reason, ["Enki", "Ninlil"])).toBe("It costs Ninlil about 3 points later on.");
});
