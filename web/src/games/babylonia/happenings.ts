/** What happened: where it was, what there is to see of it, and what it added to the score. */

import type { View } from "../../generated/babylonia";
import type { Happening } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../module";

export function places({ kind, arguments: named }: Happening): string[] {
  if (kind === "card taken") return [`card:${String(named["card"])}`];
  return typeof named["place"] === "string" ? [`hex:${named["place"]}`] : [];
}

export function effects(happening: Happening, view: View): Effect[] {
  const { kind, seat, arguments: named } = happening;
  const place = places(happening)[0] ?? "";
  const home = `seat:${seat}`;
  switch (kind) {
    case "placed":
    case "placed in river":
      // One's own token has just been put there by hand.
      return [...(seat === view.seat ? [] : [{ kind: "fly", from: home, to: place, seat } as const]), { kind: "pulse", place }];
    case "gained":
      return gain(place, seat, Number(named["points"]), String(named["source"]));
    case "city taken":
      return [
        { kind: "light", places: [place], seat },
        { kind: "fly", from: place, to: home, seat },
        { kind: "fall", place },
      ];
    case "city discarded":
      return [{ kind: "fall", place }];
    case "ziggurat won":
      return [{ kind: "light", places: [place], seat }];
    case "ziggurat tied":
      return [{ kind: "pulse", place }];
    case "card taken":
      return [{ kind: "fly", from: place, to: home, seat }];
    case "extra turn":
      return [{ kind: "pulse", place: home }];
    default:
      return [];
  }
}

function gain(place: string, seat: number, points: number, source: string): Effect[] {
  const flight: Effect = { kind: "points", from: place || null, seat, points };
  return source === "nobles" ? [{ kind: "light", places: [place], seat }, flight] : [flight];
}

const SOURCES = ["ziggurats", "crop field", "nobles", "cities", "ziggurat card"];

export function sources(history: Happening[], view: View): ScoreSource[] {
  const gained = history.filter(({ kind }) => kind === "gained");
  return SOURCES.map((source) => ({
    name: `source:${source}`,
    points: view.players.map(({ seat }) =>
      gained
        .filter((gain) => gain.seat === seat && gain.arguments["source"] === source)
        .reduce((sum, gain) => sum + Number(gain.arguments["points"]), 0),
    ),
  }));
}
