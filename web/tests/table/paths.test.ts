import { describe, expect, test } from "vitest";
import type { Effect } from "../../src/lib/game";
import { DROPS, motions } from "../../src/table/board/paths";

const rect = (x: number, y: number) => ({ x, y, width: 40, height: 40 }) as DOMRect;
const PLACES: Record<string, DOMRect> = { a: rect(0, 0), b: rect(100, 0), c: rect(100, 100), "seat:1": rect(300, 0) };
const moved = (effect: Effect) =>
  motions(
    effect,
    (place) => PLACES[place],
    (place) => PLACES[place],
  );

const effects: [Effect, number][] = [
  [{ kind: "pulse", place: "a" }, 1],
  [
    {
      kind: "light",
      places: ["b", "c"],
      seat: 1,
      links: [
        ["a", "b"],
        ["b", "c"],
      ],
    },
    4,
  ],
  [{ kind: "run", places: ["a", "b", "c"] }, 3 + DROPS],
  [{ kind: "fly", from: "a", to: "b", seat: 1 }, 1],
  [{ kind: "fly", from: "a", to: "b", seat: 1, pieces: ["x", "y", "z"] }, 3],
  [{ kind: "points", from: null, seat: 1, points: 2 }, 1],
  [{ kind: "fall", place: "a" }, 3],
  [{ kind: "fall", place: "a", pieces: ["x", "y"] }, 2],
];

describe("the paths of effects", () => {
  test.each(effects)("move every part of %j", (effect, parts) => {
    const paths = moved(effect);
    expect(paths).toHaveLength(parts);
    expect(paths.every(({ frames, after }) => frames.length > 1 && after >= 0 && after <= 1.2)).toBe(true);
  });

  test.each(effects)("animate only transforms and opacity: %j", (effect) => {
    for (const { frames } of moved(effect))
      for (const name of ["width", "height", "transformOrigin"])
        expect(new Set(frames.map((frame) => frame[name])).size).toBe(1);
  });

  test("draw connections before their target", () => {
    const after = moved(effects[1]![0]).map((motion) => motion.after);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after[1]).toBeGreaterThan(after[0]!);
  });

  test("scale things to their target", () => {
    const scale = (place: string) =>
      /scale\((.*)\)/.exec(
        String(moved({ kind: "fly", from: "c", to: place, seat: 1 })[0]!.frames.at(-1)!.transform),
      )![1];
    PLACES["small"] = { x: 0, y: 0, width: 28, height: 28 } as DOMRect;
    PLACES["large"] = { x: 0, y: 0, width: 300, height: 80 } as DOMRect;
    expect([scale("small"), scale("large")]).toEqual(["0.5", "0.9"]);
  });

  test("skip invisible places and keep the order", () => {
    const paths = moved({ kind: "light", places: ["gone", "c"], seat: 1, links: [["a", "gone"]] });
    expect(paths.map(({ frames }) => frames.length > 0)).toEqual([false, false, true]);
  });
});
