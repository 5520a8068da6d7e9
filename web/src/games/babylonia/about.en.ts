/** What inspecting things of Babylonia says, in English. */

import type { Message } from "../kit";

export const about = {
  "about:free": "Free land: any token can go here.",
  "about:free:river":
    "Free river: a token here lies face down. It connects and counts next to sites, but not as a noble.",
  "about:beside": "Next to: {sites}.",
  "about:beside:city": "the city at {place}",
  "about:beside:field": "the crop field at {place}",
  "about:beside:ziggurat": "the ziggurat at {place}",
  "about:ziggurat points": {
    one: "Your token here would score {n} point for the ziggurats you touch.",
    other: "Your token here would score {n} points for the ziggurats you touch.",
  },
  "about:token:f": "A farmer. Farmers can enter crop fields; you may place three or more on land in one turn.",
  "about:token:noble": "A noble: scores 2 points at every connected city with its symbol.",
  "about:token:hidden": "Face down: it connects and counts next to sites, but not as a noble.",
  "about:city": "Scores when all land next to it is occupied.",
  "about:city:now": "If scored now:",
  "about:left": {
    one: "{n} land hexagon next to it is still free.",
    other: "{n} land hexagons next to it are still free.",
  },
  "about:surrounded": "It is surrounded.",
  "about:city:tie": "Tied: nobody would take it, and no cities would score.",
  "about:city:seat": "{who}: {points} ({nobles} for nobles, {cities} for cities); {beside} next to it",
  "about:city:takes": "{who}: {points} ({nobles} for nobles, {cities} for cities); {beside} next to it, takes the city",
  "about:ziggurat": "Each token placed next to a ziggurat scores one point for every ziggurat its owner touches.",
  "about:ziggurat:open": "When it is surrounded, the player with the most tokens next to it takes a card.",
  "about:ziggurat:scored": "Its card is gone, but it still counts for points.",
  "about:ziggurat:seat": {
    one: "{who}: {n} next to it; touches {touched} in total",
    other: "{who}: {n} next to it; touches {touched} in total",
  },
  "about:ziggurat:wins": {
    one: "{who}: {n} next to it; touches {touched} in total; would take a card",
    other: "{who}: {n} next to it; touches {touched} in total; would take a card",
  },
  "about:ziggurat:tie": "Tied: nobody would take a card.",
  "about:field": {
    one: "The player who enters it scores {n} point right away.",
    other: "The player who enters it scores {n} points right away.",
  },
  "about:field:cities": "Counts the cities of all players.",
  "about:field:farmer": "{who}: a farmer can enter now",
  "about:field:noble": "{who}: nobles can enter now",
  "about:field:both": "{who}: farmers and nobles can enter now",
  "about:field:nobody": "Nobody can enter now: a farmer needs another of its owner’s tokens next to the field.",
  "about:kind:f": "Can enter crop fields next to your tokens. You may place three or more farmers on land in one turn.",
  "about:kind:m": "Scores 2 points at each connected city with the merchants’ symbol (a jar).",
  "about:kind:s": "Scores 2 points at each connected city with the civil servants’ symbol (a tablet).",
  "about:kind:p": "Scores 2 points at each connected city with the priests’ symbol (a star).",
  "about:stand": "Tokens you can place. Refilled to five from the reserve at the end of your turn.",
  "about:reserve": "Tokens not drawn yet.",
  "about:unseen": "Not seen yet: {tokens}.",
  "about:unseen:own": "Still to be drawn: {tokens}.",
  "about:cities": "Each city you own scores a point whenever a city is taken.",
  "about:button:end": "Ends your placing. Surrounded sites are scored and your stand is refilled.",
} satisfies Record<string, Message>;
