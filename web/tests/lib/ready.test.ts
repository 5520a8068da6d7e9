import { beforeEach, expect, test } from "vitest";
import { readyText } from "../../src/lib/ready";
import { set } from "../../src/lib/settings.svelte";
import { CARD } from "../cards";

beforeEach(() => set("language", "en"));

const waits = (ahead: number) => readyText({ ...CARD, ready: false, ahead }, false);

test("a game that is not ready says when it will be made so", () => {
  expect([0, 1, 2].map(waits)).toEqual([
    "This game is being made ready, which happens once.",
    "This game is made ready next.",
    "This game is made ready after 2 others.",
  ]);
  expect(readyText({ ...CARD, ready: false, ahead: 1 }, true)).toBe(
    "This game is made ready next. The match starts by itself.",
  );
  set("language", "nl");
  expect(waits(2)).toBe("Dit spel wordt na 2 andere klaargezet.");
});
