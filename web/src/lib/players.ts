/** Players: their names, the addresses of their pages, and their ratings as text. */

import type { Seat } from "../generated/protocol";
import { t } from "../languages/account";
import { number } from "../languages/language.svelte";

/** What the server calls everybody whose account has been deleted. */
const FORMER = "a former player";

export const isFormer = (name: string): boolean => name === FORMER;

/** A player's name; for a deleted account, "a former player" in the reader's language. */
export const personName = (name: string): string => (isFormer(name) ? t("former") : name);

/** A name inside an address, which has no stroke there: players are found without signs as well. */
export const inAddress = (name: string): string => encodeURIComponent(name.replaceAll("/", " "));

/** A registered player's page. */
export const playerAddress = (name: string): string => `/player/${inAddress(name)}`;

/** The page of whoever has a seat: a registered player's, or a level's; none for guests. */
export function pageOf(seat: Seat): string | null {
  if (seat.registered) return playerAddress(seat.left || seat.name);
  return seat.kind === "bot" ? `/statistics/${seat.name}` : null;
}

/** "1523", as ratings are written, and a question mark where it may yet be far off. */
export const ratingText = (rating: number, provisional: boolean): string => `${rating}${provisional ? "?" : ""}`;

/** What a match has done to a seat's rating: "+12"; nothing where it did not count. */
export function changeText(seat: Seat): string {
  if (typeof seat.before !== "number" || typeof seat.rating !== "number") return "";
  const by = seat.rating - seat.before;
  return by > 0 ? `+${number(by)}` : by < 0 ? `−${number(-by)}` : "±0";
}
