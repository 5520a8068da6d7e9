/** A match on this device: what is fixed at its start (the plan), what was decided (the journal), and how lists show
 *  it (the table). The engine's worker computes everything else from plan and journal, as the server does. */

import type { GameCard, NewTable, Result, Table } from "../generated/protocol";
import { DEVICE } from "../lib/tables";
import type { DeviceEntry, DevicePlan } from "./messages";

export type { DeviceEntry, DevicePlan };

/** A match as it lies in the store; its entries lie beside it. */
export interface DeviceMatch {
  id: string;
  plan: DevicePlan;
  table: Table;
  decisions: number;
  note: string; // the reader's
  /** Where the server keeps a copy, and how many decisions that has. */
  kept: { table: string; decisions: number } | null;
}

export type Journal = DeviceEntry[];

const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"; // without letters that look like others
const LENGTH = 12;

/** A new match's id. The server's ids have no dash, so nobody takes the one for the other. */
export function newMatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return DEVICE + [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** A random number of 63 bits, as the server draws them. */
function newSeed(): string {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high! >>> 1) << 32n) | BigInt(low!)).toString();
}

/** The people at this device, by seat. */
export const peopleOf = (plan: DevicePlan): number[] => plan.seats.flatMap(({ bot }, seat) => (bot ? [] : [seat]));

/** A plan made from a request. `names` are those of the people, by seat. */
export function planMatch(wish: NewTable, card: GameCard, names: string[], now = Date.now()): DevicePlan {
  const isBot = (who: string) => card.bots.includes(who);
  let seats = wish.seats.map(({ who }, at) => (isBot(who) ? { name: who, bot: who } : { name: names[at]!, bot: null }));
  if (wish.drawn) seats = shuffled(seats);
  const alone = seats.filter(({ bot }) => bot === null).length <= 1;
  return {
    id: newMatchId(),
    game: card.name,
    rules: card.rules,
    options: wish.options ?? {},
    seed: wish.seed ? String(wish.seed) : newSeed(),
    start: null,
    seats,
    leave: wish.leave ?? (seats.length === 2 || alone ? "loss" : "bot"),
    stand_in: card.levels[0]?.name ?? "random",
    hints: wish.hints ?? alone,
    prospects: wish.prospects ?? true,
    created: now,
  };
}

function shuffled<T>(items: T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}

/** The same players, each one seat further. */
export const planRematch = (plan: DevicePlan, rules: number, now = Date.now()): DevicePlan => ({
  ...plan,
  id: newMatchId(),
  rules,
  seed: newSeed(),
  start: null,
  seats: [...plan.seats.slice(-1), ...plan.seats.slice(0, -1)],
  created: now,
});

/** A new match. Whoever plays alone is `you`; among several, each is in turn. */
export function newMatch(plan: DevicePlan): DeviceMatch {
  const people = peopleOf(plan);
  const table: Table = {
    id: plan.id,
    game: plan.game,
    rules: plan.rules,
    options: plan.options,
    seats: plan.seats.map(({ name, bot }, seat) => ({
      seat,
      kind: bot ? "bot" : "person",
      name,
      you: people.length === 1 && people[0] === seat,
    })),
    pace: { kind: "untimed" },
    leave: plan.leave,
    hints: plan.hints,
    prospects: plan.prospects,
    public: false,
    status: "running",
    turn: -1,
    created: plan.created,
    changed: plan.created,
    yours: true,
  };
  return { id: plan.id, plan, table, decisions: 0, note: "", kept: null };
}

/** What a message tells about a match for lists: whose turn it is, and how it ended. */
export function changedBy(
  match: DeviceMatch,
  told: { turn: number; decisions: number; result?: Result | null | undefined },
  now = Date.now(),
): DeviceMatch {
  const { turn, decisions, result } = told;
  const ended = result ? { result, status: "finished" as const } : {};
  return { ...match, decisions, table: { ...match.table, turn, changed: now, ...ended } };
}
