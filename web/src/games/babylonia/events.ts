/** What happened: where it was, what there is to see of it, and what it added to the score. */

import babylonia from "../../generated/printed.babylonia.json";
import { SOURCE_NAMES, type GameEvent, type HexName, type View } from "../../generated/babylonia";
import type { Effect, ScoreSource } from "../kit";
import { connection } from "./connection";

type Gained = Extract<GameEvent, { kind: "gained" }>;

/** Hexagons that an event names, as places. */
const hexes = (names: HexName[] = []): string[] => names.map((name) => `hex:${name}`);

export function places({ kind, arguments: named }: GameEvent): string[] {
  if (kind === "card taken") return [`card:${named.card}`];
  const here = "place" in named && named.place !== null ? [`hex:${named.place}`] : [];
  const connected = "connected" in named ? hexes(named.connected) : [];
  const counted = "counted" in named ? hexes(named.counted) : [];
  return [...new Set([...here, ...connected, ...counted])];
}

export function effects(event: GameEvent, view: View): Effect[] {
  const { seat } = event;
  const place = places(event)[0] ?? "";
  const home = `seat:${seat}`;
  switch (event.kind) {
    case "placed":
    case "placed in river": {
      const letter = event.kind === "placed" ? babylonia.tokens[event.arguments.token] : ""; // in the river it lies face down
      const flight: Effect = { kind: "fly", from: home, to: place, seat, pieces: [`token:${seat}:${letter}`] };
      // One's own token has just been put there by hand.
      return [...(seat === view.seat ? [] : [flight]), { kind: "pulse", place }];
    }
    case "gained":
      return [...shining(event, view), { kind: "points", from: place || null, seat, points: event.arguments.points }];
    case "city taken":
      return [
        { kind: "light", places: [place, ...hexes(event.arguments.counted)], seat },
        { kind: "fly", from: place, to: home, seat, pieces: [`tile:${event.arguments.tile}`] },
      ];
    case "city discarded":
      return [{ kind: "fall", place, pieces: [`tile:${event.arguments.tile}`] }];
    case "ziggurat won":
      return [{ kind: "light", places: [place, ...hexes(event.arguments.counted)], seat }];
    case "ziggurat tied":
      return [{ kind: "pulse", place }];
    case "card taken":
      return [{ kind: "fly", from: place, to: home, seat, pieces: [place] }];
    case "extra turn":
      return [{ kind: "pulse", place: home }];
    default:
      return [];
  }
}

/** What points were scored for: the ziggurats touched, or the nobles and all that connects them with the city. */
function shining({ seat, arguments: named }: Gained, view: View): Effect[] {
  if (named.place === null || !named.counted?.length) return [];
  return [
    {
      kind: "light",
      places: hexes(named.counted),
      seat,
      links: connection(named.place, named.connected ?? [], view.seats),
    },
  ];
}

export function sources(history: GameEvent[], view: View): ScoreSource[] {
  const gained = history.filter((event) => event.kind === "gained");
  return SOURCE_NAMES.map((source) => ({
    name: `source:${source}`,
    points: view.players.map(({ seat }) =>
      gained
        .filter((gain) => gain.seat === seat && gain.arguments.source === source)
        .reduce((sum, gain) => sum + gain.arguments.points, 0),
    ),
  }));
}
