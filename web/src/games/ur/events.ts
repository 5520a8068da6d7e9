/** The places and effects of events. Tiles turn, stones land and ziggurats rise on the board itself. */

import type { GameEvent, PlaceName } from "../../generated/ur";
import type { Effect } from "../kit";

/** A field or a tile beside the square, as the events name it (`c3`, `spare 1`), as a place. */
const placed = (name: PlaceName): string => (name.startsWith("spare ") ? name.replace(" ", ":") : `field:${name}`);

export function places(event: GameEvent): string[] {
  const { kind, seat, arguments: facts } = event;
  const touched: string[] = [];
  if ("place" in facts) touched.push(placed(facts.place));
  if ("target" in facts) touched.push(placed(facts.target));
  if (kind === "used") touched.push(`action:${facts.action}`);
  if (kind === "swapped" || kind === "kept") touched.push(`hand:${seat}`);
  return touched;
}

export function effects(event: GameEvent): Effect[] {
  const { seat } = event;
  const [place = "", target = ""] = places(event);
  const home = `seat:${seat}`;
  /** The stones that come, go or cross, each by itself. */
  const stones = (count: number): string[] => Array<string>(count).fill(`stone:${seat}`);
  switch (event.kind) {
    case "put":
    case "gained":
    case "bonus":
    case "settled":
      return [{ kind: "fly", from: home, to: place, seat, pieces: stones(event.arguments.stones) }];
    case "lost":
      return [{ kind: "fall", place, pieces: stones(event.arguments.stones) }];
    case "moved":
      return [{ kind: "fly", from: place, to: target, seat, pieces: stones(1) }];
    case "crossed":
      return [{ kind: "fly", from: place, to: target, seat, pieces: stones(event.arguments.stones) }];
    case "attacked":
      return [{ kind: "light", places: [target], seat, links: [[place, target]] }];
    case "swapped":
      return [
        { kind: "fly", from: place, to: home, seat, pieces: [`tile:${event.arguments.taken}`] },
        { kind: "fly", from: home, to: place, seat, pieces: [`tile:${event.arguments.given_tile}`] },
      ];
    case "used":
    case "built":
    case "kept":
      return places(event).map((at) => ({ kind: "pulse", place: at }));
    default:
      return [];
  }
}
