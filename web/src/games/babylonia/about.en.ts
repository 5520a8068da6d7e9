/** What inspecting things of Babylonia says, in English. */

import type { Message } from "../kit";

export const about = {
  "about:free": "Free land: any token may be placed here.",
  "about:free:river":
    "Free river: a token here lies face down. It connects, and counts beside sites, but not as a noble.",
  "about:beside": "Beside it: {sites}.",
  "about:beside:city": "the city at {place}",
  "about:beside:field": "the crop field at {place}",
  "about:beside:ziggurat": "the ziggurat at {place}",
  "about:ziggurat points": {
    one: "A token of yours here would score {n} point for the ziggurats you touch.",
    other: "A token of yours here would score {n} points for the ziggurats you touch.",
  },
  "about:token:f": "A farmer. Farmers enter crop fields; three or more may be placed in one turn on land.",
  "about:token:noble": "A noble: scores 2 points at every city with its sign that it is connected to.",
  "about:token:hidden": "It lies face down: it connects and counts beside sites, but not as a noble.",
  "about:city": "It scores when all land beside it holds tokens.",
  "about:city:now": "Scored now:",
  "about:left": {
    one: "{n} land hexagon beside it is still free.",
    other: "{n} land hexagons beside it are still free.",
  },
  "about:surrounded": "It is surrounded.",
  "about:city:tie": "On a tie for the most tokens nobody would take it, and no cities score.",
  "about:city:seat": "{who}: {points} ({nobles} for nobles, {cities} for cities); {beside} beside",
  "about:city:takes": "{who}: {points} ({nobles} for nobles, {cities} for cities); {beside} beside, takes the city",
  "about:ziggurat": "Each token placed beside a ziggurat scores one point for every ziggurat that its owner touches.",
  "about:ziggurat:open": "When it is surrounded, whoever has the most tokens beside it takes a card.",
  "about:ziggurat:scored": "Its card has been won, or lost to a tie; it still counts for points.",
  "about:ziggurat:seat": {
    one: "{who}: {n} beside; touches {touched} in all",
    other: "{who}: {n} beside; touches {touched} in all",
  },
  "about:ziggurat:wins": {
    one: "{who}: {n} beside; touches {touched} in all; would take a card",
    other: "{who}: {n} beside; touches {touched} in all; would take a card",
  },
  "about:ziggurat:tie": "On a tie nobody would take a card.",
  "about:field": {
    one: "Whoever enters it scores {n} point at once.",
    other: "Whoever enters it scores {n} points at once.",
  },
  "about:field:cities": "It counts the cities in front of all players.",
  "about:field:farmer": "{who}: a farmer may enter now",
  "about:field:noble": "{who}: nobles may enter now",
  "about:field:both": "{who}: farmers and nobles may enter now",
  "about:field:nobody": "Nobody may enter it now: a farmer needs a token of its owner beside it.",
  "about:kind:f": "Enters crop fields beside your tokens. You may place three or more farmers in one turn, on land.",
  "about:kind:m": "Scores 2 points at each city with the merchants' sign (a jar) that it is connected to.",
  "about:kind:s": "Scores 2 points at each city with the civil servants' sign (a tablet) that it is connected to.",
  "about:kind:p": "Scores 2 points at each city with the priests' sign (a star) that it is connected to.",
  "about:stand": "Tokens to place from. It is refilled to five at the end of a turn, from the reserve.",
  "about:reserve": "Tokens that have not been drawn yet.",
  "about:unseen": "Not seen yet: {tokens}.",
  "about:unseen:own": "Still to be drawn: {tokens}.",
  "about:cities": "Each city in front of a player scores a point whenever a city is taken.",
  "about:button:end": "Ends your placing: surrounded sites are scored, and your stand is refilled.",
} satisfies Record<string, Message>;
