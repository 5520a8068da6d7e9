/** Tables in words, for lists: what a reader wants to know before going there. */

import type { Pace, Table } from "../generated/protocol";
import { named, t } from "../languages";
import { list } from "./language.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const mySeat = (table: Table): number => table.seats.find((seat) => seat.you)?.seat ?? -1;
/** The seat the reader plays on; -1: they watch, or have left it to a bot. */
export const ownSeat = (table: Table): number => table.seats.find((seat) => seat.you && seat.kind === "person")?.seat ?? -1;
export const isMyTurn = (table: Table): boolean => table.status === "running" && table.turn >= 0 && table.turn === ownSeat(table);
export const freeSeats = (table: Table): number => table.seats.filter((seat) => seat.kind === "open").length;

/** A seat's name: a bot's level in the reader's language, a person's own name. */
export function seatName(table: Table, seat: number): string {
  const found = table.seats[seat];
  if (!found || found.kind === "open") {
    // At a table that has begun, such a seat was somebody's who is not known: a log was imported.
    return table.status === "open" ? t("table.freeSeat") : t("table.player", { n: seat + 1 });
  }
  return found.kind === "bot" ? levelName(found.name) : found.name;
}

export const levelName = (level: string): string => named(`level.${level.toLowerCase()}`, level);

/** "10 min + 5 s", "2 days a turn". */
export function paceText(pace: Pace): string {
  const base = pace.base ?? 0;
  if (pace.kind === "clock") {
    return t("pace.clock", { minutes: base / MINUTE, seconds: (pace.increment ?? 0) / 1000 });
  }
  if (pace.kind !== "turn") return t("pace.untimed");
  return base % DAY === 0 ? t("pace.days", { n: base / DAY }) : t("pace.hours", { n: base / HOUR });
}

/** Where a table is in its life, in a few words. */
export function statusText(table: Table): string {
  if (table.status === "open") return t("table.free", { n: freeSeats(table) });
  if (table.status === "running") {
    return isMyTurn(table) ? t("table.yourTurn") : t("table.turnOf", { name: seatName(table, table.turn) });
  }
  const winners = table.result?.winners ?? [];
  const names = list(winners.map((seat) => seatName(table, seat)));
  if (winners.length === 0) return t("table.aborted");
  if (winners.length > 1) return t("table.shared", { names });
  return winners[0] === ownSeat(table) ? t("table.youWon") : t("table.won", { names });
}

/** Where to go to see it. */
export const addressOf = (table: Table): string => (table.status === "finished" ? `/replay/${table.id}` : `/table/${table.id}`);
