/** Why a move is better, as a sentence with the players' names. */

import type { Reason } from "../../generated/protocol";
import { t } from "../../languages/table";

export function because(reason: Reason, names: string[]): string {
  const points = reason.kind === "holds" ? Math.round(reason.points) : reason.points; // a percentage
  const values = { n: points, points, instead: reason.instead, name: names[reason.seat] ?? "" };
  return t(`why:${reason.kind}`, values);
}
