import type { Message } from "../kit";
import { about } from "./about.en";

export const en = {
  ...about,

  // what is asked
  "question:place:first": "Choose a token on your stand, then a hexagon.",
  "question:place:more": "Place another token, or end your turn.",
  "question:place:end": "Your turn is complete: end it.",
  "question:place:other": "{name} is placing tokens.",
  "question:site": "Several sites are surrounded: choose the one to score next.",
  "question:site:other": "{name} chooses the next site to score.",
  "question:card": "You have won a ziggurat: choose a card.",
  "question:card:other": "{name} has won a ziggurat and chooses a card.",
  "question:extra": "Use card 2 and play another turn now?",
  "question:extra:other": "{name} may play an extra turn.",
  "question:over": "The match is over: {reason}.",
  "question:over:plain": "The match is over.",

  // buttons
  end: "End turn",
  "extra:yes": "Yes, play another turn",
  "extra:no": "Not yet",

  // tokens
  "kind:f": "farmer",
  "kind:m": "merchant",
  "kind:s": "civil servant",
  "kind:p": "priest",
  "kinds:f": { one: "{n} farmer", other: "{n} farmers" },
  "kinds:m": { one: "{n} merchant", other: "{n} merchants" },
  "kinds:s": { one: "{n} civil servant", other: "{n} civil servants" },
  "kinds:p": { one: "{n} priest", other: "{n} priests" },
  "stand:token": "{kind}, {n} on your stand",

  // people
  "seat:you": "you",
  "of:you": "your {what}",
  "of:other": "{what} of {name}",
  "token:hidden": "face-down token",
  "token:down": "{kind}, face down",

  // places
  "hex:empty": "{place}, {ground}, free",
  "hex:holds": "{place}, {ground}: {what}",
  "hex:site": "{place}: {what}. {beside}",
  "ground:river": "river",
  "ground:north": "land in the North",
  "ground:central": "land in Central",
  "ground:south": "land in the South",
  "site:city": "city of {signs}",
  "sign:p": "priests",
  "sign:s": "civil servants",
  "sign:m": "merchants",
  "site:field": "crop field worth {points}",
  "site:field:cities": "crop field worth the number of cities taken, now {points}",
  "site:ziggurat": "ziggurat",
  "site:ziggurat:scored": "ziggurat, already scored",
  "site:waiting": "{site}, surrounded and waiting to be scored",
  "beside:tokens": "Beside it: {tokens}",
  "beside:none": "No tokens beside it",
  "beside:yours": "{n} of yours",
  "beside:others": "{n} of {name}",
  "beside:free": { one: "{n} land hexagon free", other: "{n} land hexagons free" },
  "beside:full": "no land free",
  "short:city": "city at {place}",
  "short:field": "crop field at {place}",
  "short:ziggurat": "ziggurat at {place}",
  "place:elsewhere": "{place}, not in play",

  // the nine cards
  "card:1": "Ten points",
  "card:2": "Extra turn",
  "card:3": "Stand of seven",
  "card:4": "Three nobles",
  "card:5": "Noble with the farmers",
  "card:6": "Nobles in the fields",
  "card:7": "Richer cities",
  "card:8": "Roads in the middle",
  "card:9": "Boats",
  "card:1:effect": "Score 10 points at once.",
  "card:2:effect": "Once, after refilling, take another whole turn.",
  "card:3:effect": "Refill your stand to seven tokens instead of five.",
  "card:4:effect": "You may place three different nobles in a turn, face up, instead of two tokens.",
  "card:5:effect": "You may add one noble, face up, to three or more farmers.",
  "card:6:effect": "Your nobles may enter crop fields, with no token of yours beside them.",
  "card:7:effect": "When cities score, get one extra point for every two cities in front of you.",
  "card:8:effect": "Free land of the Central region connects your tokens.",
  "card:9:effect": "Free river hexagons connect your tokens.",
  "card:heading": "Card {card}, {name}",
  "card:yours": "It is yours.",
  "card:others": "{name} has it.",
  "card:used": "It has been used.",

  // in front of a seat
  "belongings:stand": { one: "{n} token on the stand", other: "{n} tokens on the stand" },
  "belongings:reserve": { one: "{n} token in reserve", other: "{n} tokens in reserve" },
  "belongings:cities": { one: "{n} city", other: "{n} cities" },
  "hand:stand": { one: "Your stand, {n} token", other: "Your stand, {n} tokens" },
  "hand:empty": "Your stand is empty.",
  "hand:reserve": { one: "{n} in reserve", other: "{n} in reserve" },
  "hand:cards": "Ziggurat cards on offer",

  // the board in words
  "describe:cities": "Cities",
  "describe:ziggurats": "Ziggurats",
  "describe:fields": "Crop fields",
  "describe:land": "Tokens on land",
  "describe:river": "River",
  "describe:stand": "Your stand",
  "describe:cards": "Ziggurat cards on offer",
  "describe:seats": "Players",
  "describe:none": "none",
  "describe:standing": "On the stand: {tokens}.",
  "describe:reserve": "In reserve: {tokens}.",
  "describe:owned": "{owner}: {tokens}",
  "describe:kind": "{kind} {places}",
  "describe:seat": "{owner}: {score} points, {stand}, {reserve}, {cities}; cards: {cards}",
  "describe:free": { one: "{n} hexagon free", other: "{n} hexagons free" },

  // where points came from
  "source:ziggurats": "Ziggurats",
  "source:crop field": "Crop fields",
  "source:nobles": "Nobles in cities",
  "source:cities": "Cities taken",
  "source:ziggurat card": "Ziggurat card 1",

  // words the engine fills in
  "word:a stand is empty": "a stand is empty",
  "word:at most one city is left": "at most one city is left",

  // in sentences about what happened
  "told:crop field": "the crop field",
  "told:ziggurat card": "a ziggurat card",

  // the guided first match
  "waits:turn": "Goes on when you have placed a token.",
  "waits:cards": "Goes on when you win a ziggurat, or a little later.",
  "waits:ending": "Goes on when the end comes near.",
  "coach:stand":
    "The most points win: from cities your nobles are connected to, from crop fields and ziggurats. Choose a token on your " +
    "stand, then any hexagon that glows, or drag it there.",
  "coach:turn":
    "Your very first turn is short: one token for the first player, two for the second. Later it is exactly two " +
    "tokens of any kinds, or three or more farmers on land. When it is finished, choose End turn; your stand is then " +
    "refilled.",
  "coach:cities":
    "Walled towns are cities. A city scores when all land beside it holds tokens, no matter whose. Every noble of yours " +
    "connected to it scores 2 points if the city shows its sign: look for towns that want the nobles on your stand.",
  "coach:majority":
    "Whoever has most tokens beside a city takes it. Then everybody scores a point for each city in front of them, so " +
    "early cities pay again and again. On a tie the city is lost to all.",
  "coach:ziggurats":
    "The stepped towers are ziggurats. Each token you place beside one scores a point for every ziggurat you have a " +
    "token beside: spread to all of them, and a single token scores for each.",
  "coach:fields":
    "Green plots are crop fields. A farmer may enter one that has a token of yours beside it, and scores the number on " +
    "it at once. A field with a wall counts all cities taken so far: wait a little with those.",
  "coach:river":
    "A token in the river lies face down. It connects your tokens and counts beside cities and ziggurats, but not as a " +
    "noble. With a token in the river your turn has two tokens at most.",
  "coach:cards":
    "When a ziggurat is surrounded, whoever has the most tokens beside it chooses a card with a power, such as an extra " +
    "turn or ten points; on a tie, nobody does. Point at a card, or tap it, to read what it does.",
  "coach:ending":
    "The end is near: it comes when somebody's stand stays empty, or when at most one city is left. Place what scores " +
    "now. The most points win. Enjoy the rest of your match!",
} satisfies Record<string, Message>;
