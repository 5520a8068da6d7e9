/** What a seat did in its turn, in a few words, the most important first. */

import type { GameEvent } from "../../generated/babylonia";
import { words } from "./words";

export function deeds(events: GameEvent[], seat: number): string[] {
  const own = events.filter((event) => event.seat === seat);
  const placed = own.flatMap((event) =>
    event.kind === "placed" || event.kind === "placed in river" ? event.arguments.place : [],
  );
  return [
    ...own.flatMap((event) =>
      event.kind === "ziggurat won"
        ? words("deed:ziggurat", { place: event.arguments.place })
        : event.kind === "city taken"
          ? words("deed:city", { place: event.arguments.place })
          : event.kind === "card taken"
            ? words("deed:card", { card: event.arguments.card })
            : [],
    ),
    ...(placed.length ? [words("deed:placed", { n: placed.length, places: placed.join(" ") })] : []),
  ];
}
