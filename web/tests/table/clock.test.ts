import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { set } from "../../src/lib/settings.svelte";
import { received } from "../../src/live/state";
import Clock from "../../src/table/seats/Clock.svelte";
import { welcome } from "../lib/serverMessages";

beforeEach(() => (vi.useFakeTimers(), set("language", "en")));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => (vi.advanceTimersByTime(milliseconds), flushSync());

test("runs while connected, stops while not, and resumes from the server's time", async () => {
  const before = received(null, welcome(2, { clocks: [600_000, 600_000] }), performance.now())!;
  const { rerender } = render(Clock, { props: { tableState: before, seat: 0, live: true } });
  pass(10_000);
  const clock = screen.getByRole("timer");
  expect([clock.textContent, clock.getAttribute("aria-label")]).toEqual(["9:50", "Time left"]);
  await rerender({ live: false });
  pass(60_000);
  expect([clock.textContent, clock.getAttribute("aria-label")]).toEqual([
    "9:50",
    "Time left when the connection was lost",
  ]);
  expect(clock.classList).toContain("unknown");
  const again = received(null, welcome(2, { clocks: [580_000, 600_000] }), performance.now())!;
  await rerender({ tableState: again, live: true });
  pass(250);
  expect(clock.textContent).toBe("9:40");
  expect(clock.classList).not.toContain("unknown");
});
