/** The table's words. */

import type { Seat } from "../../generated/protocol";
import { say, type Values } from "../../lib/language.svelte";
import { en } from "./en";
import { nl } from "./nl";

export type Key = keyof typeof en;

export const t = (key: Key, values?: Values): string => say({ en, nl }, key, values);

const isKey = (key: string): key is Key => key in en;

/** What somebody on a seat is called: people by their names, bots by their levels. */
export function called(seat: Seat): string {
  if (seat.kind === "open") return t("open seat");
  const key = `bot:${seat.name}`;
  return seat.kind === "bot" && isKey(key) ? t(key) : seat.name;
}

/** A message that may not be there, such as a server's word. */
export const perhaps = (key: string, otherwise: string, values?: Values): string => (isKey(key) ? t(key, values) : otherwise);
