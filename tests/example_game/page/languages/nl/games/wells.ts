/** Negen putten in het Nederlands. */

import type { Message } from "../../../games/kit";
import type { en } from "../../../games/wells/en";

export default {
  "word:all nine wells are claimed": "alle negen putten zijn genomen",
  "event:claimed": "{seat} neemt {well}",
  "event:rolled": "{well} geeft {seat} {water} water",
  "event:spring": "{seat} heeft de eigen bron genomen, {well}",
  "event:game ended": "alle negen putten zijn genomen",

  board: "De negen putten",
  "ask:claim": "Neem een put die niemand heeft.",
  "ask:roll": "Gooi voor je put, of neem hem terug.",
  "wait:claim": "{name} neemt een put.",
  "wait:roll": "{name} gooit voor een put.",
  "game over": "Het spel is afgelopen.",
  free: "{place}, vrij",
  claimed: "{place}, genomen door {name}",
  water: { one: "{place}, {n} water van {name}", other: "{place}, {n} water van {name}" },
  die: "Gooi de dobbelsteen",
  "your spring": "Jouw bron: {place}",
  spring: "Bron: {place}",
  unknown: "Een bron die je niet kent",
  wells: "Putten",
  "source:wells": "Putten",
  "source:springs": "Eigen bronnen",
  "coach:claim": "Het meeste water wint. Neem een vrije put: je eigen bron, die alleen jij kent, geeft aan het eind nog 6.",
  "coach:roll": "De dobbelsteen zegt hoeveel water je put geeft. Tot de worp kun je de put teruggeven.",
  "coach:end": "Iedereen heeft de eigen bron getoond. Wie die genomen had kreeg nog 6.",
} satisfies Record<keyof typeof en, Message> & Record<`event:${string}` | `word:${string}`, string>;
