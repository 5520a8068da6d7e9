/** What a seat did in its turn, in a few words, the most important first. */

import type { GameEvent } from "../../generated/amyitis";
import { nameOf, words } from "./words";

/** A word or two about an event, and how important it is: 0 comes first. */
function deed(event: GameEvent): [rank: number, text: string] | null {
  switch (event.kind) {
    case "planted":
      return [0, words("deed:planted", { square: event.arguments.square })];
    case "court taken":
      return [1, nameOf(event.arguments.kind)];
    case "gardener taken":
      return [1, nameOf("gardener")];
    case "irrigated":
      return [2, words("deed:water", { edge: event.arguments.edge })];
    case "moved":
      return [3, words("deed:caravan", { city: event.arguments.city })];
    case "recruited":
      return [4, nameOf(event.arguments.craft)];
    case "prayed":
      return [5, words("deed:temple", { temple: event.arguments.temple })];
    case "worked":
      return [5, nameOf(event.arguments.row)];
    case "passed":
      return [6, words("deed:passed")];
    default:
      return null;
  }
}

export function deeds(events: GameEvent[], seat: number): string[] {
  return events
    .flatMap((event) => (event.seat === seat ? [deed(event)] : []))
    .filter((one) => one !== null)
    .sort(([one], [other]) => one - other)
    .map(([, text]) => text);
}
