/** Ur in English. What happened comes from the engine in English; other languages add it to their catalogue. */

import type { Messages } from "../kit";
import { about } from "./about.en";

export const en = {
  ...about,

  // the five actions, and the words of the table
  agriculture: "Agriculture",
  trade: "Trade",
  culture: "Culture",
  politics: "Politics",
  war: "War",
  both: "{first} and {second}",
  board: "The square of Ur",
  hand: "Your hand tile, both sides",
  "hand tile": "Hand tile",
  used: "used",
  supply: { one: "{n} stone in supply", other: "{n} stones in supply" },
  ziggurats: { one: "{n} ziggurat", other: "{n} ziggurats" },
  sets: "Sets: {sets}",
  "sets/ziggurats": { one: "Sets: {sets}, with a ziggurat", other: "Sets: {sets}, with {n} ziggurats" },
  "ziggurats left": { one: "Ziggurat left", other: "Ziggurats left" },
  "your fields": "Your fields",
  "other fields": "Fields of {name}",
  north: "north",
  east: "east",
  south: "south",
  west: "west",

  all: "Place all {n} stones",

  // questions: to the reader, and about other players
  "ask:first_stone": "Put your first stone on any free field.",
  "ask:more_stones": "Put a stone on your field or a free field next to it.",
  "ask:first_swap": "Swap your hand tile: choose a side, then a free tile. Or keep it.",
  "ask:act": "Use an action of your hand tile.",
  "ask:act/ziggurat": "Use an action, or build a ziggurat.",
  "ask:act/bonus": "Use your other action, or take your bonus stone.",
  "ask:act/bonus both": "Bonus: two stones on your field, or one on a free field.",
  "ask:act/bonus none": "Use an action, or take the bonus instead.",
  "ask:act/more": "Use your other action, or stop here.",
  "ask:act/second": "Build a second ziggurat, or stop here.",
  "ask:act/return": "You have no stones on the board. Return with three?",
  "ask:agriculture": "Agriculture: up to two stones on each of your agriculture fields.",
  "ask:trade": "Trade: one stone for each side next to another player or the edge.",
  "ask:culture": "Culture: choose where the owner’s last stones go.",
  "ask:politics": "Politics: choose the field to move a stone from.",
  "ask:move": "Politics: choose where the stone from {source} goes.",
  "ask:war": "War: choose one of your fields, then the field to attack.",
  "ask:war/aim": "War: choose the field that {source} attacks.",
  "ask:cross": "You conquered {target}. How many stones move there?",
  "ask:swap": "Swap: choose which side faces up, then a free tile.",
  "wait:first_stone": "{name} puts the first stone.",
  "wait:more_stones": "{name} puts another stone.",
  "wait:first_swap": "{name} swaps the hand tile, or keeps it.",
  "wait:act": "{name}’s turn, with {hand} in hand.",
  "wait:agriculture": "{name} puts stones on agriculture fields.",
  "wait:trade": "{name} puts stones on trade fields.",
  "wait:culture": "{name} chooses where the last stones of an owner go.",
  "wait:politics": "{name} is moving stones with politics.",
  "wait:move": "{name} moves a stone from {source}.",
  "wait:war": "{name} is at war.",
  "wait:cross": "{name} conquered {target} from {source}.",
  "wait:swap": "{name} swaps the hand tile.",
  "game over": "The game is over.",

  // places
  field: "{place}, {shows}, other side {back}, {holder}",
  free: "free",
  "holds yours": { one: "{n} of your stones", other: "{n} of your stones" },
  "holds other": { one: "{n} stone of {name}", other: "{n} stones of {name}" },
  "tower yours": "your ziggurat",
  "tower other": "ziggurat of {name}",
  allowed: { one: "can get {n} more stone", other: "can get {n} more stones" },
  "place:stones": "Move a stone from {field}",
  "place:onto": "Move it to {field}",
  "place:attacker": "Attack from {field}",
  "place:attacked": "Attack {field}",
  "place:edge": "The {side} edge of the square",
  "place:spare": "Tile {at} next to the square: {tile}",
  "place:side": "Put your tile down with {action} up",
  "place:action": "Use {action}",
  "place:cross": { one: "{n} stone moves", other: "{n} stones move" },
  "place:done": "Done",
  "place:keep": "Keep the tile",
  "place:bonus": { one: "Put the bonus stone", other: "Put the bonus stones" },
  "place:ziggurat": "Build a ziggurat",
  "place:return": "Return with three stones",
  "place:hand": "Hand tile of {name}: {tile}",
  "short:edge": "{side} edge",
  "short:side": "{action} up",
  "short:bonus": { one: "bonus stone", other: "bonus stones" },
  "short:ziggurat": "ziggurat",
  "short:return": "return",

  // the board in words
  row: "Row {row}",
  "no fields": "None.",
  beside: "Next to the square",
  "is left": { one: "{n} ziggurat is left.", other: "{n} ziggurats are left." },
  "turn used": "Used this turn: {actions}.",
  "in hand": "Hand tile: {tile}.",
  "of action": "{action}: {fields}.",
  "has points": { one: "{n} point if the game ended now.", other: "{n} points if the game ended now." },

  // where points came from
  "source:agriculture": "Agriculture tiles",
  "source:trade": "Trade tiles",
  "source:culture": "Culture tiles",
  "source:politics": "Politics tiles",
  "source:war": "War tiles",
  "source:ziggurats": "Ziggurats",
  "source:hand": "Hand tile",
  "source:sets": "Different kinds in one set",

  // summaries of a turn
  "deed:built": "ziggurat on {place}",
  "deed:attacked": "attacks {place}",
  "deed:stones": { one: "{n} stone", other: "{n} stones" },
  "deed:swapped": "new tile at {place}",

  // for newcomers
  "welcome:1": "Put stones on tiles. A tile is ground, action and points at once.",
  "welcome:2": "Your hand tile has two actions a turn. Then swap it for another.",
  "welcome:3": "Collect different emblems: a set of 1 to 6 scores 1, 3, 6, 10, 15 or 21.",

  scoring:
    "A set of 1, 2, 3, 4, 5 or 6 different emblems scores 1, 3, 6, 10, 15 or 21. Sets of {sets} here: {sum} = {score}.",

  // the guided first match
  "word:all ziggurats stand and the round is complete": "all ziggurats are built and the round is complete",
  "waits:more": "Next tip with your next stone.",
  "waits:swap": "Next tip when all stones are placed.",
  "waits:end": "Next tip at the swap that ends your turn.",
  "waits:bonus": "Next tip after you use an action.",
  "waits:ziggurat": "Next tip when a field has five stones.",
  "waits:over": "Next tip when the end is near.",
  "coach:first":
    "The best sets of different emblems win, and ziggurats help. Put your first stone on any free field. The large emblem of a tile is what its field does now; the turned corner shows its other side.",
  "coach:more":
    "Place two more stones, on one of your fields or on a free field next to one. Fields with different emblems are worth more at the end, so spread out.",
  "coach:swap":
    "If a free tile suits you better than your hand tile, choose which side of yours faces up, then that tile. Or keep yours. Its two actions are what you can do on your turn.",
  "coach:act":
    "Choose an emblem of your hand tile to use that action: agriculture, trade and culture add stones, politics moves them, war conquers fields. You may use both.",
  "coach:end":
    "Every turn ends with a swap: choose which side of your tile faces up, then a free tile. That sets your next two actions and changes the land. If somebody cannot swap, the game ends at once.",
  "coach:points":
    "The points show what each player would score now. Different emblems make a set: 1, 2, 3, 4, 5 or 6 of them score 1, 3, 6, 10, 15 or 21. Variety wins.",
  "coach:bonus":
    "You may get bonus stones before the swap, depending on the actions you used: a button appears. After taking them you cannot use another action.",
  "coach:ziggurat":
    "Instead of using actions, you can turn five stones on a field into a ziggurat. It holds its tile permanently and adds one element to a set. The game ends after the round in which the fifth is built.",
  "coach:over":
    "Each tile and each ziggurat scores a point, and every pair of different kinds in a set scores another. That is why big sets pay.",
} satisfies Messages;
