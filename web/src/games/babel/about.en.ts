/** What inspecting things of Babel says, in English. */

export const about = {
  "about:A": "Assyrians destroy the other's whole temple at the pawn's site; its cards go on the temple deck.",
  "about:H": "Hittites steal the top card of the other's temple at the pawn's site, if it is higher than yours there.",
  "about:M": "Medes drive out all the other's cards of a nation you name, at the pawn's site.",
  "about:P": "Persians build a card two levels higher than your temple at the pawn's site, from either stack.",
  "about:S": "Sumerians win over the other's cards of the nation that lies last in the row at the pawn's site.",
  "about:nation":
    "Deploy it at your pawn's site, or discard it to move the pawn to the {site}. Three in a row let you use it:",
  "about:why:quarry": "{who}: the pawn is still at the quarry",
  "about:why:effect": "{who}: it would have no effect now",
  "about:why:run": "{who}: three in a row at the pawn would {does}",
  "about:why:": "{who}: can {does} now",
  "about:does:A": "destroy a temple worth {loss}",
  "about:does:H": "steal level {level} (you {points}, they {loss})",
  "about:does:M": "drive out {cards}",
  "about:does:P": "build level {level} ({points}) from {sources}",
  "about:does:S": "win over {cards}",
  "about:source:own": "the own stack",
  "about:source:their": "the other stack",
  "about:source:first": "the own first card",
  "about:half": {
    one: "Or halve the other hand: {n} card would go.",
    other: "Or halve the other hand: {n} cards would go.",
  },
  "about:run": "Discard one card of the run to use the nation, or to halve the other hand.",
  "about:site":
    "Whoever's pawn is here builds here: exactly the next level, with as many cards in the row as its number.",
  "about:build": "{who}: temple {value}; next level {level}, ready to be built",
  "about:build:cards": {
    one: "{who}: temple {value}; level {level} needs {n} card more in the row",
    other: "{who}: temple {value}; level {level} needs {n} cards more in the row",
  },
  "about:build:pawn": "{who}: temple {value}; level {level} lies on top of {sources}, the pawn is elsewhere",
  "about:build:none": "{who}: temple {value}; level {level} lies on top of no stack",
  "about:build:done": "{who}: temple {value}, complete",
  "about:temple": "A temple counts for the number on its top.",
  "about:stack":
    "Either player may build its top card. Two cards come on it at the end of its owner's turn, the lower on top.",
  "about:row":
    "Cards stay in order. As many as a level's number must lie here to build it; three equal neighbours are a run; once a turn the last three may migrate.",
  "about:pawn": "It goes to a site for a card of that nation from the hand, and builds and deploys where it stands.",
  "about:first": "Your own level 1: you cannot end your first turn before you have built it.",
  "about:quarry": "Where pawns begin; none returns here.",
  "about:temple deck": {
    one: "The game ends when it is empty at the end of a turn: in {n} turn, if nothing comes back.",
    other: "The game ends when it is empty at the end of a turn: in {n} turns, if nothing comes back.",
  },
  "about:temple deck:plain": "The game ends when it is empty at the end of a turn.",
  "about:draw": "Three cards are drawn from it at the start of every turn.",
  "about:unseen": "Not seen yet: {cards}.",
  "about:discard": "When the draw pile is empty, these are shuffled and become the new one.",
  "about:total": "The sum of the numbers on top of the temples.",
  "about:race":
    "With 15 against 9 or fewer you win at once. With 15 against more, the end phase begins: it ends at 20, or at 9 or fewer.",
  "about:race:end": "The end phase: the game ends when somebody has 20 or more, or 9 or less.",
  "about:race:seat": "{who}: {total}; {ahead} to 15, {above}",
  "about:race:last": "{who}: {total}; {far} to 20, {above}",
  "about:race:above": "{n} above 9",
  "about:race:below": "not above 9",
  "about:hand": "Cards in a hand are secret, but for what can be worked out.",
  "about:end": "Two temple cards go on your stack, and the other player's turn begins.",
} as const;
