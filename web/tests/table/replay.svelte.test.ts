import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BaseView, GameModule } from "../../src/lib/game";
import type { Moment, Replay, Result, Table } from "../../src/generated/protocol";
import babylonia from "../../src/games/babylonia";
import { ended, outcome } from "../../src/table/ending/ending";
import { suggestedLevel, suggestedSeat } from "../../src/table/dialogs/fork";
import { Replaying } from "../../src/table/state/replay.svelte";
import { event, left, table } from "../lib/serverMessages";

const module = {
  messages: { en: {}, nl: {} },
  name: (place: string, view: BaseView) => `${place} of ${view.seat}`,
  label: (place: string) => place,
  places: () => [],
} as unknown as GameModule;

const step = (decision: number) => ({
  seat: 0,
  action: 1,
  text: "m d7",
  clicks: ["stand:m", "hex:d7"],
  events: [event(decision)],
  scores: [decision, 0],
});
const open = { seat: -1, seats: 2, players: [0, 1].map((seat) => ({ seat, score: 0, hand: "AH" })) };
const moment = (decision: number): Moment => ({ decision, scores: [decision, 0], views: [], position: {}, open });

let waiting: Map<number, () => void>;
beforeEach(() => {
  waiting = new Map();
  vi.stubGlobal("fetch", (address: string) => {
    const decision = Number(address.split("/").at(-1));
    return new Promise((answer) => waiting.set(decision, () => answer(new Response(JSON.stringify(moment(decision))))));
  });
});
afterEach(() => vi.unstubAllGlobals());

const arrive = async (decision: number) => {
  waiting.get(decision)!();
  await new Promise((resolve) => setTimeout(resolve));
};
const replay: Replay = {
  table: { ...table, status: "finished" },
  steps: [step(0), { ...step(1), seat: 1, text: "done", clicks: ["done"], events: [] }, step(2)],
  readable: true,
};

async function opened(): Promise<Replaying> {
  const replaying = new Replaying(replay, module);
  void replaying.go(0);
  await arrive(0);
  return replaying;
}

describe("a replay", () => {
  test("stays when told to, ignoring answers in flight", async () => {
    const replaying = await opened();
    void replaying.step(1);
    replaying.stay();
    await arrive(1);
    expect(replaying.decision).toBe(0);
    void replaying.step(1); // and goes on from there
    await new Promise((resolve) => setTimeout(resolve));
    expect(replaying.decision).toBe(1);
  });

  test("describes the next move, also without events", async () => {
    const replaying = await opened();
    expect(replaying.next).toBe("Next: event of 0");
    void replaying.go(1);
    await arrive(1);
    expect(replaying.next).toBe("Next: Scribe chooses “done of 1”");
    void replaying.go(3);
    await arrive(3);
    expect(replaying.next).toBeNull();
  });

  test("shows everything, in sentences for a spectator", async () => {
    const replaying = await opened();
    const hands = ({ players }: BaseView) => players.map((player) => (player as unknown as { hand: string }).hand);
    expect(hands(replaying.view!)).toEqual(["AH", "AH"]);
    expect(hands(replaying.described!)).toEqual(["AH", "AH"]);
    expect([replaying.view!.seat, replaying.described!.seat]).toEqual([0, -1]);
  });
});

describe("forks", () => {
  const watched: Table = { ...table, seats: table.seats.map((seat) => ({ ...seat, you: false })) };

  test("suggest the reader's seat, or that of the player to move", () => {
    expect(
      suggestedSeat(
        { ...table, seats: [table.seats[1]!, table.seats[0]!].map((seat, at) => ({ ...seat, seat: at })) },
        0,
      ),
    ).toBe(1);
    expect(suggestedSeat(left, 1)).toBe(0);
    expect(suggestedSeat(watched, 1)).toBe(1);
  });

  test("suggest the bots of that match, if people may choose them", () => {
    const against = (name: string): Table => ({ ...table, seats: [table.seats[0]!, { ...table.seats[1]!, name }] });
    const levels = ["apprentice", "scribe", "king"];
    expect(suggestedLevel(against("king"), levels)).toBe("king");
    expect(suggestedLevel(against("random"), levels)).toBe("scribe");
    expect(suggestedLevel(left, levels)).toBe("scribe"); // the bot that plays for oneself is no opponent
  });
});

describe("a finished match", () => {
  const names = ["Nabu", "Enlil", "Ishtar"];
  const won = (...winners: number[]): Result => ({ winners, scores: [1, 2, 3], ending: "a stand is empty" });

  test("has a headline for players and for spectators", () => {
    expect(outcome(won(1), names, 1)).toBe("You win");
    expect(outcome(won(1), names, 0)).toBe("You lose: Enlil wins");
    expect(outcome(won(1), names, -1)).toBe("Enlil wins");
    expect(outcome(won(0, 1), names, 1)).toBe("You win together with Nabu");
    expect(outcome(won(0, 1), names, 2)).toBe("You lose: Nabu and Enlil win together");
    expect(outcome(won(0, 1), names, -1)).toBe("Nabu and Enlil win together");
    expect(outcome(won(), names, 0)).toBe("Nobody wins");
  });

  test("says why", () => {
    const said = (more: Partial<Result>) => ended({ ...won(1), ...more }, names, babylonia as unknown as GameModule);
    expect(said({ why: "empty stand" })).toBe("A stand is empty.");
    expect(said({})).toBe("A stand is empty."); // stored before there were codes
    expect(said({ ending: "seat 2 resigned", why: "resigned", seat: 2 })).toBe("Ishtar resigned.");
    expect(said({ ending: "seat 0's time ran out", why: "timeout", seat: 0 })).toBe("Nabu ran out of time.");
  });
});
