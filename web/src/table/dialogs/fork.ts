/** Defaults for playing on from a moment of a finished match. */

import type { Table } from "../../generated/protocol";
import { mySeat } from "../../lib/tables";

const USUAL = "scribe";

/** The reader's seat; else that of the player to move. */
export function suggestedSeat(table: Table, next: number): number {
  const own = mySeat(table);
  return own >= 0 ? own : Math.max(0, next);
}

/** The level of the bots that were played against, where it is one of those on offer. */
export function suggestedLevel(table: Table, levels: string[]): string {
  const played = table.seats.find((seat) => seat.kind === "bot" && !seat.you && levels.includes(seat.name));
  return played?.name ?? USUAL;
}
