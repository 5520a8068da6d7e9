/** What a seat did in its turn, in a few words, the most important first. */

import type { GameEvent } from "../../generated/ur";
import { action, words } from "./words";

export function deeds(events: GameEvent[], seat: number): string[] {
  const own = events.filter((event) => event.seat === seat);
  const stones = own.reduce(
    (sum, event) =>
      sum + (event.kind === "put" || event.kind === "gained" || event.kind === "bonus" ? event.arguments.stones : 0),
    0,
  );
  return [
    ...own.flatMap((event) => (event.kind === "built" ? words("deed:built", { place: event.arguments.place }) : [])),
    ...own.flatMap((event) =>
      event.kind === "attacked" ? words("deed:attacked", { place: event.arguments.target }) : [],
    ),
    ...own.flatMap((event) => (event.kind === "used" ? action(event.arguments.action) : [])),
    ...(stones ? [words("deed:stones", { n: stones })] : []),
    ...own.flatMap((event) =>
      event.kind === "swapped" ? words("deed:swapped", { place: event.arguments.place }) : [],
    ),
  ];
}
