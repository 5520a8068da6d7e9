/** The log's entries: what happened, decision by decision. */

import type { GameEvent } from "../../generated/protocol";

export interface Entry {
  decision: number; // -1: the set-up
  seat: number; // whose doing it was, as far as the first event tells; -1: nobody's
  events: GameEvent[];
}

/** Old entries stay the same objects, so that only new ones are drawn. */
export function entries(history: GameEvent[], before: Entry[] = []): Entry[] {
  const entries = new Map(before.map((entry) => [entry.events[0], entry]));
  return grouped(history).map((entry) => {
    const old = entries.get(entry.events[0]);
    return old && old.events.length === entry.events.length ? old : entry;
  });
}

function grouped(history: GameEvent[]): Entry[] {
  const grouped: Entry[] = [];
  for (const event of history) {
    const last = grouped.at(-1);
    if (last && last.decision === event.decision) {
      last.events.push(event);
      if (last.seat < 0) last.seat = event.seat;
    } else grouped.push({ decision: event.decision, seat: event.seat, events: [event] });
  }
  return grouped;
}

/** The sentences of an entry; the same one several times in a row is "… (3×)". */
export function lines(
  events: GameEvent[],
  sentence: (event: GameEvent) => string,
): { event: GameEvent; text: string }[] {
  const found: { event: GameEvent; text: string; times: number }[] = [];
  for (const event of events) {
    const [text, last] = [sentence(event), found.at(-1)];
    if (last?.text === text) last.times++;
    else found.push({ event, text, times: 1 });
  }
  return found.map(({ event, text, times }) => ({ event, text: times === 1 ? text : `${text} (${times}×)` }));
}
