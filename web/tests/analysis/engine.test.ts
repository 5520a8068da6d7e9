import { expect, test, vi } from "vitest";
import { Engine, type Ground } from "../../src/analysis/engine.svelte";
import type { EngineLines, EngineRequest } from "../../src/generated/protocol";
import { Refused } from "../../src/lib/api";

const ground = (key: string): Ground => ({
  key,
  wanted: { start: { game: "ur" } as EngineRequest["start"], path: [], open: false },
});
const result = (iterations: number): EngineLines => ({ expected: [0.5, 0.5], lines: [], iterations, depth: 3 });

/** An engine whose searches are answered at once, and what it asked for. */
function engine(answer: (wanted: EngineRequest) => EngineLines = ({ iterations }) => result(iterations!)) {
  const asked: number[] = [];
  const made = new Engine(async (wanted) => {
    asked.push(wanted.iterations!);
    return answer(wanted);
  });
  return { made, asked };
}

test("searches deeper until its depth limit", async () => {
  const { made, asked } = engine();
  made.look(ground("a"));
  expect(asked).toEqual([]); // nobody has asked it to go
  made.go();
  await vi.waitFor(() => expect(made.searching).toBe(false));
  expect(asked).toEqual([1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]);
  expect(made.found?.iterations).toBe(65_536);
});

test("keeps results and does not search twice", async () => {
  const { made, asked } = engine();
  made.look(ground("a"));
  made.go();
  await vi.waitFor(() => expect(made.searching).toBe(false));
  made.look(ground("b"));
  expect(made.found).toBeNull();
  await vi.waitFor(() => expect(made.searching).toBe(false));
  const before = asked.length;
  made.look(ground("a"));
  expect(made.found?.iterations).toBe(65_536);
  await Promise.resolve();
  expect(asked.length).toBe(before);
});

test("stops and continues", async () => {
  const { made, asked } = engine(({ iterations }) => {
    if (iterations === 2048) made.stop();
    return result(iterations!);
  });
  made.look(ground("a"));
  made.go();
  await vi.waitFor(() => expect(asked).toEqual([1024, 2048]));
  expect(made.running).toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
  made.go();
  await vi.waitFor(() => expect(asked[2]).toBe(4096));
});

test("shows a refusal and stops; does not search forced moves", async () => {
  const refused = engine(() => {
    throw new Refused({ reason: "Too many." }, 429);
  });
  refused.made.look(ground("a"));
  refused.made.go();
  await vi.waitFor(() => expect(refused.made.problem).toBe("Too many."));
  expect(refused.made.running).toBe(false);
  const forced = engine(() => result(0));
  forced.made.look(ground("a"));
  forced.made.go();
  await vi.waitFor(() => expect(forced.made.searching).toBe(false));
  expect(forced.asked).toEqual([1024]);
});
