import { describe, expect, test } from "vitest";
import { aboutOf } from "../../src/table/inspect/about";
import { placed } from "../../src/table/inspect/placement";
import { gainsByPlace } from "../../src/table/state/gains";
import type { BaseView, GameModule } from "../../src/lib/game";
import type { Previewed } from "../../src/generated/protocol";

const SCREEN = { width: 400, height: 600 };
const CARD = { width: 200, height: 100 };

describe("position of an information card", () => {
  test("is above the thing where there is room", () => {
    expect(placed({ x: 150, y: 300, width: 20, height: 20 }, CARD, SCREEN)).toEqual({ x: 60, y: 192 });
  });

  test("is below the thing at the top of the window", () => {
    expect(placed({ x: 150, y: 40, width: 20, height: 20 }, CARD, SCREEN)).toEqual({ x: 60, y: 68 });
  });

  test("never leaves the window", () => {
    for (const x of [-80, 0, 190, 390, 500])
      for (const y of [-900, -30, 0, 300, 590, 2000])
        for (const size of [10, 120, 700]) {
          const at = placed({ x, y, width: size, height: size }, CARD, SCREEN, 120);
          expect(at.x).toBeGreaterThanOrEqual(8);
          expect(at.x + CARD.width).toBeLessThanOrEqual(SCREEN.width - 8);
          expect(at.y).toBeGreaterThanOrEqual(8);
          expect(at.y + CARD.height).toBeLessThanOrEqual(SCREEN.height - 120 - 8);
        }
  });
});

describe("gains on the board", () => {
  const choice = (action: number, ...clicks: string[]) => ({ action, text: "", clicks });
  const choices = [choice(1, "stand:f", "hex:a1"), choice(2, "stand:f", "hex:b2"), choice(3, "stand:f", "hex:c3")];
  const preview = { type: "previewed", id: "p", version: 1, gains: { 1: [3, 0], 3: [0, 2] }, final: [] } as Previewed;

  test("are shown on places that complete a choice, only for the reader", () => {
    expect(gainsByPlace(preview, choices, ["stand:f"], 0)).toEqual(new Map([["hex:a1", 3]]));
    expect(gainsByPlace(preview, choices, ["stand:f"], 1)).toEqual(new Map([["hex:c3", 2]]));
  });

  test("are hidden while more must be chosen or if all are equal", () => {
    expect(gainsByPlace(preview, choices, [], 0).size).toBe(0);
    expect(gainsByPlace(preview, choices.slice(0, 1), ["stand:f"], 0).size).toBe(0);
    expect(gainsByPlace(null, choices, ["stand:f"], 0).size).toBe(0);
  });
});

test("falls back to labels in a game without descriptions", () => {
  const module = { name: () => "b2", label: () => "well b2, free", clause: () => 2 } as unknown as GameModule;
  const view = { players: [{ seat: 0, score: 4 }] } as BaseView;
  expect(aboutOf(module, "well:b2", view, ["Anna"], null)).toEqual({
    title: "B2",
    lines: ["Well b2, free"],
    clause: 2,
  });
  expect(aboutOf(module, "seat:0", view, ["Anna"], null)).toEqual({ title: "Anna", lines: ["4 points"] });
});
