import { render } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import type { Choice } from "../../src/lib/game";
import type { Hinted, Previewed } from "../../src/generated/protocol";
import { apart, first, nearest, next, type Direction, type Spot } from "../../src/table/state/arrowKeys";
import Reason from "../../src/table/bar/Reason.svelte";
import { line, steps, ticks } from "../../src/lib/chart";
import { completions } from "../../src/table/dialogs/completion";
import { duration } from "../../src/table/seats/durations";
import { gains, written } from "../../src/table/state/gains";
import { hintedPlaces } from "../../src/table/state/hints";
import { entries } from "../../src/table/panel/log";
import { seatNames } from "../../src/lib/tables";
import { clamp, FITTED, zoomAt } from "../../src/table/board/zoom";
import { event, table } from "../lib/serverMessages";

const choices: Choice[] = [
  { action: 1, text: "f d7", clicks: ["hand:f", "d7"] },
  { action: 2, text: "f e7", clicks: ["hand:f", "e7"] },
  { action: 3, text: "n d7", clicks: ["hand:n", "d7"] },
];

describe("gain of a choice", () => {
  const preview: Previewed = {
    type: "previewed",
    id: "p",
    version: 1,
    gains: { "1": [4, 0], "2": [2, -1] },
    final: [3],
  };

  test("is one value or a range, for the affected seats", () => {
    expect(gains(preview, [choices[0]!])).toEqual([{ seat: 0, least: 4, most: 4 }]);
    expect(gains(preview, choices.slice(0, 2)).map(written)).toEqual(["up to +4", "down to −1"]);
    expect(gains(preview, [choices[2]!])).toEqual([]);
    expect(gains(null, choices)).toEqual([]);
  });
});

test("draws hints at the next click", () => {
  const candidate = (action: number, visits: number) => ({ action, text: "", visits, value: 0.5 });
  const hint = { candidates: [candidate(1, 0.5), candidate(2, 0.3), candidate(3, 0.2)] } as unknown as Hinted;
  expect(hintedPlaces(hint, choices, [])).toEqual(
    new Map([
      ["hand:f", 1],
      ["hand:n", 3],
    ]),
  );
  expect(hintedPlaces(hint, choices, ["hand:f"])).toEqual(
    new Map([
      ["d7", 1],
      ["e7", 2],
    ]),
  );
  expect(hintedPlaces(null, choices, [])).toEqual(new Map());
});

