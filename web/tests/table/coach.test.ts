import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import Coach from "../../src/table/Coach.svelte";
import type { Desk } from "../../src/table/desk.svelte";

const step = (text: string, holds = true) => ({ when: () => holds, text });

function coach(...steps: ReturnType<typeof step>[]) {
  const module = { coach: steps, messages: { en: {}, nl: {} } };
  const desk = { module, game: "babel", you: 0, past: null, view: { phase: "place" }, coached: [] } as unknown as Desk;
  const rendered = render(Coach, { desk, phone: true });
  flushSync();
  return rendered;
}

function press(element: HTMLElement) {
  element.click();
  flushSync();
}

test("a coach sent away does not come back, in this match or the next", () => {
  const { getByText, queryByText } = coach(step("first"), step("second"));
  getByText("first");
  press(getByText("No coach"));
  expect(queryByText("second")).toBeNull();
  expect(settings.coached).toContain("babel");
});

test("a coach with nothing new to say keeps its room, and is folded only by the reader", () => {
  const { getByText, getByRole, container } = coach(step("first"), step("later", false));
  const card = container.querySelector(".coach")!;
  press(getByText("Go on"));
  getByText("first");
  expect(card.classList).not.toContain("fresh");
  const fold = getByRole("button", { name: "Coach" });
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  press(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(card.classList).toContain("folded");
});
