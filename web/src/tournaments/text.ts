/** Texts about tournaments for lists: system, status, names. */

import type { Tournament, TournamentListed, TournamentPlayer, TournamentTable } from "../generated/protocol";
import { t, type Key } from "../languages/tournaments";
import { moment } from "../languages/language.svelte";
import { levelName, paceText } from "../lib/tables";

type Known = Tournament | TournamentListed;

/** "Swiss", "2 at a table", "20 min + 15 s". */
export function facts(one: Known): string[] {
  const system = t(`system:${one.system}` as Key);
  return [system, t("seats", { n: one.seats }), paceText(one.pace)];
}

/** Its status. */
export function stateOf(one: Known): string {
  if (one.status === "cancelled") return t("cancelled");
  if (one.status === "finished") return t("ended");
  if (one.status === "open") return one.starts ? t("starts", { when: moment(one.starts) }) : t("starts:hand");
  if (one.system === "arena") return one.ends ? t("ends at", { when: moment(one.ends) }) : "";
  return t("round of", { round: one.round, rounds: one.rounds });
}

/** A player's name; bots are called by their level in the reader's language. */
export function nameOf(player: TournamentPlayer | undefined): string {
  if (!player) return t("house");
  if (!player.bot) return player.name;
  const [level, ...again] = player.name.split(" ");
  return [levelName(level!), ...again].join(" ");
}

/** The reader's own table among those of the last round. */
export const isBye = (table: TournamentTable): boolean => table.table === null;
