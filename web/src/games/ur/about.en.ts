/** What inspecting things of Ur says, in English. */

import type { Messages } from "../kit";

export const about = {
  "about:agriculture": "Fields that are hungry lose a stone; then up to two stones may go on each agriculture field.",
  "about:trade": "A trade field may get a stone for every side on another player's field or on the edge.",
  "about:culture": "Every occupied field beside a culture field gains a stone of its owner's colour.",
  "about:politics": "Stones move between own fields, one at a time.",
  "about:war":
    "Beats a field beside: it costs as many stones as fall, and one more if the two fields show different actions.",
  "about:shows": "It shows {shows}; the other side is {back}.",
  "about:free": "Nobody's: its tile can be swapped for.",
  "about:built": "A ziggurat holds it for good: it takes part in no action any more.",
  "about:hungry":
    "It is hungry: its owner's agriculture would take a stone, for no agriculture field of theirs is here or beside it.",
  "about:trades": { one: "Trade would allow it {n} stone.", other: "Trade would allow it {n} stones." },
  "about:spreads": {
    one: "Culture would give a stone to {n} field beside it.",
    other: "Culture would give a stone to {n} fields beside it.",
  },
  "about:full": "Five stones: a ziggurat can be built here instead of using actions.",
  "about:worth": {
    one: "One more such field is worth {n} point to you.",
    other: "One more such field is worth {n} points to you.",
  },
  "about:attack": "War from here on {target}: {fall} fall, you lose {losses}, {left} left; {points}",
  "about:attacked": "{who} could attack it from {source}: {losses} lost, {left} left",
  "about:points": { one: "{n} point", other: "{n} points" },
  "about:adds": "{who}: one more would add {n}",
  "about:set": "{points} for {elements}",
  "about:ziggurat": "ziggurat",
  "about:score": "Sets as they stand:",
  "about:hand": "Both sides are actions for its owner's turn; at the end it counts as {action}, which is worth more.",
  "about:hand:plain": "Both sides are actions for its owner's turn; at the end it counts by the better one.",
  "about:spare": "It lies beside the square and can be swapped for like any free tile.",
  "about:side": "The swap: this side of your tile will be up where you put it down.",
  "about:edge": "The edge of the square: trade fields at it count that side.",
  "about:supply": "Stones that are not on the board; there are twenty in all.",
  "about:towers":
    "Five stones on a field become a ziggurat, instead of using actions. It is one more element of a set.",
  "about:left": {
    one: "{n} is left; when the fifth stands, the round is the last.",
    other: "{n} are left; when the fifth stands, the round is the last.",
  },
} satisfies Messages;
