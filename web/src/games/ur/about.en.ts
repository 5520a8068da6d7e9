/** What inspecting things of Ur says, in English. */

import type { Messages } from "../kit";

export const about = {
  "about:agriculture": "Hungry fields lose a stone. Then you may put up to two stones on each agriculture field.",
  "about:trade": "Each trade field can get one stone for every side next to another player’s field or the edge.",
  "about:culture": "Every occupied field next to a culture field gets a stone of its owner.",
  "about:politics": "Move stones between your own fields, one at a time.",
  "about:war":
    "Defeats a neighbouring field. It costs as many stones as are defeated, plus one if the two fields show different actions.",
  "about:war:any":
    "Defeats any field that is not yours, however far away. It costs as many stones as are defeated, plus one if the two fields show different actions.",
  "about:shows": "It shows {shows}; the other side is {back}.",
  "about:free": "Free: you can swap for its tile.",
  "about:built": "A ziggurat holds it permanently. It no longer takes part in actions.",
  "about:hungry":
    "Hungry: its owner’s agriculture would remove a stone, because it is not next to an agriculture field of theirs.",
  "about:trades": { one: "Trade would give it {n} stone.", other: "Trade would give it {n} stones." },
  "about:spreads": {
    one: "Culture would give a stone to {n} field next to it.",
    other: "Culture would give a stone to {n} fields next to it.",
  },
  "about:full": "Five stones: you can build a ziggurat here instead of using actions.",
  "about:worth": {
    one: "Another field like this is worth {n} point to you.",
    other: "Another field like this is worth {n} points to you.",
  },
  "about:attack": "Attack {target} from here: {fall} defeated, you lose {losses}, {left} left; {points}",
  "about:attacked": "{who} could attack it from {source}: {losses} lost, {left} left",
  "about:attacks more": { one: "{n} more attack", other: "{n} more attacks" },
  "about:points": { one: "{n} point", other: "{n} points" },
  "about:adds": "{who}: another would add {n}",
  "about:set": "{points} for {elements}",
  "about:ziggurat": "ziggurat",
  "about:score": "Current sets:",
  "about:hand": "Both sides are actions on its owner’s turn. At the end it counts as {action}, which is worth more.",
  "about:hand:plain": "Both sides are actions on its owner’s turn. At the end the better side counts.",
  "about:spare": "A tile next to the square. You can swap for it like for any free tile.",
  "about:side": "Swap: this side of your tile will face up.",
  "about:edge": "The edge of the square: it counts as a side for trade fields.",
  "about:supply": "Stones not on the board. Each player has twenty in total.",
  "about:towers":
    "Five stones on a field can become a ziggurat, instead of using actions. It adds one element to a set.",
  "about:left": {
    one: "{n} left. The round in which the fifth is built is the last.",
    other: "{n} left. The round in which the fifth is built is the last.",
  },
} satisfies Messages;
