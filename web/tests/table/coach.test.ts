import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import Coach from "../../src/table/Coach.svelte";
import type { Desk } from "../../src/table/desk.svelte";

test("a coach sent away does not come back, in this match or the next", () => {
  const step = (text: string) => ({ when: () => true, text });
  const module = { coach: [step("first"), step("second")], messages: { en: {}, nl: {} } };
  const desk = { module, game: "babel", you: 0, past: null, view: { phase: "place" }, coached: [] } as unknown as Desk;
  const { getByText, queryByText } = render(Coach, { desk });
  flushSync();
  getByText("first");
  getByText("No coach").click();
  flushSync();
  expect(queryByText("second")).toBeNull();
  expect(settings.coached).toContain("babel");
});
