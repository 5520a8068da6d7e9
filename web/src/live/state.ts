/** What is known of a table, as a function of what the server has said. Nothing in here waits or draws. */

import type { BaseView } from "../games/module";
import type { Changed, ChatLine, FromServer, Happening, Present, Table, Welcome, Wish } from "../generated/protocol";
import { share } from "./sharing";
import { mySeat } from "../lib/tables";

export interface Standing {
  table: Table;
  seat: number; // the reader's; -1: a spectator
  version: number; // of the position
  decisions: number; // how many the match has
  scores: number[]; // by seat; empty before the start
  view: BaseView | null; // none before the start
  history: Happening[];
  chat: ChatLine[];
  note: string;
  clocks: number[] | null; // what each seat had left when it was told
  read: number; // when that was here, by `performance.now()`
  undoable: number; // how many decisions the reader may take back without asking
  wish: Wish | null;
  present: Present;
  deciders: Record<number, number>; // by decision: the seat, as far as it was seen
}

/** Whether a message tells of something that had to come after what is known: then the whole table is asked for. */
export function isGap(standing: Standing, message: FromServer): boolean {
  return message.type === "changed" && message.decisions > standing.decisions + 1;
}

/** Whether a message is about a position that has been left behind. */
export function isOld(standing: Standing, message: Changed): boolean {
  if (message.version < standing.version) return true;
  const moved = message.kind === "move" || message.kind === "undo";
  return moved && message.version === standing.version;
}

/** What is known after a message. */
export function told(standing: Standing | null, message: FromServer, now: number): Standing | null {
  if (message.type === "welcome") return welcomed(message, standing, now);
  if (standing === null) return null;
  switch (message.type) {
    case "changed":
      return isOld(standing, message) ? standing : changed(standing, message, now);
    case "seated":
      return { ...standing, table: message.table, seat: mySeat(message.table) };
    case "present":
      return { ...standing, present: message };
    case "said":
      return { ...standing, chat: [...standing.chat, message.line] };
    default:
      return standing;
  }
}

function welcomed(message: Welcome, before: Standing | null, now: number): Standing {
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

function changed(standing: Standing, message: Changed, now: number): Standing {
  const events = message.events ?? [];
  const decisions = message.decisions;
  const from = message.kind === "move" ? decisions - 1 : decisions;
  const deciders = kept(standing.deciders, from);
  if (message.kind === "move") deciders[decisions - 1] = message.seat;
  return {
    ...standing,
    version: message.version,
    decisions,
    scores: share(standing.scores, message.scores),
    view: share(standing.view, (message.view as BaseView | undefined) ?? standing.view),
    history: [...standing.history.filter((happening) => happening.decision < from), ...events],
    clocks: message.clocks ?? null,
    read: now,
    undoable: message.undoable ?? 0,
    wish: message.wish ?? null,
    deciders,
    table: {
      ...standing.table,
      turn: message.actor,
      ...(message.result ? { result: message.result, status: "finished" as const } : {}),
    },
  };
}

/** What an answer to a wish to take back comes to: of one of several, the wish goes on. */
export function answered(before: Standing | null, message: Changed): "agrees" | "granted" | "withdrawn" | "refuses" {
  if (message.wish) return "agrees";
  if (before && message.decisions < before.decisions) return "granted";
  return before?.wish?.seat === message.seat ? "withdrawn" : "refuses";
}

function kept(deciders: Record<number, number>, before: number): Record<number, number> {
  return Object.fromEntries(Object.entries(deciders).filter(([decision]) => Number(decision) < before));
}

/** Who made a decision: as it was seen, or as what happened tells. */
export function decider(standing: Standing, decision: number): number {
  const seen = standing.deciders[decision];
  if (seen !== undefined) return seen;
  return standing.history.find((happening) => happening.decision === decision && happening.seat >= 0)?.seat ?? -1;
}

/** Whether the reader plays: a seat that was left is the bot's, and only watched. */
export const plays = (standing: Standing): boolean => standing.table.seats[standing.seat]?.kind === "person";

/** What others have decided since the reader did: of each decision the deed itself, not what came of it. */
export function deedsOfOthers(standing: Standing): Happening[] {
  const deeds: Happening[] = [];
  for (let decision = standing.decisions - 1; decision >= 0 && decider(standing, decision) !== standing.seat; decision--) {
    const deed = standing.history.find((happening) => happening.decision === decision);
    if (deed) deeds.unshift(deed);
  }
  return deeds;
}

/** How many decisions to take back, so that the reader's last one is undone; 0: there is none. */
export function toTakeBack(standing: Standing): number {
  if (!plays(standing) || standing.table.status !== "running") return 0;
  for (let decision = standing.decisions - 1; decision >= 0; decision--) {
    if (decider(standing, decision) === standing.seat) return standing.decisions - decision;
  }
  return 0;
}

/** Whether taking so many decisions back needs nobody's consent. */
export function isFree(standing: Standing, decisions: number): boolean {
  const others = standing.table.seats.some((seat) => seat.kind === "person" && seat.seat !== standing.seat);
  return decisions > 0 && (decisions <= standing.undoable || !others);
}

/** What a seat has left on its clock, some time after it was told. */
export function left(standing: Standing, seat: number, now: number): number | null {
  const told = standing.clocks?.[seat];
  if (told === undefined) return null;
  const runs = standing.table.status === "running" && standing.table.turn === seat;
  return Math.max(0, runs ? told - (now - standing.read) : told);
}
