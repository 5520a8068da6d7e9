import { expect, test } from "vitest";
import { Line } from "../../src/analysis/analysisSession";
import type { StudyMoment } from "../../src/generated/protocol";
import { Refused } from "../../src/lib/api";

const choices = [{ action: 7, text: "build", clicks: ["site"] }];
const moment = (actor: number): StudyMoment => ({
  seat: actor,
  actor,
  scores: [0, actor],
  view: { seat: actor, actor, seats: 2, over: false, choices },
  gains: { 7: [2, 0] },
  final: [],
  events: [],
  move: null,
  position: {},
  why: null,
});

/** A board at which every move leads to the other seat's decision, at once or after a while. */
function board(slow: boolean) {
  const played: (number | string)[] = [];
  const line = new Line({
    game: "ur",
    names: ["One", "Two"],
    play: async (move) => {
      if (move === 9) throw new Refused({ reason: "That is not allowed." }, 400);
      if (slow) await Promise.resolve();
      played.push(move);
      line.show(moment(played.length % 2), played.length);
    },
    back: async () => {
      played.pop();
      line.show(moment(played.length % 2), played.length);
    },
    why: async () => moment(0),
  });
  line.show(moment(0), 0);
  return { line, played };
}

test.each([false, true])("plays for every seat, each decision once", async (slow) => {
  const { line, played } = board(slow);
  const { session } = line;
  expect(session.mine).toBe(true);
  await session.play(7);
  expect(session.state).toMatchObject({ seat: 1, decisions: 1, scores: [0, 1] });
  expect(session.mine).toBe(true);
  await session.play(7);
  expect(played).toEqual([7, 7]);
  expect(session.state).toMatchObject({ seat: 0, decisions: 2 });
  expect(session.sending).toBe(false);
});

test("undoes the last decision of any seat", async () => {
  const { line, played } = board(false);
  await line.session.play(7);
  await line.session.undo();
  expect(played).toEqual([]);
  expect(line.session.state).toMatchObject({ seat: 0, decisions: 0 });
  expect(line.session.undo()).toBeNull();
});

test("refuses an illegal move with the reason", async () => {
  const { line } = board(true);
  await expect(line.session.play(9)).rejects.toThrow("That is not allowed.");
  expect(line.session.state?.decisions).toBe(0);
  await line.session.play(7);
  expect(line.session.state?.decisions).toBe(1);
});
