/** Babel in English. What happened is told by the engine's own forms. */

export const en = {
  board: "The table: five construction sites between two players",
  hand: "Your hand",
  you: "You",
  other: "The other player",
  "seat name": "Seat {seat}",

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

  "ask:first": "Your first turn: build your own level-1 card before you end it.",
  "ask:act": "Your turn: move, deploy, build, migrate, use abilities, in any order. Then end it.",
  "ask:discard": { one: "Discard {n} more card from your hand.", other: "Discard {n} more cards from your hand." },
  "wait:first": "The other player plays the first turn.",
  "wait:act": "The other player acts, or ends the turn.",
  "wait:discard": { one: "The other player must discard {n} more card.", other: "The other player must discard {n} more cards." },
  "watch:first": "Seat {seat} plays the first turn.",
  "watch:act": "Seat {seat} acts, or ends the turn.",
  "watch:discard": { one: "Seat {seat} must discard {n} more card.", other: "Seat {seat} must discard {n} more cards." },
  "ask:over": "The game is over.",

  "label:pawn": "your pawn, at the {site}",
  "label:pawn/quarry": "your pawn, at the quarry",
  "label:pawn/seat": "pawn of seat {seat}",
  "label:site": "{site}: your temple {own}, theirs {their}",
  "label:site/watch": "{site}: temples {own} and {their}",
  "label:hand": { one: "{nation}, {gift}: deploy it; {n} in hand", other: "{nation}, {gift}: deploy one; {n} in hand" },
  "label:hand/none": "{nation}, {gift}: none in hand",
  "label:discard": { one: "{nation}, {gift}: discard it; {n} in hand", other: "{nation}, {gift}: discard one; {n} in hand" },
  "label:first": "your first card, level 1: build it",
  "label:own stack": "your stack, level {level} on top: build it",
  "label:own stack/none": "your stack, empty",
  "label:their stack": "the other player's stack, level {level} on top: build it",
  "label:their stack/none": "the other player's stack, empty",
  "label:stack/seat": "stack of seat {seat}",
  "label:row": "your row at the {site}: {cards}",
  "label:row/none": "your row at the {site}, empty",
  "label:row/seat": "row of seat {seat} at the {site}",
  "label:temple": "temple of seat {seat} at the {site}, value {value}",
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
    "Welcome! Your pawn waits at the quarry. Choose it, then a site: you discard a card of that nation and go there. " +
    "Pick a nation you hold one of and like least.",
  "coach:deploy":
    "Now choose a card in your hand to deploy it in your row here, or carry it there. The nation need not match the site. " +
    "A level needs as many of your cards here as its number: one card is enough for level 1.",
  "coach:first":
    "One card lies here: choose your own level-1 card, beside your stack, to build it. Nobody else may, and you cannot " +
    "end your first turn without it.",
  "coach:end":
    "A temple counts for the number on its top card: you have 1 point. Deploy more if you like, equal cards side by side, " +
    "then end the turn. Two temple cards go on your stack, the lower one on top.",
  "coach:stacks":
    "You drew three cards. The top card of either stack can be built, theirs too, if it is exactly one level higher than your " +
    "temple at your pawn and enough cards of yours lie there. What you leave, the other player may take.",
  "coach:migrate":
    "You have three cards in a row: once a turn its last three may migrate to another of your rows. Choose the row they " +
    "leave, then the row they go to. Your pawn may be anywhere.",
  "coach:runs":
    "Three equal neighbours at your pawn are a run, bound together by a line. Choose it to discard one card for the nation's ability, " +
    "or to make the other player discard half a hand. The cards in your hand say what each nation does.",
  "coach:ending":
    "Keep an eye on the totals: 15 or more against 9 or less wins at once. If the other has 10 or more, the end phase " +
    "begins: then 20 or more, or falling to 9 or less, ends the game.",
  "coach:half":
    "The other player used a run to halve your hand. You choose what goes: keep what makes runs, and a card for the site " +
    "you want to go to.",
} as const;
