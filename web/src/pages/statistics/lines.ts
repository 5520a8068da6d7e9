/** The rows of the statistics tables. */

import type { GameStatistics, OpponentRecord, Record as Counted } from "../../generated/protocol";
import { named, t } from "../../languages";
import { number } from "../../languages/language.svelte";
import { playerAddress } from "../../lib/players";

export interface Line {
  name: string;
  played: number;
  won: number;
  even: number;
  href?: string; // where there is more of it
}

const line = (name: string, { played, won, shared }: Counted): Line => ({ name, played, won, even: shared });

/** An opponent as readers know it; all the people a bot has met are one. */
function opponent({ kind, name }: OpponentRecord): string {
  if (kind === "bot") return named(`level.${name}`, name);
  return name || t("stats.people");
}

/** Where an opponent's own page is; only registered people have one. */
function page({ kind, name }: OpponentRecord, linked: boolean): string | null {
  if (!linked || !name) return null;
  return kind === "bot" ? `/statistics/${name}` : playerAddress(name);
}

/** By seats, by opponent and by opening; what there is only one of needs no table. */
export function tables(
  game: GameStatistics,
  linked = false,
): { key: "seats" | "opponents" | "openings"; lines: Line[] }[] {
  const seats = game.seats.map((one) => line(t("stats.seats", { n: number(one.seats) }), one.record));
  const opponents = game.opponents.map((one) => ({
    name: opponent(one),
    played: one.played,
    won: one.ahead,
    even: one.even,
    ...(page(one, linked) ? { href: page(one, linked)! } : {}),
  }));
  const openings = game.openings.map((one) =>
    line(named(`opening.${game.game}.${one.opening}`, one.opening), one.record),
  );
  return [
    { key: "opponents" as const, lines: together(opponents) },
    { key: "seats" as const, lines: seats },
    { key: "openings" as const, lines: openings },
  ].filter(({ key, lines }) => lines.length > (key === "seats" ? 1 : 0));
}

/** Two people may have one name; a table has a line for each, and tells them apart. */
function together(lines: Line[]): Line[] {
  const seen = new Map<string, number>();
  return lines.map((one) => {
    const count = (seen.get(one.name) ?? 0) + 1;
    seen.set(one.name, count);
    return count > 1 ? { ...one, name: `${one.name} (${count})` } : one;
  });
}

/** The mean of each figure and the four before it: one match says little. */
export function smoothed(figures: number[], width = 5): number[] {
  return figures.map((_, at) => {
    const last = figures.slice(Math.max(0, at - width + 1), at + 1);
    return last.reduce((sum, figure) => sum + figure, 0) / last.length;
  });
}
