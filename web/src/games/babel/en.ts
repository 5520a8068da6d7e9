/** Babel in English. What happened is told by the engine's own forms. */

export const en = {
  board: "The table: five construction sites between two players",
  hand: "Your hand",
  you: "You",

  "nation:A": "Assyrians",
  "nation:H": "Hittites",
  "nation:M": "Medes",
  "nation:P": "Persians",
  "nation:S": "Sumerians",
  "site:A": "Assyrians' site",
  "site:H": "Hittites' site",
  "site:M": "Medes' site",
  "site:P": "Persians' site",
  "site:S": "Sumerians' site",
  "gift:A": "destroy a temple",
  "gift:H": "steal a temple card",
  "gift:M": "desertion",
  "gift:P": "skip a level",
  "gift:S": "change camps",

  "title:stack": "Your stack",
  "title:stack/other": "Their stack",
  "title:stack/seat": "Stack",
  "title:deck": "Temple deck",
  "title:known": "Known on top",
  "title:draw": "Draw pile",
  "title:draw/short": "Draw",
  "title:discard": "Discarded",
  "title:end phase": "End phase",
  held: { one: "{n} card in hand", other: "{n} cards in hand" },
  "held/short": { one: "{n} card", other: "{n} cards" },
  stacked: { one: "stack of {n}, level {level} on top", other: "stack of {n}, level {level} on top" },
  "stacked/none": "no stack",
  "pawn at": "pawn at the {site}",
  "pawn at quarry": "pawn at the quarry",
  "surely holds": "surely holds",

  "ask:first": "Your first turn: build your own level-1 card.",
  "ask:act": "Your turn: act as often as you like, then end it.",
  "ask:discard": { one: "Discard {n} more card from your hand.", other: "Discard {n} more cards from your hand." },
  "wait:first": "{name} plays the first turn.",
  "wait:act": "{name} acts, or ends the turn.",
  "wait:discard": {
    one: "{name} must discard {n} more card.",
    other: "{name} must discard {n} more cards.",
  },
  "ask:over": "The game is over.",

  "label:pawn": "your pawn, at the {site}",
  "label:pawn/quarry": "your pawn, at the quarry",
  "label:pawn/seat": "pawn of {name}",
  "label:site": "{site}: your temple {own}, theirs {their}",
  "label:site/watch": "{site}: temples {own} and {their}",
  "label:hand": { one: "{nation}, {gift}: deploy it; {n} in hand", other: "{nation}, {gift}: deploy one; {n} in hand" },
  "label:hand/none": "{nation}, {gift}: none in hand",
  "label:discard": {
    one: "{nation}, {gift}: discard it; {n} in hand",
    other: "{nation}, {gift}: discard one; {n} in hand",
  },
  "label:first": "your first card, level 1: build it",
  "label:own stack": "your stack, level {level} on top: build it",
  "label:own stack/none": "your stack, empty",
  "label:their stack": "stack of {name}, level {level} on top: build it",
  "label:their stack/none": "stack of {name}, empty",
  "label:stack/seat": "stack of {name}",
  "label:row": "your row at the {site}: {cards}",
  "label:row/none": "your row at the {site}, empty",
  "label:row/seat": "row of {name} at the {site}",
  "label:temple": "temple of {name} at the {site}, value {value}",
  "label:run": "run of {nation}: discard one for an ability",
  "label:run/later": "run {number} of {nation}: discard one for an ability",
  "label:use": "Use the nation's ability",
  "label:half": "Halve the other hand",
  "label:name": { one: "Name the {nation} ({n} card)", other: "Name the {nation} ({n} cards)" },
  "label:end": "End the turn",
  "label:quarry": "the quarry",
  "label:temple deck": { one: "temple deck, {n} card", other: "temple deck, {n} cards" },
  "label:draw pile": { one: "draw pile, {n} card", other: "draw pile, {n} cards" },
  "label:discard pile": { one: "discard pile, {n} card", other: "discard pile, {n} cards" },

  "describe:temple": "{who}: temple worth {value}, levels {levels}.",
  "describe:temple/none": "{who}: no temple.",
  "describe:row": "{who}: row, oldest card first: {cards}.",
  "describe:row/none": "{who}: no nation cards.",
  "describe:runs": "{who}: runs of {runs}.",
  "describe:run": "{n} {nation}",
  "describe:pawn": "{who}: the pawn is here.",
  "describe:players": "Players",
  "describe:total": "{who}: total {score}.",
  "describe:hand": { one: "{who}: {n} card in hand.", other: "{who}: {n} cards in hand." },
  "describe:own hand": "Your hand: {cards}.",
  "describe:quarry": "{who}: the pawn is at the quarry.",
  "describe:first": "{who}: the own level-1 card is not built yet.",
  "describe:stack": "{who}: stack, top card first: {levels}.",
  "describe:stack/none": "{who}: no temple cards on the stack.",
  "describe:remembered": "{who}: surely holds {cards}.",
  "describe:piles": "Piles",
  "describe:deck": { one: "Temple deck: {n} card.", other: "Temple deck: {n} cards." },
  "describe:known": "Known on top of the temple deck, the next first: {levels}.",
  "describe:draw": { one: "Draw pile: {n} card.", other: "Draw pile: {n} cards." },
  "describe:discard": "Discarded: {cards}.",
  "describe:discard/none": "Nothing is discarded.",
  "describe:end phase": "The end phase has begun.",
  "describe:migrated": "The migration of this turn has been used.",

  "source:A": "Temples at the Assyrians' site",
  "source:H": "Temples at the Hittites' site",
  "source:M": "Temples at the Medes' site",
  "source:P": "Temples at the Persians' site",
  "source:S": "Temples at the Sumerians' site",

  "coach:pawn":
    "Welcome! Choose your pawn, then a site: you discard a card of that nation and go there. Spend one you need " +
    "least.",
  "coach:deploy":
    "Now deploy: choose a card in your hand. Any nation may go to any site, and level 1 needs one card of yours " +
    "there.",
  "coach:first": "Now build: choose your own level-1 card, beside your stack. Your first turn cannot end without it.",
  "coach:end":
    "Your temple stands, and counts for its top card. Deploy more if you like, equal cards side by side, then " +
    "end the turn: two temple cards go on your stack.",
  "coach:stacks":
    "You may build the top card of either stack, theirs too: exactly one level higher than your temple at your " +
    "pawn, and with as many cards of yours there as its number.",
  "coach:migrate":
    "Three cards in a row: once a turn its last three may migrate. Choose their row, then the row they go to.",
  "coach:runs":
    "Three equal neighbours at your pawn are a run, bound by a line. Choose it to discard one card for its " +
    "nation's ability, or to halve the other hand.",
  "coach:ending":
    "Watch the totals: 15 or more against 9 or less ends the game. Against 10 or more the end phase begins; from " +
    "then on 20 or more, or 9 or less, ends it.",
  "coach:half":
    "Your hand is halved, and you choose what goes. Keep what makes runs, and a card for the site you want.",
} as const;
