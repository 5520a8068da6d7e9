import { afterEach, expect, test, vi } from "vitest";
import { answerBy, api, Refused, type DeviceAnswers } from "../../src/lib/api";
import { server } from "../../src/lib/server.svelte";

const device = {
  games: ["ur"],
  takes: (_: string, path: string) =>
    path.startsWith("/tables/d-") ? ("always" as const) : path.startsWith("/games") ? ("instead" as const) : "never",
  prepare: vi.fn<DeviceAnswers["prepare"]>(),
  views: async () => null,
  ask: vi.fn<DeviceAnswers["ask"]>(async () => "the device"),
};
const answer = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }));
const offline = () => vi.fn<typeof fetch>(() => Promise.reject(new TypeError("failed to fetch")));

answerBy(device);
afterEach(() => {
  vi.unstubAllGlobals();
  device.ask.mockClear();
  server.hear();
});

test("asks the device, not the server, about its own tables", async () => {
  const asked = answer(200, "the server");
  vi.stubGlobal("fetch", asked);
  expect(await api.get("/tables/d-abc")).toBe("the device");
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ["offline", offline()],
  ["a proxy without its server", answer(502, "")],
  ["a server that compiles", answer(503, { reason: "not yet" })],
])("it answers in place of the server: %s", async (_, fetched) => {
  vi.stubGlobal("fetch", fetched);
  expect(await api.get("/games/ur/lessons")).toBe("the device");
});

test("uses the server's answer or refusal", async () => {
  vi.stubGlobal("fetch", answer(200, "the server"));
  expect(await api.get("/games/ur/lessons")).toBe("the server");
  vi.stubGlobal("fetch", answer(404, { reason: "There is no such lesson." }));
  await expect(api.get("/games/ur/lessons")).rejects.toThrow("There is no such lesson.");
  expect(device.ask).not.toHaveBeenCalled();
});

test("refuses requests that need a server and notes that it is away", async () => {
  vi.stubGlobal("fetch", offline());
  await expect(api.get("/tables?show=open")).rejects.toThrow("The server does not respond.");
  expect(server.away).toBe(true);
  const before = server.returns;
  vi.stubGlobal("fetch", answer(200, []));
  await api.get("/tables?show=open");
  expect([server.away, server.returns]).toEqual([false, before + 1]);
});

test("reports the server's error when the device cannot answer either", async () => {
  vi.stubGlobal("fetch", answer(503, { reason: "The rules are being compiled." }));
  device.ask.mockRejectedValueOnce(new Error("no WebAssembly"));
  await expect(api.get("/games/ur/lessons")).rejects.toThrow("The rules are being compiled.");
  device.ask.mockRejectedValueOnce(new Refused({ reason: "There is no such lesson." }, 404));
  await expect(api.get("/games/ur/lessons")).rejects.toThrow("There is no such lesson.");
});

test("passes plain values to the device", async () => {
  const body = { seats: [{ who: "me" }], seed: undefined };
  await api.post("/tables/d-abc/fork", body);
  const [, , given] = device.ask.mock.calls[0]!;
  expect(given).toEqual({ seats: [{ who: "me" }] });
  expect((given as typeof body).seats).not.toBe(body.seats);
});
