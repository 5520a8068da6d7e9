/** Texts about tables for lists: names, pace, status. */

import type { Pace, Table } from "../generated/protocol";
import { personName } from "./players";
import { named, t } from "../languages";
import { list } from "../languages/language.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the ids of tables on this device begin with; the server's have no dash. */
export const DEVICE = "d-";
/** Whether a match is played on this device, without a server. */
export const isOnDevice = (id: string): boolean => id.startsWith(DEVICE);

export const mySeat = (table: Table): number => table.seats.find((seat) => seat.you)?.seat ?? -1;
/** The seat the reader plays on; -1: they watch, or have left it to a bot. */
export const ownSeat = (table: Table): number =>
  table.seats.find((seat) => seat.you && seat.kind === "person")?.seat ?? -1;
export const isMyTurn = (table: Table): boolean =>
  table.status === "running" && table.turn >= 0 && table.turn === ownSeat(table);
/** Whether a seat of a rematch or tournament is held for the reader. */
export const awaitsMe = (table: Table): boolean =>
  table.status === "open" && table.seats.some((seat) => seat.you && seat.awaited);
/** The names of the players for whom a seat is held. */
export const awaited = (table: Table): string[] => table.seats.filter((seat) => seat.awaited).map((seat) => seat.name);
/** The names of the others who have already sat down at an open table. */
export const comers = (table: Table): string[] =>
  table.seats.filter((seat) => seat.kind === "person" && !seat.awaited && !seat.you).map((seat) => seat.name);
export const freeSeats = (table: Table): number => table.seats.filter((seat) => seat.kind === "open").length;

/** A bot's level in the reader's language, a person's own name. */
function seatName(table: Table, seat: number): string {
  const occupant = table.seats[seat];
  if (!occupant || occupant.kind === "open") {
    // After the start, an open seat belongs to an unknown player of an imported log.
    if (table.status === "open") return t("table.freeSeat");
    return occupant?.name ? levelName(personName(occupant.name)) : t("table.player", { n: seat + 1 }); // the log may name the player
  }
  return occupant.kind === "bot" ? levelName(occupant.name) : personName(occupant.name);
}

/** Names of the seats; bots of one level are numbered. */
export function seatNames(table: Table): string[] {
  const names = table.seats.map((seat) => seatName(table, seat.seat));
  return names.map((name, at) => {
    if (table.seats[at]!.kind !== "bot" || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}

/** Names at a decision: before a bot took over a seat, its former player's. */
export function namesAt(table: Table, names: string[], decision: number): string[] {
  if (!table.seats.some((seat) => seat.left && decision < (seat.left_at ?? 0))) return names;
  return names.map((name, at) => {
    const { left, left_at: from = 0 } = table.seats[at]!;
    return left && decision < from ? personName(left) : name;
  });
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

/** "starts at 12 : 5" for a fork, so that nobody takes it for a fresh match; otherwise nothing. */
export function beginsText(table: Table): string {
  if (!table.begins) return "";
  return table.begins.length ? t("table.beginsAt", { scores: table.begins.join(" : ") }) : t("table.begins");
}

/** The table's status in a few words. */
export function statusText(table: Table): string {
  const called = seatNames(table);
  if (table.status === "open") {
    if (awaitsMe(table)) return t(table.tournament ? "table.awaitsYou.tournament" : "table.awaitsYou");
    if (freeSeats(table) === 0) return t("table.awaits", { names: list(awaited(table)) });
    return t("table.free", { n: freeSeats(table) });
  }
  if (table.status === "running") {
    return isMyTurn(table) ? t("table.yourTurn") : t("table.turnOf", { name: called[table.turn] ?? "" });
  }
  const winners = table.result?.winners ?? [];
  const names = list(winners.map((seat) => called[seat] ?? ""));
  if (winners.length === 0) return t("table.aborted");
  if (winners.length > 1) return t("table.shared", { names });
  return winners[0] === ownSeat(table) ? t("table.youWon") : t("table.won", { names });
}

/** The address of its page. */
export const addressOf = (table: Table): string =>
  table.status === "finished" ? `/replay/${table.id}` : `/table/${table.id}`;
