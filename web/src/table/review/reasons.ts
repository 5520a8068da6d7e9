/** Why a move is better, as a sentence with the players' names. */

import type { GameEvent, Reason } from "../../generated/protocol";
import { t } from "../../languages/table";

/** `sentence` tells an event; `own` is the seat that reads it, who is spoken to as "you". */
export function because(
  reason: Reason,
  names: string[],
  sentence: (event: GameEvent) => string = (event) => event.text,
  own = -1,
): string {
  const points = reason.kind === "holds" ? Math.round(reason.points) : reason.points; // a percentage
  const values = { n: points, points, instead: reason.instead, name: names[reason.seat] ?? "" };
  if (reason.event) {
    const text = sentence(reason.event);
    const event = names.some((name) => text.startsWith(name)) ? text : text.charAt(0).toLowerCase() + text.slice(1);
    const scored = reason.points > 0 ? t("why:points", { n: reason.points }) : "";
    return t(`why:${reason.kind}`, { ...values, event: `${event}${scored}` });
  }
  if (reason.seat === own && (reason.kind === "comes" || reason.kind === "builds"))
    return t(`why:${reason.kind}:you`, values);
  return t(`why:${reason.kind}`, values);
}

/** What tells two reasons of one move apart. */
export const reasonKey = (reason: Reason): string => `${reason.kind} ${reason.seat} ${reason.event?.text ?? ""}`;
