import { expect, test } from "vitest";
import type { LessonPlayed } from "../../src/generated/protocol";
import { takeLesson } from "../../src/table/task/taskSession";
import { Refused } from "../../src/lib/api";
import { event } from "../lib/serverMessages";

const choices = [{ action: 7, text: "build", clicks: ["site"] }];

/** A lesson that is done with two moves, and refuses action 9. */
async function answer(moves: (number | string)[]): Promise<LessonPlayed> {
  if (moves.includes(9)) throw new Refused({ reason: "That is not allowed (clause 6).", clauses: [6] }, 400);
  const done = moves.length === 2;
  return {
    state: done ? "done" : "open",
    wrong: "",
    seat: 1,
    seats: 2,
    decisions: moves.length,
    scores: [0, moves.length],
    events: moves.map((_, decision) => event(decision, 1)),
    view: { seat: 1, seats: 2, actor: 1, choices: done ? [] : choices, players: [] },
    gains: { "7": [0, 1] },
  };
}

async function sitDown() {
  const judged: string[] = [];
  const session = takeLesson("babel", await answer([]), answer, ({ state }) => judged.push(state));
  await Promise.resolve();
  await Promise.resolve();
  return { session, judged };
}

test("a lesson is a table where the reader decides, against others who wait", async () => {
  const { session } = await sitDown();
  expect(session.mine).toBe(true);
  expect(session.state!.table.prospects).toBe(false);
  expect(session.state!.table.seats.map(({ kind, you }) => [kind, you])).toEqual([
    ["bot", false],
    ["person", true],
  ]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.preview).toMatchObject({ gains: { "7": [0, 1] }, final: [] });
});

test("moves are judged, taken back and looked back at; nothing is kept but their list", async () => {
  const { session, judged } = await sitDown();
  await session.play(7);
  await session.play("build");
  expect(judged).toEqual(["open", "done"]);
  expect(session.state!.history).toHaveLength(2);
  expect((await session.past(1)).scores).toEqual([0, 1]);
  await session.undo();
  expect(judged).toEqual(["open", "done", "open"]);
  expect(session.state!.scores).toEqual([0, 1]);
  expect(session.state!.view!.choices).toEqual(choices);
});

test("a refusal is the engine's, and changes nothing", async () => {
  const { session, judged } = await sitDown();
  await expect(session.play(9)).rejects.toThrow("That is not allowed");
  expect(judged).toEqual([]);
  expect(session.state!.decisions).toBe(0);
});
