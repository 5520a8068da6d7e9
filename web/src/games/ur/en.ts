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

  // questions: to the reader, and about somebody else
  "ask:first_stone": "Put your first stone on any free field.",
  "ask:more_stones": "Put a stone on a field of yours, or on a free one beside it.",
  "ask:first_swap": "Swap your hand tile, or keep it: choose the side to be up, then a free tile.",
  "ask:act": "Use an action of your hand tile.",
  "ask:act/ziggurat": "Use an action, or build a ziggurat.",
  "ask:act/bonus": "Use your other action, or take your bonus stone.",
  "ask:act/bonus both": "Take your bonus: two stones on a field of yours, or one on a free field.",
  "ask:act/bonus none": "Use an action, or use none and take the bonus.",
  "ask:act/more": "Use your other action, or be done.",
  "ask:act/second": "Build a second ziggurat, or be done.",
  "ask:act/return": "You have no stone on the board. Return with three?",
  "ask:agriculture": "Agriculture: up to two stones on each agriculture field of yours.",
  "ask:trade": "Trade: one stone for each side on another player or the edge.",
  "ask:culture": "Culture: choose where the owner's last stones go.",
  "ask:politics": "Politics: move a stone from which field?",
  "ask:move": "Politics: move the stone from {source} to which field?",
  "ask:war": "War: choose a field of yours, then the field it attacks.",
  "ask:cross": "You have conquered {target}. How many stones cross?",
  "ask:swap": "Swap: choose the side to be up, then a free tile.",
  "wait:first_stone": "{name} puts the first stone.",
  "wait:more_stones": "{name} puts another stone.",
  "wait:first_swap": "{name} swaps the hand tile, or keeps it.",
  "wait:act": "{name} has {hand} in hand.",
  "wait:agriculture": "{name} puts stones on agriculture fields.",
  "wait:trade": "{name} puts stones on trade fields.",
  "wait:culture": "{name} chooses where the last stones of an owner go.",
  "wait:politics": "{name} moves stones by politics.",
  "wait:move": "{name} moves a stone from {source}.",
  "wait:war": "{name} is at war.",
  "wait:cross": "{name} has conquered {target} from {source}.",
  "wait:swap": "{name} swaps the hand tile.",
  "game over": "The game is over.",

  // places
  field: "{place}, {shows}, other side {back}, {holder}",
  free: "free",
  "holds yours": { one: "{n} stone of yours", other: "{n} stones of yours" },
  "holds other": { one: "{n} stone of {name}", other: "{n} stones of {name}" },
  "tower yours": "your ziggurat",
  "tower other": "ziggurat of {name}",
  allowed: { one: "may get {n} more stone", other: "may get {n} more stones" },
  "place:stones": "Move a stone from {field}",
  "place:onto": "Move it to {field}",
  "place:edge": "The {side} edge of the square",
  "place:spare": "Tile {at} beside the square: {tile}",
  "place:side": "Put your tile down with {action} up",
  "place:action": "Use {action}",
  "place:cross": { one: "{n} stone crosses", other: "{n} stones cross" },
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
  beside: "Beside the square",
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

  // the guided first match
  "waits:more": "Goes on with your next stone.",
  "waits:swap": "Goes on when all stones are placed.",
  "waits:end": "Goes on with the swap that ends your turn.",
  "waits:bonus": "Goes on after an action of yours.",
  "waits:ziggurat": "Goes on when five stones lie on a field.",
  "waits:over": "Goes on when the end comes near.",
  "coach:first":
    "Whoever ends with the best sets of different emblems wins, ziggurats on top. Put your first stone on any free field: a " +
    "tile's large emblem is what its field does now, the turned corner its other side.",
  "coach:more":
    "Two more stones follow, on a field of yours or right beside one. Fields with different emblems are worth more at the end, so spread out.",
  "coach:swap":
    "If a free tile suits you better than your hand tile, choose the side of yours that shall be up, then that tile. " +
    "Or keep it. Its two actions are what you can do in your turn.",
  "coach:act":
    "Choose an emblem of your hand tile to use that action: agriculture, trade and culture bring stones, politics moves them, war conquers fields. You may use both.",
  "coach:end":
    "Every turn ends with a swap: choose the side of your tile that shall be up, then a free tile. That settles your next two actions, and changes the land.",
  "coach:points":
    "The points are what each would score now. Different emblems make a set: 1, 2, 3, 4, 5 or 6 of them score 1, 3, 6, 10, 15 or 21. Variety wins.",
  "coach:bonus":
    "The actions you use decide about bonus stones before the swap: a button appears when you have some. After taking them you cannot use another action.",
  "coach:ziggurat":
    "Five stones on a field can become a ziggurat, instead of using actions. It holds its tile for good and is one more element of a set. The fifth ziggurat ends the game with that round.",
  "coach:over":
    "Each tile and ziggurat is a point of its own, and each two different kinds in one set are another: that is where the points of big sets come from.",
} satisfies Messages;
