import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer, SeenRecord } from "../../src/generated/protocol";
import { patched, Records } from "../../src/live/records";
import { changed, welcome } from "../lib/serverMessages";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const whole = btoa("abcd");
const withRecord = (record: SeenRecord, decisions = 3): FromServer => {
  const { view: _, ...message } = changed(decisions, decisions);
  return { ...message, record };
};

function lineUp(make: (seat: number, record: string) => Promise<string>) {
  const heard: FromServer[] = [];
  const failed = vi.fn<() => void>();
  const records = new Records((text) => void heard.push(JSON.parse(text) as FromServer), failed);
  records.use(make);
  const hear = (message: FromServer) => records.hear(JSON.stringify(message), message);
  return { records, heard, failed, hear };
}
const asView = async (seat: number, record: string) => JSON.stringify({ seat, record: atob(record) });

test("changes bytes at places of 16 bits", () => {
  const changes = new Uint8Array([1, 0, 0, 1, 7, 9]); // places 1 and 256, then their bytes
  const now = patched(new Uint8Array(300), changes);
  expect([now[1], now[256], now[0], now.length]).toEqual([7, 9, 0, 300]);
});

test("puts views in place of records, of which some only changed", async () => {
  const { heard, hear } = lineUp(asView);
  hear(withRecord({ seat: 0, whole }));
  hear(withRecord({ seat: -1, changes: btoa("\u0002\u0000X") }, 4));
  await vi.runAllTimersAsync();
  expect(heard.map((message) => "view" in message && message.view)).toEqual([
    { seat: 0, record: "abcd" },
    { seat: -1, record: "abXd" },
  ]);
});

test("keeps messages in order while a view is made", async () => {
  let finish!: (view: string) => void;
  const { heard, hear } = lineUp(() => new Promise((settle) => (finish = settle)));
  hear({ type: "done", id: "a", version: 2 });
  expect(heard).toHaveLength(1);
  hear(withRecord({ seat: 0, whole }));
  hear({ type: "done", id: "b", version: 3 });
  await Promise.resolve();
  expect(heard).toHaveLength(1);
  finish("{}");
  await vi.runAllTimersAsync();
  expect(heard.map((message) => message.type)).toEqual(["done", "changed", "done"]);
  hear({ type: "done", id: "c", version: 3 });
  expect(heard).toHaveLength(4);
});

test.each([
  ["fails", () => Promise.reject(new Error("no"))],
  ["says nothing", () => new Promise<string>(() => undefined)],
])("asks for views once when what makes them %s", async (_, make) => {
  const { records, heard, failed, hear } = lineUp(make);
  hear(withRecord({ seat: 0, whole }));
  hear(withRecord({ seat: 0, changes: "" }, 4));
  await vi.runAllTimersAsync();
  expect(failed).toHaveBeenCalledTimes(1);
  expect(records.build).toBe("");
  expect(heard).toEqual([]); // without their views these messages are of no use, and the whole table comes anew
  hear(welcome(4));
  expect(heard.map((message) => message.type)).toEqual(["welcome"]);
});
