/** Nothing here runs: it is compiled (`npm run check`), and every line below an `@ts-expect-error` has to be an error. What
 *  the page may say of an event is what the game's `EventForm` says of it. */

import type { GameEvent as AmyitisEvent, View as AmyitisView } from "../../src/generated/amyitis";
import type { GameEvent as BabelEvent } from "../../src/generated/babel";
import type { GameEvent as BabyloniaEvent, View as BabyloniaView } from "../../src/generated/babylonia";
import type { GameEvent as UrEvent } from "../../src/generated/ur";
import { eventsOf } from "../games/happened";

const babylonia = eventsOf<BabyloniaEvent>();
babylonia("placed", 0, { place: "d7", token: "farmer" });
babylonia("placed in river", 0, { place: "d7", token: null }); // a secret
// @ts-expect-error -- there is no such event
babylonia("played", 0, { place: "d7", token: "farmer" });
// @ts-expect-error -- there is no such hexagon
babylonia("placed", 0, { place: "z9", token: "farmer" });
// @ts-expect-error -- a token on land is no secret
babylonia("placed", 0, { place: "d7", token: null });
// @ts-expect-error -- nothing is missing
babylonia("placed", 0, { place: "d7" });
// @ts-expect-error -- points are a number
babylonia("gained", 0, { place: "d7", points: "6", source: "nobles" });

const ur = eventsOf<UrEvent>();
ur("crossed", 1, { place: "c3", target: "c4", stones: 3 });
// @ts-expect-error -- a stone that moves is not counted
ur("moved", 1, { place: "c3", target: "c4", stones: 3 });

export function read(event: AmyitisEvent | BabelEvent): unknown {
  if (event.kind === "planted") return event.arguments.square;
  // @ts-expect-error -- a migration has cards, and no square
  if (event.kind === "migrated") return event.arguments.square;
  // @ts-expect-error -- there is no such event in either game
  return event.kind === "swapped";
}

export function phases(garden: AmyitisView, land: BabyloniaView): boolean {
  // @ts-expect-error -- there is no such phase
  if (garden.phase === "gardening") return true;
  return land.phase === "place";
}
