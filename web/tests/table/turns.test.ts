import { expect, test } from "vitest";
import { turnFrom } from "../../src/table/state/replay.svelte";

const steps = [0, 0, 1, 1, 1, 0, 1].map((seat) => ({ seat }));

test("a step by turns leads to where the next turn begins, and back to where one began", () => {
  expect([0, 1, 2, 3, 5, 6].map((decision) => turnFrom(steps, decision, 1))).toEqual([2, 2, 5, 5, 6, 7]);
  expect([7, 6, 5, 4, 2, 1].map((decision) => turnFrom(steps, decision, -1))).toEqual([6, 5, 2, 2, 0, 0]);
  expect(turnFrom([], 0, 1)).toBe(1); // there is nothing to step through: `go` stays where it is
});
