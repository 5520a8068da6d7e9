/** Score previews by place, from the server's preview of each action. */

import type { Choice } from "../../lib/game";
import type { Previewed } from "../../generated/protocol";
import { t } from "../../languages/table";

export interface Gain {
  seat: number;
  least: number;
  most: number;
}

/** What the choices that remain would change in the scores: for each seat one value or a range; seats to which nothing
 *  happens are left out. */
export function gains(preview: Previewed | null, choices: Choice[]): Gain[] {
  if (preview === null || choices.length === 0) return [];
  const rows = choices.map((choice) => preview.gains[choice.action]);
  const seats = Math.max(0, ...rows.map((row) => row?.length ?? 0));
  return Array.from({ length: seats }, (_, seat) => {
    const values = rows.map((row) => row?.[seat] ?? 0);
    return { seat, least: Math.min(...values), most: Math.max(...values) };
  }).filter((gain) => gain.least !== 0 || gain.most !== 0);
}

/** What each place would bring a seat, of those with which a choice is made; none where all would bring the same, since
 *  that says nothing about places. */
export function gainsByPlace(
  preview: Previewed | null,
  choices: Choice[],
  path: string[],
  seat: number,
): ReadonlyMap<string, number> {
  const last = choices.filter(({ clicks }) => clicks.length === path.length + 1);
  const points = new Map(last.map(({ action, clicks }) => [clicks.at(-1)!, preview?.gains[action]?.[seat] ?? 0]));
  const worth = new Set(points.values());
  return worth.size > 1 ? new Map([...points].filter(([, gain]) => gain !== 0)) : new Map();
}

/** "+4", "−1", "up to +6", "−1 to +2". */
export function written({ least, most }: Gain): string {
  if (least === most) return signed(least);
  if (least >= 0) return t("up to", { most: signed(most) });
  return most <= 0
    ? t("down to", { least: signed(least) })
    : t("from to", { least: signed(least), most: signed(most) });
}

export const signed = (value: number): string => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0");
