import { expect, test } from "vitest";
import type { GameEvent } from "../../src/generated/protocol";
import { lines } from "../../src/table/panel/log";

test("the same sentence several times in a row is one line", () => {
  const events = ["a", "b", "b", "b", "a"].map((text) => ({ text }) as GameEvent);
  expect(lines(events, (event) => event.text).map(({ text }) => text)).toEqual(["a", "b (3×)", "a"]);
});
