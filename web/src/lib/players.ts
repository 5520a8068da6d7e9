/** Players: their names, the addresses of their pages, and their ratings as text. */

import type { Seat } from "../generated/protocol";
import { t } from "../languages/account";
import { number } from "../languages/language.svelte";

/** What the server calls everybody whose account has been deleted. */
const FORMER = "a former player";

export const isFormer = (name: string): boolean => name === FORMER;

/** A player's name; for a deleted account, "a former player" in the reader's language. */
export const personName = (name: string): string => (isFormer(name) ? t("former") : name);

/** A name in a URL. Slashes become spaces: the server finds players by look-alike names. */
export const inAddress = (name: string): string => encodeURIComponent(name.replaceAll("/", " "));

/** A registered player's page. */
export const playerAddress = (name: string): string => `/player/${inAddress(name)}`;

/** The page of a seat's player: a registered player's profile or a bot's statistics; null for guests. */
export function pageOf(seat: Seat): string | null {
  if (seat.registered) return playerAddress(seat.left || seat.name);
  return seat.kind === "bot" ? `/statistics/${seat.name}` : null;
}

/** "1523", or "1523?" while the rating is provisional. */
export const ratingText = (rating: number, provisional: boolean): string => `${rating}${provisional ? "?" : ""}`;

/** How a match changed a seat's rating: "+12"; empty if it was not rated. */
export function changeText(seat: Seat): string {
  if (typeof seat.before !== "number" || typeof seat.rating !== "number") return "";
  const by = seat.rating - seat.before;
  return by > 0 ? `+${number(by)}` : by < 0 ? `−${number(-by)}` : "±0";
}
