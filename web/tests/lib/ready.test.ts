import { beforeEach, expect, test } from "vitest";
import { readyText } from "../../src/lib/ready";
import { set } from "../../src/lib/settings.svelte";
import { CARD } from "../cards";

beforeEach(() => set("language", "en"));

const waits = (ahead: number) => readyText({ ...CARD, ready: false, ahead }, false);

test("says when a game will be compiled", () => {
  expect([0, 1, 2].map(waits)).toEqual([
    "Compiling this game (first start only).",
    "This game is compiled next (first start only).",
    "2 other games are compiled first (first start only).",
  ]);
  expect(readyText({ ...CARD, ready: false, ahead: 1 }, true)).toBe(
    "This game is compiled next (first start only). The match then starts automatically.",
  );
  set("language", "nl");
  expect(waits(2)).toBe("Eerst worden 2 andere spellen gecompileerd (alleen de eerste keer).");
});
