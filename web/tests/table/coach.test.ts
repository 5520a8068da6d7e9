import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { set, settings } from "../../src/lib/settings.svelte";
import Coach from "../../src/table/coach/Coach.svelte";
import type { Desk } from "../../src/table/state/desk.svelte";

const step = (text: string, holds = true, waits?: string) => ({
  when: () => holds,
  text,
  waits,
  places: ["stand:f", "stand:m"],
});

afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  set("coached", []);
});

function coach(
  steps: ReturnType<typeof step>[],
  { phone = true, ...more }: { phone?: boolean } & Partial<Record<keyof Desk, unknown>> = {},
) {
  const desk = {
    module: { coach: steps, messages: { en: { later: "Goes on later." }, nl: {} } },
    state: { table: { id: "t1" } },
    session: { isOver: false },
    game: "babel",
    you: 0,
    past: null,
    view: { phase: "place" },
    deciding: true,
    choosing: { alive: new Set(["stand:m"]) },
    coached: new Set(),
    chose: null,
    ...more,
  } as unknown as Desk;
  const rendered = render(Coach, { desk, phone });
  flushSync();
  return { ...rendered, desk };
}

function press(element: HTMLElement) {
  element.click();
  flushSync();
}

test("keeps the coach off in this match and the next", () => {
  const { getByText, queryByText } = coach([step("first"), step("second")], { phone: false });
  getByText("first");
  press(getByText("Turn the coach off"));
  expect(queryByText("second")).toBeNull();
  expect(settings.coached).toContain("babel");
});

test("shrinks the coach after it has been read", () => {
  const { getByText, queryByText, container } = coach([step("first"), step("second", false, "later")], {
    phone: false,
  });
  press(getByText("Next"));
  expect(queryByText("first")).toBeNull();
  getByText("Goes on later.");
  expect(queryByText("Next")).toBeNull();
  expect(container.querySelector(".coach")!.classList).not.toContain("fresh");
});

test("starts collapsed where there is little room", () => {
  const { getByText, queryByText, getByRole } = coach([step("first"), step("later", false)]);
  expect(queryByText("Turn the coach off")).toBeNull();
  const more = getByRole("button", { name: "More" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  press(more);
  getByText("Turn the coach off");
  expect(getByRole("button", { name: "Less" }).getAttribute("aria-expanded")).toBe("true");
});

test("marks choices only on the reader's turn", () => {
  expect([...coach([step("first")]).desk.coached]).toEqual(["stand:m"]);
  expect([...coach([step("first")], { deciding: false }).desk.coached]).toEqual([]);
});

test("resumes after a reload, and is hidden after the match", () => {
  const { getByText, unmount } = coach([step("first"), step("second")], { phone: false });
  press(getByText("Next"));
  getByText("second");
  unmount();
  const back = coach([step("first"), step("second")], { phone: false });
  back.getByText("second");
  back.unmount();
  expect(coach([step("first")], { session: { isOver: true } }).container.querySelector(".coach")).toBeNull();
});
