/** What inspecting things of Babel says, in English. */

export const about = {
  "about:A": "Assyrians destroy the opponent’s whole temple at your pawn’s site. Its cards go on the temple deck.",
  "about:H":
    "Hittites steal the top card of the opponent’s temple at your pawn’s site, if it is higher than yours and you have that many cards there.",
  "about:M": "Medes drive out all the opponent’s cards of one nation you name, at your pawn’s site.",
  "about:P": "Persians build a card two levels higher than your temple at your pawn’s site, from either stack.",
  "about:S": "Sumerians win over the opponent’s cards of the last nation in the row at your pawn’s site.",
  "about:nation":
    "Deploy it at your pawn’s site, or discard it to move the pawn to the {site}. Three in a row let you use its ability:",
  "about:why:quarry": "{who}: the pawn is still at the quarry",
  "about:why:effect": "{who}: no effect right now",
  "about:why:run": "{who}: three in a row at the pawn would {does}",
  "about:why:": "{who}: can {does} now",
  "about:does:A": "destroy a temple worth {loss}",
  "about:does:H": "steal level {level} (you {points}, they {loss})",
  "about:does:M": "drive out {cards}",
  "about:does:P": "build level {level} ({points}) from {sources}",
  "about:does:S": "win over {cards}",
  "about:source:own": "own stack",
  "about:source:their": "other stack",
  "about:source:first": "own first card",
  "about:half": {
    one: "Or halve the opponent’s hand: {n} card would go.",
    other: "Or halve the opponent’s hand: {n} cards would go.",
  },
  "about:run": "Discard one card of the run to use the nation’s ability, or to halve the opponent’s hand.",
  "about:site": "A player whose pawn is here builds here: exactly the next level, with that many cards in the row.",
  "about:build": "{who}: temple {value}; level {level} can be built now",
  "about:build:cards": {
    one: "{who}: temple {value}; level {level} needs {n} more card in the row",
    other: "{who}: temple {value}; level {level} needs {n} more cards in the row",
  },
  "about:build:pawn": "{who}: temple {value}; level {level} is available ({sources}), but the pawn is elsewhere",
  "about:build:none": "{who}: temple {value}; level {level} is not on top of a stack",
  "about:build:done": "{who}: temple {value}, complete",
  "about:temple": "A temple counts for the number on its top card.",
  "about:stack":
    "Either player may build the top card. Two cards are added at the end of the owner’s turn, the lower one on top.",
  "about:row":
    "Cards stay in order. To build a level, you need as many cards here as its number. Three equal neighbours are a run. Once per turn the last three cards may migrate.",
  "about:pawn":
    "Discard a card of a nation to move the pawn to that nation’s site. You build and deploy where it stands.",
  "about:first": "Your level-1 card: build it before you end your first turn.",
  "about:quarry": "Pawns start here and never return.",
  "about:temple deck": {
    one: "The game ends when it is empty at the end of a turn: in {n} turn, if nothing comes back.",
    other: "The game ends when it is empty at the end of a turn: in {n} turns, if nothing comes back.",
  },
  "about:temple deck:plain": "The game ends when it is empty at the end of a turn.",
  "about:draw": "Players draw three cards from it at the start of every turn.",
  "about:unseen": "Not seen yet: {cards}.",
  "about:discard": "When the draw pile is empty, these cards are shuffled into a new one.",
  "about:total": "The sum of the top numbers of the temples.",
  "about:race":
    "Reach 15 while your opponent has 9 or fewer to win at once. Otherwise the end phase begins: the game ends when somebody has 20 or more, or 9 or fewer.",
  "about:race:end": "End phase: the game ends when somebody has 20 or more, or 9 or fewer.",
  "about:race:seat": "{who}: {total}; {ahead} to 15, {above}",
  "about:race:last": "{who}: {total}; {far} to 20, {above}",
  "about:race:above": "{n} above 9",
  "about:race:below": "not above 9",
  "about:hand": "Hands are secret, except for what can be worked out.",
  "about:end": "Two temple cards go on your stack, and your opponent’s turn begins.",
} as const;
