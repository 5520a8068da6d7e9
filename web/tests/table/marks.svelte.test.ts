import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Choosing } from "../../src/table/state/choice.svelte";
import type { TableContext } from "../../src/table/state/context";
import { Marks } from "../../src/table/state/marks.svelte";

const CHOICES = [
  { action: 0, text: "f a1", clicks: ["stand:f", "hex:a1"] },
  { action: 1, text: "m a2", clicks: ["stand:m", "hex:a2"] },
];

/** Marks over a table of two choices, and how often each place was drawn. */
function drawn(places: string[]) {
  const choosing = new Choosing();
  const table = $state<{ lit: ReadonlySet<string>; hinted: ReadonlyMap<string, number> }>({
    lit: new Set(),
    hinted: new Map(),
  });
  const marks: Marks[] = [];
  const times: Record<string, number> = {};
  const close = $effect.root(() => {
    const made = new Marks({ choosing, get lit() { return table.lit; }, get hinted() { return table.hinted; } } as unknown as TableContext); // prettier-ignore
    marks.push(made);
    for (const place of places)
      $effect(() => {
        const { alive, chosen, again, lit, hint } = made.of(place);
        times[place] = (times[place] ?? 0) + 1;
        void [alive, chosen, again, lit, hint];
      });
  });
  flushSync();
  return { choosing, table, of: (place: string) => marks[0]!.of(place), times, close };
}

test("marks places while choosing", () => {
  const { choosing, of, close } = drawn([]);
  choosing.reset(CHOICES);
  flushSync();
  expect([of("stand:f").alive, of("stand:m").alive, of("hex:a1").alive]).toEqual([true, true, false]);
  choosing.choose("stand:f");
  flushSync();
  expect([of("stand:f").chosen, of("stand:f").alive, of("stand:f").again]).toEqual([true, false, false]);
  expect([of("stand:m").again, of("hex:a1").alive, of("hex:a2").alive]).toEqual([true, true, false]);
  choosing.back();
  flushSync();
  expect([of("stand:f").chosen, of("stand:m").again, of("hex:a1").alive]).toEqual([false, false, false]);
  close();
});

test("redraws a place only when its own marks change", () => {
  const { choosing, table, times, of, close } = drawn(["stand:f", "hex:a1", "hex:a2"]);
  choosing.reset(CHOICES);
  flushSync();
  choosing.choose("stand:f");
  table.lit = new Set(["hex:a2"]);
  flushSync();
  expect(times).toEqual({ "stand:f": 3, "hex:a1": 2, "hex:a2": 2 });
  choosing.reset([...CHOICES]);
  choosing.choose("stand:f");
  flushSync();
  expect(times).toEqual({ "stand:f": 3, "hex:a1": 2, "hex:a2": 2 });
  table.hinted = new Map([["hex:a1", 1]]);
  flushSync();
  expect([of("hex:a1").hint, of("hex:a2").hint]).toEqual([1, undefined]);
  expect(times).toEqual({ "stand:f": 3, "hex:a1": 3, "hex:a2": 2 });
  close();
});
