import { flushSync } from "svelte";
import { afterEach, describe, expect, test } from "vitest";
import type { GameModule } from "../../src/lib/game";
import type { FromClient } from "../../src/generated/protocol";
import { set } from "../../src/lib/settings.svelte";
import { toasts } from "../../src/parts/toast.svelte";
import { Desk } from "../../src/table/state/desk.svelte";
import { changed, left, lineUp, table, welcome } from "../lib/serverMessages";

const module = {
  messages: { en: {}, nl: {} },
  refusals: {},
  question: () => ({ key: "what now?" }),
  label: (place: string) => place,
  name: (place: string) => place,
  isButton: (place: string) => place === "end",
  places: () => [],
  effects: () => [],
  coach: [],
} as unknown as GameModule;

const playing = { ...module, keeps: ([first]: string[]) => (first === "f" ? "f" : null), ends: ["end"] } as GameModule;

const choices = [
  { action: 1, text: "f d7", clicks: ["f", "d7"] },
  { action: 2, text: "f e7", clicks: ["f", "e7"] },
  { action: 3, text: "end", clicks: ["end"] },
];
const view = { seat: 0, seats: 2, actor: 0, over: false, choices, players: [] } as unknown as {
  [key: string]: unknown;
};

let stop = () => {};
afterEach(() => stop());

function sitDown({ final = [] as number[], previewed = true, as = module } = {}) {
  const line = lineUp();
  line.receive(welcome(2, { view }));
  let desk!: Desk;
  stop = $effect.root(() => {
    desk = new Desk(line.session, as);
  });
  flushSync();
  const preview = line.sent.find((message) => message.type === "preview")!;
  const hearPreview = () =>
    line.receive({ type: "previewed", id: preview.id, version: 2, gains: { "1": [4, 0] }, final });
  if (previewed) hearPreview();
  const click = (place: string) => {
    desk.choosing.choose(place);
    flushSync();
  };
  const plays = () =>
    line.sent.filter((message): message is Extract<FromClient, { type: "play" }> => message.type === "play");
  return { ...line, desk, click, plays, hearPreview };
}

const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};

describe("deciding", () => {
  test("plays a complete choice at once if it can be undone", async () => {
    const { click, plays, desk } = sitDown();
    await settled();
    click("f");
    expect(plays()).toEqual([]);
    click("d7");
    expect(plays().map((play) => play.move)).toEqual([1]);
    await settled();
    expect(plays()).toHaveLength(1);
    expect(desk.session.sending).toBe(true);
  });

  test("asks before a final choice if the setting is on", async () => {
    const { click, plays, desk } = sitDown({ final: [1] });
    await settled();
    click("f");
    click("d7");
    expect(desk.confirming?.action).toBe(1);
    expect(plays()).toEqual([]);
    expect(desk.back()).toBe(true);
    flushSync();
    expect(desk.confirming).toBeNull();
    click("d7");
    void desk.submit(desk.confirming!.action);
    expect(plays()).toHaveLength(1);
  });

  test("plays a final choice at once by button or if the setting is off", async () => {
    const first = sitDown({ final: [3] });
    await settled();
    first.click("end");
    expect(first.plays()).toHaveLength(1);
    stop();
    set("confirm", false);
    const second = sitDown({ final: [1] });
    await settled();
    second.click("f");
    second.click("d7");
    expect(second.plays()).toHaveLength(1);
    set("confirm", true);
  });

  test("waits for the preview before sending a choice", async () => {
    const { click, plays, desk, hearPreview } = sitDown({ final: [1], previewed: false });
    click("f");
    click("d7");
    expect(plays()).toEqual([]);
    hearPreview();
    await settled();
    expect(plays()).toEqual([]);
    expect(desk.confirming?.action).toBe(1);
  });

  test("shows a refusal and reopens the choice", async () => {
    const { click, plays, desk, receive } = sitDown();
    await settled();
    click("end");
    receive({
      type: "refused",
      id: plays()[0]!.id,
      version: 2,
      reason: "One token is not a finished turn (clause 3).",
      clauses: [3],
    });
    await settled();
    expect(desk.refusal).toEqual({ text: "One token is not a finished turn (clause 3).", clauses: [3] });
    expect(desk.choosing.path).toEqual([]);
    click("end");
    expect(plays()).toHaveLength(2);
  });

  test("allows no choices in the past", async () => {
    const { desk, sent, receive } = sitDown();
    await settled();
    const going = desk.goTo(1);
    const past = sent.find((message) => message.type === "past")!;
    receive({ type: "shown", id: past.id, decision: 1, view, scores: [0, 0] });
    await going;
    flushSync();
    expect([desk.past?.decision, desk.choosing.choices.length]).toEqual([1, 0]);
    desk.live();
    flushSync();
    expect(desk.choosing.choices).toHaveLength(3);
  });

  test("shows a score preview where the reader points", async () => {
    const { desk, click } = sitDown();
    await settled();
    desk.look("f");
    expect(desk.foreseen).toEqual([{ seat: 0, least: 0, most: 4 }]);
    click("f");
    desk.look("d7");
    expect(desk.foreseen).toEqual([{ seat: 0, least: 4, most: 4 }]);
  });

  test("ends choosing with the decision", async () => {
    const { desk, click, receive } = sitDown();
    await settled();
    click("f");
    receive(changed(3, 3, { view: { ...view, actor: 1 } }));
    flushSync();
    expect([desk.deciding, desk.choosing.path.length, desk.choosing.choices.length]).toEqual([false, 0, 0]);
  });
});

