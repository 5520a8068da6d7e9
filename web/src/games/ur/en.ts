/** Ur in English. What happened comes from the engine in English; other languages add it to their catalogue. */

import type { Messages } from "../../lib/language.svelte";

export const en = {
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
  "ziggurats left": { one: "Ziggurat left", other: "Ziggurats left" },
  "your fields": "Your fields",
  "seat fields": "Fields of seat {seat}",
  north: "north",
  east: "east",
  south: "south",
  west: "west",

  // questions: to the reader, and about somebody else
  "ask:first_stone": "Put your first stone on any free field.",
  "ask:more_stones": "Put a stone on a field of yours or on a free field beside one.",
  "ask:first_swap": "Swap your hand tile with a free tile: first the side that will be up, then the tile. Or keep it.",
  "ask:act": "Choose an action of your hand tile, or be done.",
  "ask:act/ziggurat": "Choose an action of your hand tile, build a ziggurat, or be done.",
  "ask:act/bonus": "Use your other action, put your bonus stone on a field of yours, or be done.",
  "ask:act/bonus both": "Put your bonus, two stones on a field of yours or one on a free field, or be done.",
  "ask:act/bonus none":
    "Choose an action of your hand tile, or go without and take the bonus: two stones on a field of yours or one on a free field.",
  "ask:act/more": "Use your other action, or be done.",
  "ask:act/second": "Build a second ziggurat, or be done.",
  "ask:act/return": "You have no stone on the board: return with three stones, choose an action, or be done.",
  "ask:agriculture": "Agriculture: put stones on your agriculture fields, up to two on each.",
  "ask:trade": "Trade: put stones on your trade fields, one for each side on another player or the edge.",
  "ask:culture": "Culture: choose where the owner's last stones go.",
  "ask:politics": "Politics: choose a field of yours to move a stone from, or be done.",
  "ask:move": "Politics: choose the field the stone from {source} goes to.",
  "ask:war": "War: choose a field of yours, then the field it attacks. Or be done.",
  "ask:cross": "You have conquered {target}: how many stones cross from {source}?",
  "ask:swap": "Swap your hand tile: choose the side that will be up, then a free tile.",
  "wait:first_stone": "Putting the first stone.",
  "wait:more_stones": "Putting another stone.",
  "wait:first_swap": "Swapping the hand tile, or keeping it.",
  "wait:act": "Choosing what to do: {hand} in hand.",
  "wait:agriculture": "Agriculture: putting stones.",
  "wait:trade": "Trade: putting stones.",
  "wait:culture": "Culture: choosing where the last stones go.",
  "wait:politics": "Politics: moving stones.",
  "wait:move": "Politics: moving a stone from {source}.",
  "wait:war": "War: choosing an attack.",
  "wait:cross": "War: {target} is conquered, stones cross from {source}.",
  "wait:swap": "Swapping the hand tile.",
  "game over": "The game is over.",

  // places
  field: "{place}, {shows}, other side {back}, {holder}",
  free: "free",
  "holds yours": { one: "{n} stone of yours", other: "{n} stones of yours" },
  "holds other": { one: "{n} stone of seat {seat}", other: "{n} stones of seat {seat}" },
  "tower yours": "your ziggurat",
  "tower other": "ziggurat of seat {seat}",
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
  "place:hand": "Hand tile of seat {seat}: {tile}",

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
  "coach:first":
    "This square is the land. The large emblem of a tile is what its field does now; the turned corner shows its other side. Put your first stone on any free field. A corner is quiet, the middle has more neighbours.",
  "coach:more":
    "Two more stones follow, each on a field of yours or right beside one. A second and third field beside the first makes a territory, and fields with different emblems are worth more at the end.",
  "coach:swap":
    "Your hand tile is what you will do: you may use both its actions in your turn. If another free tile suits you better, click the side of yours that shall be up, then that tile. Or keep it.",
  "coach:act":
    "Your turn. Click one of the two emblems of your hand tile to use that action: agriculture, trade and culture bring stones, politics moves them, war conquers fields. You may use both, in either order.",
  "coach:bonus":
    "An action is used. Before the swap there may be a bonus for it: the button appears when you have one. Take it, use the other action, or say Done.",
  "coach:end":
    "Every turn ends with a swap: click the side of your hand tile that shall be up, then a free tile with other actions. You choose your next two actions and change the land; hand tiles lie open, so you see what the others can do.",
  "coach:points":
    "The points beside the names are what each would score now. Your tiles make sets of different emblems: 1, 2, 3, 4, 5 or 6 of them score 1, 3, 6, 10, 15 or 21. Variety wins, not size.",
  "coach:ziggurat":
    "Five stones on one field can become a ziggurat, instead of using actions. It keeps its tile for ever, and is a further element of a set. When the fifth stands, the round is played to its end and the game is over.",
  "coach:over":
    "The game is over. Each tile and ziggurat is a point of its own, and each pair of different kinds in one set is another: that is where the big sets come from.",
} satisfies Messages;
