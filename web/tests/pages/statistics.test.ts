import { expect, test } from "vitest";
import type { GameStatistics } from "../../src/generated/protocol";
import { smoothed, tables } from "../../src/pages/statistics/lines";

const record = { played: 3, won: 1, shared: 1 };
const babel: GameStatistics = {
  game: "babel",
  record,
  seats: [{ seats: 2, record }],
  opponents: [
    { kind: "bot", name: "king", played: 2, ahead: 0, even: 1 },
    { kind: "person", name: "Anna", played: 1, ahead: 1, even: 0 },
    { kind: "person", name: "Anna", played: 1, ahead: 0, even: 0 },
    { kind: "person", name: "", played: 1, ahead: 0, even: 0 },
  ],
  openings: [
    { opening: "hittites", record },
    { opening: "unheard-of", record },
  ],
  decided: [],
};

test("names opponents and openings, and distinguishes equal names", () => {
  const [opponents, openings] = tables(babel);
  expect(opponents!.lines.map((line) => line.name)).toEqual(["King", "Anna", "Anna (2)", "People"]);
  expect(openings!.lines.map((line) => line.name)).toEqual(["Hittites", "unheard-of"]);
  expect(opponents!.lines[0]).toEqual({ name: "King", played: 2, won: 0, even: 1 });
});

test("shows no table for one number of players or none", () => {
  expect(tables(babel).map(({ key }) => key)).toEqual(["opponents", "openings"]);
  const more = { ...babel, seats: [...babel.seats, { seats: 3, record }] };
  expect(tables(more).map(({ key }) => key)).toEqual(["opponents", "seats", "openings"]);
  expect(tables({ ...babel, opponents: [], openings: [] })).toEqual([]);
});

test("draws the average of five matches", () => {
  expect(smoothed([])).toEqual([]);
  expect(smoothed([10, 20, 30, 40, 50, 60])).toEqual([10, 15, 20, 25, 30, 40]);
});
