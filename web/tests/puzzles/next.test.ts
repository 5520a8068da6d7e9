import { afterEach, expect, test, vi } from "vitest";
import { themeName } from "../../src/languages/puzzles";
import { set } from "../../src/lib/settings.svelte";
import { addressOf, goToNext, wantedHere } from "../../src/puzzles/next";

afterEach(() => vi.unstubAllGlobals());

test("stores the chosen puzzles in the address", () => {
  const wanted = { game: "ur", theme: "war" };
  const address = addressOf({ game: "ur", id: "abc" }, wanted);
  expect(address).toBe("/puzzles/ur/abc?game=ur&theme=war");
  expect(wantedHere(address.slice(address.indexOf("?")))).toEqual(wanted);
  expect(addressOf({ game: "ur", id: "abc" })).toBe("/puzzles/ur/abc");
  expect(wantedHere("")).toEqual({ game: undefined, theme: undefined });
});

test("opens the next puzzle of the chosen kind", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ game: "babel", id: "def" }));
  });
  await goToNext({ theme: "patience" });
  expect(asked).toEqual(["/api/puzzles/next?theme=patience"]);
  expect(location.pathname + location.search).toBe("/puzzles/babel/def?theme=patience");
});

test("translates a game's themes and shows unknown ones as they are", () => {
  set("language", "en");
  expect(themeName("babel", "temple")).toBe("temples");
  expect(themeName("ur", "patience")).toBe("patience");
  expect(themeName("ur", "zugzwang")).toBe("zugzwang");
});
