import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameModule } from "../../src/lib/game";
import { received, type TableState } from "../../src/live/state";
import { timed } from "../../src/table/state/effects";
import { Stage, type Step } from "../../src/table/state/stage.svelte";
import { event, welcome } from "../lib/serverMessages";

const module = { effects: () => [{ kind: "pulse", place: "d7" }] } as unknown as GameModule;
const step = (decisions: number, own = false): Step => ({
  state: received(null, welcome(decisions), 0) as TableState,
  events: [event(decisions - 1)],
  own,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stageWith(moving = true) {
  const happened: number[] = [];
  const stage = new Stage(
    () => module,
    () => moving,
    (shown) => happened.push(shown.state.decisions),
  );
  return { stage, happened, shown: () => stage.shown?.decisions };
}

describe("the stage", () => {
  test("shows changes one by one", () => {
    const { stage, happened, shown } = stageWith();
    stage.push(step(1));
    stage.push(step(2));
    expect(shown()).toBe(1);
    expect(stage.playing).toBe(true);
    vi.advanceTimersByTime(700);
    expect(shown()).toBe(2);
    vi.advanceTimersByTime(700);
    expect(stage.playing).toBe(false);
    expect(happened).toEqual([1, 2]);
  });

  test("shows everything at once when skipped", () => {
    const { stage, happened, shown } = stageWith();
    for (const decisions of [1, 2, 3]) stage.push(step(decisions));
    stage.skip();
    expect(shown()).toBe(3);
    expect(stage.playing).toBe(false);
    expect(stage.running).toEqual([]);
    expect(happened).toEqual([1, 2, 3]);
  });

  test("does not delay the reader's own moves", () => {
    const { stage, shown } = stageWith();
    stage.push(step(1));
    stage.push(step(2));
    stage.push(step(3, true));
    expect(shown()).toBe(3);
  });

  test("does not wait for others' animations before the reader's moves", () => {
    const { stage, happened, shown } = stageWith();
    stage.push(step(1));
    expect(stage.playing).toBe(true);
    stage.push(step(2, true));
    expect(shown()).toBe(2);
    expect(happened).toEqual([1, 2]);
    expect(stage.running).toHaveLength(1);
  });

  test("distinguishes changes from decisions and sudden ones", () => {
    const { stage } = stageWith();
    stage.push(step(1));
    expect(stage.came).toBe(true);
    stage.set(step(2).state);
    expect(stage.came).toBe(false);
  });

  test("does not move for those who want no motion", () => {
    const { stage, shown } = stageWith(false);
    stage.push(step(1));
    stage.push(step(2));
    expect([shown(), stage.playing, stage.running.length]).toEqual([2, false, 0]);
  });

  test("goes faster when much waits, and never takes long", () => {
    const view = welcome(1).view as never;
    const one = timed(module, [event(0)], view, 0);
    const many = timed(
      module,
      Array.from({ length: 9 }, () => event(0)),
      view,
      6,
    );
    expect(one.lasts).toBeLessThanOrEqual(700);
    expect(many.lasts).toBeLessThan(one.lasts);
    expect(many.effects.every(({ delay }) => delay < many.lasts)).toBe(true);
  });

  test("takes longer over what is to be followed, as long as nothing waits", () => {
    const links = [
      ["d7", "d8"],
      ["d8", "d9"],
    ];
    const great = { effects: () => [{ kind: "light", places: ["d9"], seat: 1, links }] } as unknown as GameModule;
    const view = welcome(1).view as never;
    const lasting = (of: GameModule, waiting: number) => timed(of, [event(0)], view, waiting).lasts;
    expect(lasting(great, 0)).toBe(1300);
    expect(lasting(great, 0)).toBeGreaterThan(lasting(module, 0));
    expect(lasting(great, 3)).toBeLessThan(700);
    expect(lasting(great, 100)).toBe(160);
  });

  test("never falls behind, however fast others move", () => {
    const { stage, happened } = stageWith();
    for (let moves = 1; moves <= 120; moves++) {
      stage.push(step(moves));
      vi.advanceTimersByTime(200);
    }
    expect(120 - happened.length).toBeLessThan(10);
  });
});
