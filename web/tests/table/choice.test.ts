import { expect, test } from "vitest";
import { Choosing } from "../../src/table/state/choice.svelte";

const choices = (...clicks: string[][]) => clicks.map((one, action) => ({ action, text: one.join(" "), clicks: one }));

test("preselects the common first click, which can be undone", () => {
  const choosing = new Choosing();
  choosing.reset(choices(["pawn", "site:A"], ["pawn", "site:H"]));
  expect(choosing.path).toEqual(["pawn"]);
  expect([...choosing.alive]).toEqual(["site:A", "site:H"]);
  choosing.choose("pawn"); // who clicks it means it
  expect(choosing.path).toEqual(["pawn"]);
  choosing.back();
  expect(choosing.path).toEqual([]);
});

test("never makes the last click automatically", () => {
  const choosing = new Choosing();
  choosing.reset(choices(["end"]));
  expect(choosing.path).toEqual([]);
  choosing.reset(choices(["stand:f", "hex:a1"]));
  expect([choosing.path, choosing.made]).toEqual([["stand:f"], null]);
  choosing.reset(choices(["run:A"], ["run:A", "use"]));
  expect(choosing.path).toEqual([]);
});

test("preselects nothing when there is a choice", () => {
  const choosing = new Choosing();
  choosing.reset(choices(["pawn", "site:A"], ["hand:A"]));
  expect([choosing.path, choosing.kept]).toEqual([[], false]);
});
