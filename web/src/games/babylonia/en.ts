import type { Message } from "../kit";
import { about } from "./about.en";

export const en = {
  ...about,

  // questions
  "question:place:first": "Choose a token from your stand, then a hexagon.",
  "question:place:more": "Place another token, or end your turn.",
  "question:place:end": "Your turn is complete. End it.",
  "question:place:other": "{name} is placing tokens.",
  "question:site": "Several sites are surrounded. Choose which one to score next.",
  "question:site:other": "{name} chooses the next site to score.",
  "question:card": "You won a ziggurat. Choose a card.",
  "question:card:other": "{name} won a ziggurat and chooses a card.",
  "question:extra": "Use card 2 and play another turn now?",
  "question:extra:other": "{name} can play an extra turn.",
  "question:over": "The match is over: {reason}.",
  "question:over:plain": "The match is over.",

  // summaries of a turn
  "deed:ziggurat": "ziggurat {place}",
  "deed:city": "city {place}",
  "deed:card": "card {card}",
  "deed:placed": { one: "a token on {places}", other: "{n} tokens: {places}" },

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
  "site:field:cities": "crop field worth the number of cities taken, currently {points}",
  "site:ziggurat": "ziggurat",
  "site:ziggurat:scored": "ziggurat, already scored",
  "site:waiting": "{site}, surrounded and waiting to be scored",
  "beside:tokens": "Next to it: {tokens}",
  "beside:none": "No tokens next to it",
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
  "card:1:effect": "Score 10 points right away.",
  "card:2:effect": "Once per game, take another full turn after refilling.",
  "card:3:effect": "Refill your stand to seven tokens instead of five.",
  "card:4:effect": "You may place three different nobles, face up, instead of two tokens.",
  "card:5:effect": "When you place three or more farmers, you may add one noble, face up.",
  "card:6:effect": "Your nobles may enter crop fields, even without one of your tokens next to them.",
  "card:7:effect": "When cities score, you get one extra point for every two cities you own.",
  "card:8:effect": "Free land hexagons in the Central region connect your tokens.",
  "card:9:effect": "Free river hexagons connect your tokens.",
  "card:heading": "Card {card}, {name}",
  "card:yours": "You own it.",
  "card:others": "{name} owns it.",
  "card:used": "Already used.",

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

  // for newcomers
  "welcome:1": "Place two tokens a turn, or three or more farmers on land.",
  "welcome:2":
    "Surround cities: connected nobles with their symbol score, and each city you win pays with every city taken.",
  "welcome:3": "Win ziggurats for cards with a power. The most points win.",

  // the guided first match
  "waits:turn": "Next tip after you place a token.",
  "waits:cards": "Next tip when you win a ziggurat, or a little later.",
  "waits:ending": "Next tip when the end is near.",
  "coach:stand":
    "The most points win. You score with cities connected to your nobles, with crop fields and with ziggurats. Choose a token from your stand, then any hexagon that glows, or drag it there.",
  "coach:turn":
    "In the first round the first player places one token, the second exactly two. Otherwise place exactly two tokens of any kind, or three or more farmers on land. Then choose End turn; your stand is refilled to five.",
  "coach:cities":
    "Walled towns are cities. A city scores when all land next to it has tokens, no matter whose. Each of your nobles connected to it scores 2 points if the city shows its symbol: look for cities that fit the nobles on your stand.",
  "coach:majority":
    "The player with the most tokens next to a city takes it. Then everybody scores a point for each city they own, so early cities pay again and again. In a tie, nobody gets the city, and no city pays.",
  "coach:ziggurats":
    "The stepped towers are ziggurats. Each token you place next to one scores a point for every ziggurat you have a token next to. Spread to all of them, and a single token scores for each.",
  "coach:fields":
    "Green plots are crop fields. A farmer may enter one next to one of your tokens, and scores its number right away. A field with a wall counts all cities taken so far: wait a little with those.",
  "coach:river":
    "A token in the river lies face down. It connects your tokens and counts next to cities and ziggurats, but not as a noble. With a token in the river, your turn has two tokens at most.",
  "coach:cards":
    "When a ziggurat is surrounded, the player with the most tokens next to it chooses a card with a power, such as an extra turn or ten points. In a tie, nobody does. Point at a card, or tap it, to read what it does.",
  "coach:ending":
    "The end is near: the game ends when a stand stays empty, or when at most one city is left. Place what scores now. Enjoy the rest of your match!",
} satisfies Record<string, Message>;
