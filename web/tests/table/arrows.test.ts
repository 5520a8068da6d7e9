import { expect, test } from "vitest";
import type { GameEvent } from "../../src/generated/protocol";
import type { BaseView } from "../../src/lib/game";
import ur from "../../src/games/ur";
import { arrows } from "../../src/table/review/arrows";

const view = {} as BaseView;
const moved = { kind: "moved", seat: 0, arguments: { place: "b3", target: "e2" }, text: "", decision: 0 };
const event = moved as unknown as GameEvent;

test("a move is an arrow from where it begins to where it ends", () => {
  const steps = [
    { clicks: ["field:b3"], events: [] },
    { clicks: ["field:e2"], events: [event] },
    { clicks: ["field:e2"], events: [event] }, // the second stone
  ];
  expect(arrows(steps, ur, view)).toEqual(["field:b3>field:e2"]);
});

test("where nothing is known to happen, what is clicked is the arrow", () => {
  expect(arrows([{ clicks: ["pawn", "site:A"] }, { clicks: ["done"] }], ur, view)).toEqual(["pawn>site:A"]);
  expect(arrows([{ clicks: ["field:c6", "field:c6"] }], ur, view)).toEqual([]);
});