describe("arrow keys", () => {
  const spot = (place: string, x: number, y: number): Spot & { place: string } => ({ place, x, y });
  const spots = [spot("a", 0, 0), spot("b", 100, 5), spot("c", 50, 80), spot("d", 0, 100)];

  test("go to the nearest place in that direction", () => {
    expect(next(spots, spots[0]!, "ArrowRight")?.place).toBe("b");
    expect(next(spots, spots[0]!, "ArrowDown")?.place).toBe("d");
    expect(next(spots, spots[0]!, "ArrowLeft")).toBeNull();
    expect(next(spots, spots[2]!, "ArrowUp")?.place).toBe("b");
  });

  test("start at the top left", () => {
    expect(first(spots)?.place).toBe("a");
    expect(first([])).toBeNull();
  });

  test("go to a place far aside if none is straighter", () => {
    const [card, button] = [spot("card", 0, 0), spot("button", 90, -30)];
    expect(next([card, button], card, "ArrowUp")?.place).toBe("button");
    expect(next([card, button], card, "ArrowRight")?.place).toBe("button");
    expect(next([card, button], card, "ArrowDown")).toBeNull();
    expect(nearest([spot("far", 500, 0), button], card)?.place).toBe("button");
    expect(nearest([], card)).toBeNull();
  });

  const DIRECTIONS: Direction[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

  /** The spots that arrows reach from one of them. */
  function reached(all: Spot[], from: Spot): number {
    const reached = new Set([from]);
    for (const one of reached)
      for (const direction of DIRECTIONS) {
        const other = next(all, one, direction);
        if (other) reached.add(other);
      }
    return reached.size;
  }

  /** Numbers that look random and are the same every time. */
  function* numbers(seed: number): Generator<number, never> {
    for (;;) yield (seed = (seed * 48271) % 2147483647) / 2147483647;
  }

  test("reach every place from every other, in all layouts", () => {
    const chance = numbers(1);
    const upTo = (count: number) => Math.floor(chance.next().value * count);
    const layouts: Spot[][] = [];
    for (let times = 0; times < 30; times++) {
      const count = 2 + upTo(40);
      layouts.push(Array.from({ length: count }, () => ({ x: upTo(1200), y: upTo(700) })));
      layouts.push(Array.from({ length: count }, () => ({ x: 50 * upTo(9), y: 50 * upTo(9) })));
      layouts.push(Array.from({ length: count }, (_, at) => ({ x: 20 * at, y: 20 * at * (times % 2 ? 1 : -1) })));
      const hexagons = Array.from({ length: count }, () => [upTo(9), upTo(9)] as const);
      layouts.push([
        ...hexagons.map(([column, row]) => ({ x: 50 * column + 25 * (row % 2), y: 43 * row })),
        ...Array.from({ length: upTo(5) }, (_, at) => ({ x: 300 + 90 * at, y: -80 })),
      ]);
    }
    for (const spots of layouts) {
      const all = apart(spots);
      for (const from of all) expect(reached(all, from)).toBe(all.length);
    }
  });
});

const called = ({ text }: Choice) => text.replace(/^f /, "farmer → ");

test("suggests moves by prefix, then by substring", () => {
  expect(completions("F", choices, called).map((choice) => choice.action)).toEqual([1, 2]);
  expect(completions("d7", choices, called).map((choice) => choice.action)).toEqual([1, 3]);
  expect(completions("", choices, called)).toHaveLength(3);
  expect(completions("farmer d7", choices, called).map((choice) => choice.action)).toEqual([1]);
});

test("has one log entry for each decision", () => {
  const log = entries([event(-1, -1), event(0), event(0, 1), event(2, 1)]);
  expect(log.map((entry) => [entry.decision, entry.seat, entry.events.length])).toEqual([
    [-1, -1, 1],
    [0, 0, 2],
    [2, 1, 1],
  ]);
});

test("keeps existing log entries identical", () => {
  const history = [event(0), event(1)];
  const before = entries(history);
  const after = entries([...history, event(1, 1), event(2)], before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after).toHaveLength(3);
});

test("numbers bots of one kind", () => {
  const bot = (seat: number) => ({ seat, kind: "bot" as const, name: "scribe", you: false });
  expect(seatNames({ ...table, seats: [table.seats[0]!, bot(1), bot(2)] })).toEqual([
    "Enheduanna",
    "Scribe 1",
    "Scribe 2",
  ]);
  expect(seatNames(table)).toEqual(["Enheduanna", "Scribe"]);
});

describe("the board's window", () => {
  test("keeps the point it zooms at", () => {
    const zoom = zoomAt(FITTED, 2, { x: 100, y: 50 }, 400, 300);
    expect(zoom).toEqual({ scale: 2, x: -100, y: -50 });
    expect(zoomAt(zoom, 0.1, { x: 0, y: 0 }, 400, 300)).toEqual(FITTED);
  });

  test("never leaves the board", () => {
    expect(clamp({ scale: 2, x: 50, y: -900 }, 400, 300)).toEqual({ scale: 2, x: 0, y: -300 });
  });
});

test("keeps only changes in a chart", () => {
  expect(steps([0, 0, 0, 4, 4, 5])).toEqual([
    [0, 0],
    [2, 0],
    [3, 4],
    [4, 4],
    [5, 5],
  ]);
  expect(
    line(
      [
        [0, 0],
        [1, 2],
      ],
      (at) => at,
      (value) => -value,
    ),
  ).toBe("M0.0 0.0L1.0 -2.0");
  expect(ticks(0, 37)).toEqual([0, 10, 20, 30]);
  expect(ticks(0, 2)).toEqual([0, 1, 2]);
});

test("links the clauses of a refusal to the rules", () => {
  const opened: number[] = [];
  const said = (text: string, clauses: number[]) => {
    const { container, unmount } = render(Reason, {
      reason: { text, clauses },
      onclause: (clause: number) => opened.push(clause),
    });
    for (const button of container.querySelectorAll("button")) button.click();
    const words = container.textContent?.trim();
    unmount();
    return words;
  };
  expect(said("Tokens are placed first (clause 12).", [12])).toBe("Tokens are placed first (clause 12).");
  expect(said("Field c3 is full (clauses 3 and 6).", [3, 6])).toBe("Field c3 is full (clause 3, clause 6).");
  expect(said("The match (of Ur) is over.", [])).toBe("The match (of Ur) is over.");
  expect(opened).toEqual([12, 3, 6]);
});

test("formats clocks in short", () => {
  expect(duration(125_000)).toBe("2:05");
  expect(duration(3_725_000)).toBe("1:02:05");
});
