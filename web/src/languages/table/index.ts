/** The table's words. */

import { named } from "..";
import type { Seat } from "../../generated/protocol";
import { say, type Values } from "../../lib/language.svelte";
import { en } from "./en";
import { nl } from "./nl";

export type Key = keyof typeof en;

export const t = (key: Key, values?: Values): string => say({ en, nl }, key, values);

/** What somebody on a seat is called: people by their names, bots by their levels. */
export function called(seat: Seat): string {
  if (seat.kind === "open") return t("player", { n: seat.seat + 1 });
  return seat.kind === "bot" ? named(`level.${seat.name}`, seat.name) : seat.name;
}
