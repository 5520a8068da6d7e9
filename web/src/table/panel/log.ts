/** The log's entries: what happened, decision by decision. */

import type { Happening } from "../../generated/protocol";

export interface Entry {
  decision: number; // -1: the set-up
  seat: number; // whose doing it was, as far as the first event tells; -1: nobody's
  happenings: Happening[];
}

/** Entries that were there before stay the same objects, so that only what is new is drawn. */
export function entries(history: Happening[], before: Entry[] = []): Entry[] {
  const known = new Map(before.map((entry) => [entry.happenings[0], entry]));
  return grouped(history).map((entry) => {
    const old = known.get(entry.happenings[0]);
    return old && old.happenings.length === entry.happenings.length ? old : entry;
  });
}

function grouped(history: Happening[]): Entry[] {
  const found: Entry[] = [];
  for (const happening of history) {
    const last = found.at(-1);
    if (last && last.decision === happening.decision) {
      last.happenings.push(happening);
      if (last.seat < 0) last.seat = happening.seat;
    } else found.push({ decision: happening.decision, seat: happening.seat, happenings: [happening] });
  }
  return found;
}
