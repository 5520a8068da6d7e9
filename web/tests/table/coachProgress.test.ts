import { beforeEach, expect, test } from "vitest";
import type { BaseView, CoachStep } from "../../src/lib/game";
import {
  acted,
  advance,
  BEGIN,
  KEY,
  marked,
  read,
  recall,
  remember,
  upcoming,
} from "../../src/table/coach/coachProgress";

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
  step("score", "score", { asked: (view) => view.phase === "score" }),
];
const view = (phase: string) => ({ phase }) as BaseView;

beforeEach(() => localStorage.clear());

test("shows a step at its moment until it is read", () => {
  expect(advance(steps.slice(1), BEGIN, view("elsewhere"), 0)).toBe(BEGIN);
  const first = advance(steps, BEGIN, view("place"), 0);
  expect(first.at).toBe(0);
  expect(advance(steps, first, view("place"), 0)).toBe(first);
  expect(advance(steps, read(steps, first), view("place"), 0)).toMatchObject({ at: 1, over: false });
});

test("shows the step for the current question first, then the one it displaced", () => {
  const first = advance(steps, BEGIN, view("place"), 0);
  const asked = advance(steps, first, view("score"), 0);
  expect(asked).toMatchObject({ at: 3, over: false, done: [] });
  const decided = acted(steps, asked, ["city:a"]);
  expect(decided).toMatchObject({ over: true, done: ["score"] });
  expect(advance(steps, decided, view("score"), 0).at).toBe(0); // not the same again
  expect(upcoming(steps, decided)).toBe(0);
});

test("skips steps already done", () => {
  const early = acted(steps, { ...BEGIN, at: 0, over: false }, ["stand:f", "hex:d7"]);
  expect(early.done).toEqual(["place", "welcome"]);
  expect(advance(steps, early, view("place"), 0).at).toBe(2);
});

test("keeps a step until it is done or read", () => {
  const asking = { ...BEGIN, at: 1, over: false };
  expect(acted(steps, asking, ["end"])).toMatchObject({ at: 1, over: false, done: [] });
  expect(acted(steps, asking, ["stand:p"])).toMatchObject({ at: 1, over: true, done: ["place"] });
});

test("ends after the last step", () => {
  const all = { at: 3, over: true, done: steps.map(({ text }) => text) };
  expect(upcoming(steps, all)).toBe(-1);
  expect(advance(steps, all, view("score"), 0)).toBe(all);
});

test("marks requested places only if they can be chosen, and explained places always", () => {
  const asks = step("place", "place", { places: ["stand:f", "stand:p"], about: () => ["hex:d7"] });
  expect(marked(asks, new Set(["stand:p", "end"]), view("place"), 0)).toEqual(["stand:p", "hex:d7"]);
  const later = { ...asks, once: () => false };
  expect(marked(later, new Set(["stand:p", "end"]), view("place"), 0)).toEqual(["hex:d7"]);
});

test("remembers a limited number of tables across tabs and ignores invalid entries", () => {
  expect(recall("t1")).toEqual(BEGIN);
  remember("t1", { ...BEGIN, at: 4, done: ["place"] });
  expect(recall("t1")).toEqual({ ...BEGIN, at: 4, done: ["place"] });
  expect(recall("t2")).toEqual(BEGIN);
  for (let at = 0; at < 30; at++) remember(`other ${at}`, BEGIN);
  expect(Object.keys(JSON.parse(localStorage.getItem(KEY)!) as object)).toHaveLength(20);
  localStorage.setItem(KEY, "{");
  expect(recall("t2")).toEqual(BEGIN);
});
