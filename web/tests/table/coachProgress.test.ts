import { beforeEach, expect, test } from "vitest";
import type { BaseView, CoachStep } from "../../src/lib/game";
import { acted, advance, BEGIN, marked, read, recall, remember, upcoming } from "../../src/table/coach/coachProgress";

const step = (text: string, phase: string, more: Partial<CoachStep> = {}): CoachStep => ({
  when: (view) => view.phase === phase,
  text,
  ...more,
});
const welcome = { when: () => true, text: "welcome" };
const steps = [
  welcome,
  step("place", "place", { places: ["stand:f", "stand:p"] }),
  step("rest", "place"),
  step("score", "score"),
];
const view = (phase: string) => ({ phase }) as BaseView;

beforeEach(() => sessionStorage.clear());

test("a step waits for its moment, and stays until it has been read", () => {
  expect(advance(steps.slice(1), BEGIN, view("score"), 0)).toBe(BEGIN);
  const first = advance(steps, BEGIN, view("place"), 0);
  expect(first.at).toBe(0);
  expect(advance(steps, first, view("place"), 0)).toBe(first);
  expect(advance(steps, read(first), view("place"), 0)).toMatchObject({ at: 1, over: false });
});

test("a step whose moment is gone makes room, and the last one stays", () => {
  const at = { ...BEGIN, at: 2 };
  expect(advance(steps, at, view("place"), 0)).toBe(at);
  const last = advance(steps, at, view("score"), 0);
  expect(last.at).toBe(3);
  expect(upcoming(steps, last)).toBe(-1);
  expect(advance(steps, read(last), view("score"), 0).at).toBe(3);
});

test("a deed ends the step that asks for it, and one done early is told of at once, never left out", () => {
  const asking = { ...BEGIN, at: 1 };
  expect(acted(steps, asking, ["stand:p", "hex:d7"])).toMatchObject({ at: 1, over: true, done: ["place"] });
  expect(acted(steps, asking, ["end"])).toMatchObject({ over: false, done: [] });
  const early = acted(steps, { ...BEGIN, at: 0 }, ["stand:f", "hex:d7"]);
  const told = advance(steps, early, view("elsewhere"), 0); // its moment is gone, and its text is not
  expect(told).toMatchObject({ at: 1, over: false, moved: false, early: true });
  expect(advance(steps, told, view("place"), 0)).toBe(told); // until it is read
  expect(advance(steps, read(told), view("place"), 0)).toMatchObject({ at: 2, early: false });
});

test("whoever plays on without reading is followed, when the next step's moment has come", () => {
  const moved = acted(steps, { ...BEGIN, at: 2 }, ["end"]);
  expect(advance(steps, moved, view("place"), 0)).toBe(moved);
  expect(advance(steps, moved, view("score"), 0).at).toBe(3);
});

test("of what a step asks for only what can be chosen is marked; what it explains, always", () => {
  const asks = step("place", "place", { places: ["stand:f", "stand:p"], about: () => ["hex:d7"] });
  expect(marked(asks, new Set(["stand:p", "end"]), view("place"), 0)).toEqual(["stand:p", "hex:d7"]);
  const later = { ...asks, once: () => false };
  expect(marked(later, new Set(["stand:p", "end"]), view("place"), 0)).toEqual(["hex:d7"]);
});

test("a table is remembered, and so is nothing that is not ours", () => {
  expect(recall("t1")).toEqual(BEGIN);
  remember("t1", { ...BEGIN, at: 4, done: ["place"] });
  expect(recall("t1")).toEqual({ ...BEGIN, at: 4, done: ["place"] });
  expect(recall("t2")).toEqual(BEGIN);
  sessionStorage.setItem("ziggurat coach t2", "{");
  expect(recall("t2")).toEqual(BEGIN);
});
