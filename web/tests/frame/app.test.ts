import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import App from "../../src/App.svelte";
import { router } from "../../src/lib/router.svelte";
import { set } from "../../src/lib/settings.svelte";

afterEach(cleanup);
beforeEach(() => {
  set("language", "en");
  vi.stubGlobal("fetch", async () => new Response("[]", { status: 200 }));
});

test("focuses the heading once after a page change", async () => {
  router.go("/privacy");
  render(App);
  await screen.findByRole("heading", { name: "Privacy" });
  expect(document.title).toBe("Privacy · Ziggurat");
  expect(document.activeElement?.tagName).toBe("BODY"); // the first page: the browser begins at the top
  router.go("/about");
  const heading = await screen.findByRole("heading", { name: "About Ziggurat" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByRole("link", { name: "API tokens" }).focus();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement?.textContent).toBe("API tokens");
});

test("shows a message for an unknown address", async () => {
  router.go("/sand");
  render(App);
  expect(await screen.findByRole("heading", { name: "There is nothing here" })).toBeTruthy();
});
