import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = async () => (await import("../../src/learn/progress.svelte")).progress;

test("keeps progress, including unknown entries", async () => {
  localStorage.setItem("ziggurat:lessons", JSON.stringify({ chess: ["castle"], ur: ["farm", 7] }));
  const progress = await load();
  expect(progress.has("ur", "farm")).toBe(true);
  progress.add("ur", "trade");
  progress.add("ur", "trade");
  expect(progress.count("ur", ["farm", "trade", "fight"])).toBe(2);
  expect(progress.next("ur", ["farm", "trade", "fight"])).toBe("fight");
  expect(JSON.parse(localStorage.getItem("ziggurat:lessons")!)).toEqual({ chess: ["castle"], ur: ["farm", "trade"] });
  progress.forget("ur");
  expect(progress.next("ur", ["farm"])).toBe("farm");
  expect(JSON.parse(localStorage.getItem("ziggurat:lessons")!)).toEqual({ chess: ["castle"] });
});

test.each(["{", "7", "null", '{"ur": 3}'])("ignores invalid stored text (%s)", async (stored) => {
  localStorage.setItem("ziggurat:lessons", stored);
  expect((await load()).count("ur", ["farm"])).toBe(0);
});
