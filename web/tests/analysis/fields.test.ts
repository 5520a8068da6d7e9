import { expect, test } from "vitest";
import { changed, fields, written } from "../../src/analysis/fields";

const position = {
  game: "ur",
  board: ["Aw"],
  turn: 3,
  phase: "act",
  players: [
    { hand: "TP", supply: 15 },
    { hand: "CP", supply: 17 },
  ],
  used: [],
};

test("has a field for everything except the board", () => {
  expect(fields(position).map(({ path }) => path.join("."))).toEqual([
    "turn",
    "phase",
    "players.0.hand",
    "players.0.supply",
    "players.1.hand",
    "players.1.supply",
    "used",
  ]);
  expect(written("act")).toBe("act");
  expect(written([1])).toBe("[1]");
});

test("changes a copy", () => {
  expect(changed(position, ["players", 1, "hand"], "AW")?.["players"]).toEqual([
    { hand: "TP", supply: 15 },
    { hand: "AW", supply: 17 },
  ]);
  expect(changed(position, ["turn"], "4")?.["turn"]).toBe(4);
  expect(changed(position, ["turn"], "four")).toBeNull();
  expect(position.turn).toBe(3);
});
