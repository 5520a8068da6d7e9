/** What happened: where it was, what there is to see of it, and what it added to the score. */

import type { View } from "../../generated/babylonia";
import type { GameEvent } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../kit";
import { connection } from "./connection";

const LETTERS: Record<string, string> = { farmer: "f", merchant: "m", "civil servant": "s", priest: "p" };

/** A list of hexagons that an event names, as places. */
const hexes = (names: unknown): string[] => (Array.isArray(names) ? names.map((name) => `hex:${String(name)}`) : []);

export function places({ kind, arguments: named }: GameEvent): string[] {
  if (kind === "card taken") return [`card:${String(named["card"])}`];
  const here = typeof named["place"] === "string" ? [`hex:${named["place"]}`] : [];
  return [...new Set([...here, ...hexes(named["connected"]), ...hexes(named["counted"])])];
}

export function effects(event: GameEvent, view: View): Effect[] {
  const { kind, seat, arguments: named } = event;
  const place = places(event)[0] ?? "";
  const home = `seat:${seat}`;
  const counted = hexes(named["counted"]);
  switch (kind) {
    case "placed":
    case "placed in river": {
      const letter = kind === "placed" ? (LETTERS[String(named["token"])] ?? "") : ""; // in the river it lies face down
      const flight: Effect = { kind: "fly", from: home, to: place, seat, pieces: [`token:${seat}:${letter}`] };
      // One's own token has just been put there by hand.
      return [...(seat === view.seat ? [] : [flight]), { kind: "pulse", place }];
    }
    case "gained":
      return [...shining(event, view), { kind: "points", from: place || null, seat, points: Number(named["points"]) }];
    case "city taken":
      return [
        { kind: "light", places: [place, ...counted], seat },
        { kind: "fly", from: place, to: home, seat, pieces: [`tile:${String(named["tile"])}`] },
      ];
    case "city discarded":
      return [{ kind: "fall", place, pieces: [`tile:${String(named["tile"])}`] }];
    case "ziggurat won":
      return [{ kind: "light", places: [place, ...counted], seat }];
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
function shining({ seat, arguments: named }: GameEvent, view: View): Effect[] {
  const counted = hexes(named["counted"]);
  if (!counted.length) return [];
  const connected = Array.isArray(named["connected"]) ? named["connected"].map(String) : [];
  return [{ kind: "light", places: counted, seat, links: connection(String(named["place"]), connected, view.seats) }];
}

const SOURCES = ["ziggurats", "crop field", "nobles", "cities", "ziggurat card"];

export function sources(history: GameEvent[], view: View): ScoreSource[] {
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
