import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/live/outbox";
import { pause } from "../../src/live/socket";
import { changed, left, lineUp, table, view, welcome } from "../lib/serverMessages";

afterEach(() => void vi.useRealTimers());

test("resends unanswered messages once after reconnecting, with the same id", async () => {
  const { session, sent, receive, cut, restore } = lineUp();
  receive(welcome(2));
  const played = session.play("m d7");
  const first = sent.find((message) => message.type === "play")!;
  cut();
  expect(session.link).toBe("lost");
  expect(session.sending).toBe(true);
  restore();
  receive(welcome(2));
  const plays = sent.filter((message) => message.type === "play");
  expect(plays).toEqual([first, first]);
  receive({ type: "done", id: first.id, version: 3 });
  await played;
  expect(session.sending).toBe(false);
  receive(welcome(3));
  expect(sent.filter((message) => message.type === "play")).toHaveLength(2);
});

test("queues messages while disconnected until the welcome", async () => {
  const { session, sent, receive, cut, restore } = lineUp();
  receive(welcome(2));
  cut();
  void session.say("hello");
  expect(sent.filter((message) => message.type === "say")).toHaveLength(0);
  restore();
  receive(welcome(2));
  expect(sent.filter((message) => message.type === "say")).toHaveLength(1);
});

test("reports a stale refusal and asks for the table again", async () => {
  const { session, sent, receive } = lineUp();
  receive(welcome(2));
  const played = session.play(7);
  const play = sent.find((message) => message.type === "play")!;
  receive({ type: "refused", id: play.id, version: 5, reason: "The position has version 5 now." });
  await expect(played).rejects.toThrow("version 5");
  const look = sent.find((message) => message.type === "look")!;
  expect(look).toBeDefined();
  receive(welcome(5, { id: look.id }));
  expect(session.state?.version).toBe(5);
});

test("asks for the whole table once when a change is missing", () => {
  const { session, sent, receive } = lineUp();
  receive(welcome(2));
  receive(changed(5, 5));
  receive(changed(6, 6));
  expect(session.state?.decisions).toBe(2);
  expect(sent.filter((message) => message.type === "look")).toHaveLength(1);
});

test("does not resend anything after a look", async () => {
  const { session, sent, receive } = lineUp();
  receive(welcome(2));
  session.play(7).catch(() => undefined);
  receive(changed(5, 5));
  const look = sent.find((message) => message.type === "look")!;
  receive(welcome(5, { id: look.id }));
  expect(sent.filter((message) => message.type === "play")).toHaveLength(1);
});

test("asks for previews once for each own decision", () => {
  const { session, sent, receive } = lineUp();
  const previews = () => sent.filter((message) => message.type === "preview").length;
  receive(welcome(2));
  expect(previews()).toBe(1);
  receive(welcome(2));
  receive(changed(3, 3));
  expect(session.mine).toBe(false);
  expect(previews()).toBe(2); // the one that was not answered has been sent again
  receive(changed(4, 4, { seat: 1, actor: 0, view: welcome(4).view! }));
  expect(previews()).toBe(3);
});

test("drops a hint for an old position", async () => {
  const { session, sent, receive } = lineUp();
  receive(welcome(2));
  const asked = session.ask();
  const hint = sent.find((message) => message.type === "hint")!;
  receive(changed(3, 3));
  receive({
    type: "hinted",
    id: hint.id,
    version: 2,
    action: 1,
    text: "m",
    candidates: [],
    expected: [],
    line: [],
    sequel: [],
  });
  await asked;
  expect(session.hint).toBeNull();
  expect(session.asking).toBe(false);
});

test("asks for the position when the match starts", () => {
  const { sent, receive } = lineUp();
  const { view: _, ...empty } = welcome(0, { table: { ...table, status: "open" } });
  receive(empty);
  expect(sent).toHaveLength(0);
  receive({ type: "seated", table });
  expect(sent.map((message) => message.type)).toEqual(["look"]);
});

test("reports new changes in order", () => {
  const { session, receive } = lineUp();
  const seen: number[] = [];
  session.listen((frame) => seen.push(frame.state.version));
  receive(welcome(2));
  receive(changed(3, 3));
  receive(changed(3, 3));
  receive(changed(4, 4));
  expect(seen).toEqual([2, 3, 4]);
});

test("increases the pauses between attempts up to a limit", () => {
  expect(pause(0, 0.5)).toBe(300);
  expect(pause(3, 0.5)).toBe(2400);
  expect(pause(50, 1)).toBeLessThanOrEqual(18_750);
});

test("creates unique ids of the server's alphabet", () => {
  expect(newId()).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  expect(newId()).not.toBe(newId());
});

test("reconnects when the server does not answer, and resends", async () => {
  vi.useFakeTimers();
  const { session, sent, receive, restore } = lineUp();
  restore();
  receive(welcome(2));
  const played = session.play(7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.link).toBe("lost");
  restore();
  receive(welcome(2));
  const plays = sent.filter((message) => message.type === "play");
  expect(plays).toEqual([plays[0], plays[0]]);
  receive({ type: "done", id: plays[0]!.id, version: 3 });
  await played;
  const preview = sent.findLast((message) => message.type === "preview")!;
  receive({ type: "previewed", id: preview.id, version: 2, final: [], gains: {} });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.link).toBe("open");
});

test("checks the connection once when the device wakes up", async () => {
  vi.useFakeTimers();
  const { session, sent, receive, wake, restore } = lineUp();
  restore();
  receive(welcome(2, { view: view(1) }));
  wake();
  wake();
  expect(sent.map((message) => message.type)).toEqual(["look"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.link).toBe("lost");
});

test("allows more time for a hint", async () => {
  vi.useFakeTimers();
  const { session, receive, restore } = lineUp();
  restore();
  receive(welcome(2, { view: view(1) }));
  void session.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.link).toBe("open");
});

test("keeps an unsent note when an older one arrives", () => {
  const { session, receive, cut, restore } = lineUp();
  receive(welcome(2));
  cut();
  void session.note("rivers first");
  expect(session.state?.note).toBe("rivers first");
  restore();
  receive({ ...welcome(2), note: "older" });
  expect(session.state?.note).toBe("rivers first");
});

test("ends the reader's turns when a bot takes the seat over", () => {
  const { session, receive } = lineUp();
  receive(welcome(2));
  expect(session.mine).toBe(true);
  receive({ type: "seated", table: left });
  expect(session.mine).toBe(false);
});

test("marks chat as unread if it arrives after the welcome", () => {
  const { session, receive } = lineUp();
  const line = { who: "Nabu", seat: 1, text: "hello", at: 0 };
  receive(welcome(2, { chat: [line] }));
  expect(session.unread).toBe(false);
  receive({ type: "said", line });
  expect(session.unread).toBe(true);
  session.seen = 2;
  expect(session.unread).toBe(false);
  receive(welcome(2, { chat: [line, line, line] })); // missed while the connection was lost
  expect(session.unread).toBe(true);
});