describe("without a connection", () => {
  test("keeps a decision until it is sent and ignores further clicks", async () => {
    const { click, plays, desk, cut, restore, receive } = sitDown();
    await settled();
    cut();
    click("end");
    expect([plays().length, desk.session.sending, desk.choosing.held]).toEqual([0, true, true]);
    click("end"); // once more: it is not taken back
    click("f");
    expect(desk.choosing.path).toEqual(["end"]);
    expect([desk.choosing.alive.size, desk.choosing.others.length, desk.back()]).toEqual([0, 0, false]);
    restore();
    receive(welcome(2, { view }));
    await settled();
    expect(plays().map((play) => play.move)).toEqual([3]);
    receive({ type: "done", id: plays()[0]!.id, version: 3 });
    await settled();
    expect([desk.session.sending, desk.choosing.held]).toEqual([false, false]);
    expect(plays()).toHaveLength(1);
  });
});

describe("hints and leaving", () => {
  test("does not ask for hints where they are off", async () => {
    const { desk, sent, receive } = sitDown();
    await settled();
    receive({ type: "seated", table: { ...table, hints: false } });
    flushSync();
    desk.hint();
    expect([desk.hints, desk.tab, sent.some((message) => message.type === "hint")]).toEqual([false, "log", false]);
  });

  test("makes a player who left a spectator", async () => {
    const { desk, receive } = sitDown();
    await settled();
    receive({ type: "seated", table: left });
    flushSync();
    expect([desk.you, desk.plays, desk.deciding, desk.canUndo, desk.hints]).toEqual([0, false, false, false, false]);
    expect(desk.choosing.choices).toEqual([]);
  });
});

describe("undo requests", () => {
  const people: typeof table = {
    ...table,
    seats: [
      table.seats[0]!,
      { seat: 1, kind: "person", name: "Naram", you: false },
      { seat: 2, kind: "person", name: "Sin", you: false },
    ],
  };
  const wish = { seat: 0, decisions: 1, missing: [1, 2] };
  const answer = (seat: number, more = {}) => changed(2, 2, { kind: "answer", seat, events: [], ...more });

  test.each([
    ["agreed to by one of two", answer(1, { wish: { ...wish, missing: [2] } }), "Naram agrees to the undo", ""],
    ["granted", answer(2, { version: 3, decisions: 1 }), "Sin agrees: the move is undone", ""],
    ["withdrawn", answer(0), "Enheduanna no longer wants to undo", ""],
    ["refused", answer(1), "", "Naram declines the undo."],
  ])("%s", (_, message, heard, refusal) => {
    const { receive, desk } = sitDown();
    receive(welcome(2, { view, wish, table: people }));
    receive(message);
    flushSync();
    expect(desk.heard.split(". ")[0]!.replace(/^Your decision.*/, "")).toBe(heard);
    expect(desk.refusal?.text ?? "").toBe(refusal);
  });
});

