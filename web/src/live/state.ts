/** The client's state of a table, computed from the server's messages. Pure functions. */

import type { BaseView } from "../lib/game";
import type {
  Changed,
  ChatLine,
  FromServer,
  GameEvent,
  Present,
  Table,
  Welcome,
  UndoRequest,
} from "../generated/protocol";
import { share } from "./structuralSharing";
import { isOnDevice, mySeat } from "../lib/tables";

export interface TableState {
  table: Table;
  seat: number; // the reader's; -1: a spectator
  version: number; // of the position
  decisions: number; // how many the match has
  scores: number[]; // by seat; empty before the start
  view: BaseView | null; // none before the start
  history: GameEvent[];
  chat: ChatLine[];
  note: string;
  clocks: number[] | null; // what each seat had left when the server said it
  read: number; // when that was here, by `performance.now()`
  undoable: number; // how many decisions the reader may take back without asking
  wish: UndoRequest | null;
  present: Present;
  deciders: Record<number, number>; // by decision: the seat, as far as it was seen
}

/** Whether messages are missing before this one: then the whole table is requested. */
export function isGap(state: TableState, message: FromServer): boolean {
  return message.type === "changed" && message.decisions > state.decisions + 1;
}

/** Whether a message is about an older position. */
export function isOld(state: TableState, message: Changed): boolean {
  if (message.version < state.version) return true;
  const moved = message.kind === "move" || message.kind === "undo";
  return moved && message.version === state.version;
}

/** The state after a message. */
export function received(state: TableState | null, message: FromServer, now: number): TableState | null {
  if (message.type === "welcome") return welcomed(message, state, now);
  if (state === null) return null;
  switch (message.type) {
    case "changed":
      return isOld(state, message) ? state : changed(state, message, now);
    case "seated":
      return { ...state, table: message.table, seat: mySeat(message.table) };
    case "present":
      return { ...state, present: message };
    case "said":
      return { ...state, chat: [...state.chat, message.line] };
    default:
      return state;
  }
}

function welcomed(message: Welcome, before: TableState | null, now: number): TableState {
  const same = before !== null && before.table.id === message.table.id;
  return {
    table: message.table,
    seat: message.seat,
    version: message.version,
    decisions: message.decisions,
    scores: message.scores,
    view: share(same ? before.view : null, (message.view as BaseView | undefined) ?? null),
    history: message.history ?? [],
    chat: message.chat ?? [],
    note: message.note ?? "",
    clocks: message.clocks ?? null,
    read: now,
    undoable: message.undoable ?? 0,
    wish: message.wish ?? null,
    present: message.present,
    deciders: same ? kept(before.deciders, message.decisions) : {},
  };
}

function changed(state: TableState, message: Changed, now: number): TableState {
  const events = message.events ?? [];
  const decisions = message.decisions;
  const from = message.kind === "move" ? decisions - 1 : decisions;
  const deciders = kept(state.deciders, from);
  if (message.kind === "move") deciders[decisions - 1] = message.seat;
  return {
    ...state,
    version: message.version,
    decisions,
    scores: share(state.scores, message.scores),
    view: share(state.view, (message.view as BaseView | undefined) ?? state.view),
    history: [...state.history.filter((event) => event.decision < from), ...events],
    clocks: message.clocks ?? null,
    read: now,
    undoable: message.undoable ?? 0,
    wish: message.wish ?? null,
    deciders,
    table: {
      ...state.table,
      turn: message.actor,
      ...(message.result ? { result: message.result, status: "finished" as const } : {}),
    },
  };
}

/** The undo request after an answer; it stays open until everybody has answered. */
export function answered(before: TableState | null, message: Changed): "agrees" | "granted" | "withdrawn" | "refuses" {
  if (message.wish) return "agrees";
  if (before && message.decisions < before.decisions) return "granted";
  return before?.wish?.seat === message.seat ? "withdrawn" : "refuses";
}

function kept(deciders: Record<number, number>, before: number): Record<number, number> {
  return Object.fromEntries(Object.entries(deciders).filter(([decision]) => Number(decision) < before));
}

/** Who made a decision: as it was seen, or as what happened tells. */
export function decider(state: TableState, decision: number): number {
  const seen = state.deciders[decision];
  if (seen !== undefined) return seen;
  return state.history.find((event) => event.decision === decision && event.seat >= 0)?.seat ?? -1;
}

/** Whether the reader plays: after leaving a seat to a bot they only watch. */
export const plays = (state: TableState): boolean => state.table.seats[state.seat]?.kind === "person";

/** What others have decided since the reader's last decision: the first event of each. */
export function deedsOfOthers(state: TableState): GameEvent[] {
  const deeds: GameEvent[] = [];
  for (let decision = state.decisions - 1; decision >= 0 && decider(state, decision) !== state.seat; decision--) {
    const deed = state.history.find((event) => event.decision === decision);
    if (deed) deeds.unshift(deed);
  }
  return deeds;
}

/** How many decisions to undo so that the reader's last one is undone; 0: none can be. */
export function toTakeBack(state: TableState): number {
  if (!plays(state) || state.table.status !== "running") return 0;
  for (let decision = state.decisions - 1; decision >= 0; decision--) {
    if (decider(state, decision) !== state.seat) continue;
    const decisions = state.decisions - decision;
    const strict = state.table.rated || state.table.tournament; // what others have seen cannot be undone
    return strict && decisions > state.undoable ? 0 : decisions;
  }
  return 0;
}

/** Whether undoing so many decisions needs no consent. */
export function isFree(state: TableState, decisions: number): boolean {
  const others =
    !isOnDevice(state.table.id) && // there people sit together, and talk
    state.table.seats.some((seat) => seat.kind === "person" && seat.seat !== state.seat);
  return decisions > 0 && (decisions <= state.undoable || !others);
}

/** A seat's remaining time, some time after the server reported it. */
export function left(state: TableState, seat: number, now: number): number | null {
  const remaining = state.clocks?.[seat];
  if (remaining === undefined) return null;
  return Math.max(0, runs(state, seat) ? remaining - (now - state.read) : remaining);
}

/** Whether the clock of a seat runs: not while its player is on vacation. */
export const runs = ({ table }: TableState, seat: number): boolean =>
  table.status === "running" && table.turn === seat && !isOnVacation(table, seat);

export const isOnVacation = (table: Table, seat: number): boolean => table.vacation?.includes(seat) ?? false;

/** Whether a seat's player is away from the table; never the reader. */
export function isAway(state: TableState, seat: number): boolean {
  const chair = state.table.seats[seat];
  return chair?.kind === "person" && state.present.seats[seat] === false && !chair.you;
}
