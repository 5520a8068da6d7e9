import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { set } from "../../src/lib/settings.svelte";
import Options from "../../src/parts/Options.svelte";
import Tabs from "../../src/parts/Tabs.svelte";
import TableRow from "../../src/parts/tables/TableRow.svelte";
import Toasts from "../../src/parts/Toasts.svelte";
import { toast, toasts } from "../../src/parts/toast.svelte";
import { TABLE } from "../cards";

beforeEach(() => set("language", "en"));

test("chooses like radio buttons", async () => {
  const onchange = vi.fn();
  const items = [2, 3, 4].map((value) => ({ value, text: String(value) }));
  render(Options, { props: { legend: "Players", items, value: 2, onchange } });
  expect(screen.getByRole("group", { name: "Players" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("radio", { name: "3" }));
  expect(onchange).toHaveBeenCalledWith(3);
});

test("moves between tabs by arrow keys, wrapping around", async () => {
  const items = ["open", "running", "finished"].map((value) => ({ value, text: value }));
  render(Tabs, { props: { label: "Lobby", items, value: "open" } });
  const chosen = () =>
    screen
      .getAllByRole("tab")
      .find((tab) => tab.getAttribute("aria-selected") === "true")!
      .textContent!.trim();
  await fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowRight" });
  expect(chosen()).toBe("running");
  await fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowLeft" });
  await fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowLeft" });
  expect(chosen()).toBe("finished");
});

test("links a listed table to the right page", () => {
  const { unmount } = render(TableRow, { props: { table: TABLE } });
  expect(screen.getByRole("link", { name: "Continue: Ur" }).getAttribute("href")).toBe("/table/abc");
  unmount();
  const seats = TABLE.seats.map((seat) => ({
    ...seat,
    you: false,
    kind: seat.seat === 2 ? ("open" as const) : seat.kind,
  }));
  render(TableRow, { props: { table: { ...TABLE, status: "open", turn: -1, seats } } });
  expect(screen.getByRole("button", { name: "Join" })).toBeTruthy();
});

test("hides notices automatically and keeps problems until closed", async () => {
  vi.useFakeTimers();
  render(Toasts);
  toast("Saved.", "done");
  toast("It did not work.", "problem");
  toast("It did not work.", "problem"); // said once
  expect(toasts.shown.map((one) => one.text)).toEqual(["Saved.", "It did not work."]);
  vi.advanceTimersByTime(10_000);
  expect(toasts.shown.map((one) => one.text)).toEqual(["It did not work."]);
  vi.useRealTimers();
});