describe("fewer clicks", () => {
  const placed = (next = choices) => changed(3, 3, { actor: 0, view: { ...view, choices: next } });

  test("keeps a likely repeated choice selected", async () => {
    const { click, desk, receive, plays } = sitDown({ as: playing });
    await settled();
    click("f");
    click("d7");
    receive({ type: "done", id: plays()[0]!.id, version: 3 });
    receive(placed());
    await settled();
    expect(desk.choosing.path).toEqual(["f"]);
    expect(desk.buttons).toEqual(["end"]);
    click("f"); // who clicks it again means it
    expect(desk.choosing.path).toEqual(["f"]);
    expect(desk.buttons).toEqual([]);
  });

  test("drops selections that are no longer possible", async () => {
    const { click, desk, receive, plays } = sitDown({ as: playing });
    await settled();
    click("f");
    click("d7");
    receive({ type: "done", id: plays()[0]!.id, version: 3 });
    receive(placed(choices.slice(2)));
    await settled();
    expect(desk.choosing.path).toEqual([]);
  });

  test("ends the turn by key and presses buttons by digits", async () => {
    const { desk, plays } = sitDown({ as: playing });
    await settled();
    expect(desk.press(1)).toBe(false);
    expect(desk.press(0)).toBe(true);
    flushSync();
    expect(plays().map(({ move }) => move)).toEqual([3]);
  });

  test("ends a complete turn automatically only if the setting is on", async () => {
    for (const ends of [false, true]) {
      set("ends", ends);
      const { receive, plays } = sitDown({ as: playing });
      await settled();
      receive(placed(choices.slice(2)));
      await settled();
      expect(plays().map(({ move }) => move)).toEqual(ends ? [3] : []);
      stop();
    }
    set("ends", false);
  });

  test("explains a click that has no effect", async () => {
    const { click, desk, sent, receive } = sitDown();
    const answer = (more: object) => {
      const { id } = sent.findLast(({ type }) => type === "why")!;
      receive({ type: "reasoned", id, version: 2, ...more });
    };
    await settled();
    desk.dead("d7");
    expect(desk.note?.text).toBe("First choose f, then d7.");
    click("f");
    expect(desk.note).toBeNull();
    desk.dead("elsewhere");
    answer({ reason: "There is a city on elsewhere (clause 4).", clauses: [4] });
    await settled();
    expect(desk.note).toEqual({ text: "There is a city on elsewhere (clause 4).", clauses: [4] });
    desk.dead("nowhere");
    answer({});
    await settled();
    expect(desk.note?.text).toBe("nowhere: nothing to choose here right now.");
    desk.dead("late");
    click("f"); // lets go of it: what was asked about is no longer what is asked
    answer({ reason: "Too late." });
    await settled();
    expect(desk.note).toBeNull();
  });

  test("maps alternative places and sorts secondary buttons last", async () => {
    const also = (place: string) => (place === "e7" ? ["tower"] : []);
    const as = { ...module, also, behind: ["end"], isButton: (place: string) => place !== "d7" } as GameModule;
    const { click, desk, plays } = sitDown({ as });
    await settled();
    expect(desk.buttons).toEqual(["f", "end"]);
    click("f");
    expect(desk.choosing.alive.has("tower")).toBe(true);
    click("tower");
    expect(plays().map(({ move }) => move)).toEqual([2]);
  });
});

describe("planning ahead", () => {
  const waiting = { ...view, actor: 1, choices: [] };

  function wait() {
    set("plans", true);
    const line = lineUp();
    line.receive(welcome(2, { view: waiting }));
    let desk!: Desk;
    stop = $effect.root(() => {
      desk = new Desk(line.session, module);
    });
    flushSync();
    const asked = line.sent.findLast((message) => message.type === "ahead")!;
    line.receive({ type: "plannable", id: asked.id, version: 2, choices });
    const click = (place: string) => {
      desk.choosing.choose(place);
      flushSync();
    };
    const plays = () => line.sent.flatMap((message) => (message.type === "play" ? [message.move] : []));
    const turn = (possible: typeof choices) => {
      line.receive(changed(3, 3, { seat: 1, actor: 0, view: { ...view, choices: possible } }));
      flushSync();
    };
    return { ...line, desk, click, plays, turn };
  }
  afterEach(() => set("plans", false));

  test("plays a premove on the turn", async () => {
    const { desk, click, plays, turn } = wait();
    await settled();
    click("f");
    click("d7");
    await settled();
    expect(desk.plan.planned?.action).toBe(1);
    expect(plays()).toEqual([]); // it is not one's turn
    turn(choices);
    await settled();
    expect(plays()).toEqual([1]);
    expect(desk.plan.planned).toBeNull();
  });

  test("drops an impossible premove", async () => {
    const { desk, click, plays, turn } = wait();
    await settled();
    click("f");
    click("d7");
    await settled();
    turn(choices.slice(1));
    await settled();
    expect(plays()).toEqual([]);
    expect(desk.choosing.path).toEqual([]);
    expect(toasts.shown.at(-1)?.text).toContain("f → d7");
  });

  test("cancels a premove", async () => {
    const { desk, click, plays, turn } = wait();
    await settled();
    click("f");
    click("d7");
    await settled();
    desk.back();
    await settled();
    expect(desk.plan.planned).toBeNull();
    turn(choices);
    await settled();
    expect(plays()).toEqual([]);
  });

  test("keeps the selection while others decide", async () => {
    const { desk, click, receive, sent } = wait();
    await settled();
    click("f");
    receive(changed(3, 3, { seat: 1, view: waiting }));
    await settled();
    const asked = sent.findLast((message) => message.type === "ahead")!;
    receive({ type: "plannable", id: asked.id, version: 3, choices: choices.slice(0, 2) });
    await settled();
    expect(desk.choosing.path).toEqual(["f"]);
    click("e7");
    await settled();
    expect(desk.plan.planned?.action).toBe(2);
  });

  test("does not ask for premoves if the setting is off", async () => {
    const line = lineUp();
    line.receive(welcome(2, { view: waiting }));
    stop = $effect.root(() => void new Desk(line.session, module));
    flushSync();
    await settled();
    expect(line.sent.some((message) => message.type === "ahead")).toBe(false);
  });
});
