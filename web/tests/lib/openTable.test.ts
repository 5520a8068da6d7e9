import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../src/lib/api";
import { openTable } from "../../src/lib/openTable";
import { quickBody } from "../../src/lib/newTable";
import { CARD, TABLE } from "../cards";

afterEach(() => void (vi.useRealTimers(), vi.unstubAllGlobals()));

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A server that compiles until it has been asked for the table `refusals` times. */
function compiling(refusals: number) {
  let asked = 0;
  const posts: unknown[] = [];
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    if (address === "/api/me") return answer({ name: "Enki", login: null });
    if (address === "/api/games") return answer([{ ...CARD, ready: asked >= refusals }]);
    posts.push(method);
    return asked++ < refusals ? answer({ reason: "The rules are being compiled." }, 503) : answer(TABLE, 201);
  });
  return posts;
}

test("retries until the rules are compiled", async () => {
  vi.useFakeTimers();
  const posts = compiling(3);
  const opened = openTable(quickBody(CARD, "apprentice"), () => true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await opened)?.id).toBe("abc");
  expect(posts.length).toBe(4);
});

test("does not open the table after the reader has left", async () => {
  vi.useFakeTimers();
  let wanted = true;
  compiling(1000);
  const opened = openTable(quickBody(CARD, "apprentice"), () => wanted);
  await vi.advanceTimersByTimeAsync(2000);
  wanted = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await opened).toBe(null);
});

test("shows other refusals", async () => {
  vi.stubGlobal("fetch", async (address: string) =>
    address === "/api/tables"
      ? answer({ reason: "Babel is for 2 players." }, 400)
      : answer({ name: "Enki", login: null }),
  );
  await expect(openTable(quickBody(CARD, "king"), () => true)).rejects.toThrow("Babel is for 2 players.");
});

test("shows a message when the server is away", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api.get("/games")).rejects.toThrow("The server does not respond.");
});
