import { beforeEach, expect, test } from "vitest";
import { readyText } from "../../src/lib/ready";
import { set } from "../../src/lib/settings.svelte";
import { CARD } from "../cards";

beforeEach(() => set("language", "en"));

const waits = (ahead: number) => readyText({ ...CARD, ready: false, ahead }, false);

test("a game that is not ready says where it is in line", () => {
  expect([0, 1, 2, 3].map(waits)).toEqual(["Getting ready, which happens once.", "Next in line.", "2nd in line.", "3rd in line."]);
  expect(readyText({ ...CARD, ready: false, ahead: 1 }, true)).toBe("Next in line. The match starts by itself.");
  set("language", "nl");
  expect(waits(2)).toBe("2e in de rij.");
});
