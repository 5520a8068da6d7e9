import { expect, test } from "vitest";
import { latest } from "../../src/table/review/turns";

test("a long turn is told by its last six sentences", () => {
  expect(latest(["a", "b", "a"])).toEqual(["a (2×)", "b"]);
  expect(latest([..."abcdefgh"])).toEqual(["…", ..."cdefgh"]);
});
