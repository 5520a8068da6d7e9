import { flushSync } from "svelte";
import { expect, test } from "vitest";
import type { Foreseen } from "../../src/generated/protocol";
import { Prospecting } from "../../src/table/state/prospects.svelte";

const answer = (prospects: object): Foreseen => ({ type: "foreseen", id: "r", decision: 1, prospects }) as Foreseen;

test("asks for prospects once for each position, only if wanted", async () => {
  let position = $state<string | null>("now 1");
  const asked: string[] = [];
  let made!: Prospecting;
  const stop = $effect.root(() => {
    made = new Prospecting(
      () => position,
      () => (asked.push(String(position)), Promise.resolve(answer({ of: position }))),
    );
  });
  flushSync();
  expect(asked).toEqual([]);
  made.wanted = true;
  flushSync();
  await Promise.resolve();
  expect(made.now).toEqual({ of: "now 1" });
  made.wanted = false;
  flushSync();
  made.wanted = true;
  flushSync();
  expect(asked).toEqual(["now 1"]);
  position = "now 2";
  expect(made.now).toBeNull();
  flushSync();
  await Promise.resolve();
  expect(made.now).toEqual({ of: "now 2" });
  position = null; // somebody has switched them off
  flushSync();
  expect(made.now).toBeNull();
  expect(asked).toEqual(["now 1", "now 2"]);
  stop();
});

test("has no prospects after a refusal", async () => {
  let made!: Prospecting;
  const stop = $effect.root(() => {
    made = new Prospecting(
      () => "now 1",
      () => Promise.reject(new Error("not at this table")),
    );
    made.wanted = true;
  });
  flushSync();
  await Promise.resolve();
  expect(made.now).toBeNull();
  stop();
});
