/** Why a move is better, as a sentence with the players' names. */

import type { Reason } from "../../generated/protocol";
import { t } from "../../languages/table";

export function because(reason: Reason, names: string[]): string {
  const values = { n: reason.points, points: reason.points, instead: reason.instead, name: names[reason.seat] ?? "" };
  return t(`why:${reason.kind}`, values);
}
