/** Waarom iets niet mag, in het Nederlands: voor elke zin van de engine een. */

import type { Forms } from "../../../generated/refusals";

export default {
  "'{text}' is not a move; moves look like 'm d7' (f, m, s or p and a hexagon), 'end', 'score b2', 'card 3', 'extra yes' or 'extra no'.":
    "'{text}' is geen zet; een zet ziet eruit als 'm d7' (f, m, s of p en een vak), 'end', 'score b2', 'card 3', 'extra yes' of 'extra no'.",
  "A farmer may enter the crop field on {place} only next to one of your tokens (clause 7).":
    "Een boer mag alleen op de akker op {place} als er al een fiche van jou naast ligt (regel 7).",
  "A noble and two farmers are not a complete turn; place a third farmer (clause 3).":
    "Een edele en twee boeren zijn geen volledige beurt; plaats een derde boer (regel 3).",
  "Choose the surrounded city or ziggurat to score next (clause 9).":
    "Kies eerst welke omsingelde stad of ziggurat nu gescoord wordt (regel 9).",
  "A ziggurat stands on {place} (clause 4).": "Op {place} staat een ziggurat (regel 4).",
  "After {placed} tokens, your turn cannot be completed with a {token} (clause 3).":
    "Na {placed} fiches kan je beurt met een {token} niet meer volledig worden (regel 3).",
  "Answer 'extra yes' or 'extra no': is card 2 used now? (clause 15)":
    "Antwoord 'extra yes' of 'extra no': gebruik je kaart 2 nu? (regel 15)",
  "Card {card} is not on offer (clause 13).": "Kaart {card} is niet beschikbaar (regel 13).",
  "Hexagon {place} already holds a token of seat {seat} (clause 4).":
    "Op vak {place} ligt al een fiche van {seat} (regel 4).",
  "Hexagon {place} is not in play with {seats} players (clause 18).":
    "Vak {place} doet niet mee met {seats} spelers (regel 18).",
  "In the first round this turn has exactly one token; end your turn (clause 2).":
    "In de eerste ronde bestaat deze beurt uit precies één fiche; beëindig hem (regel 2).",
  "In the first round this turn has exactly two tokens; end your turn (clause 2).":
    "In de eerste ronde bestaat deze beurt uit precies twee fiches; beëindig hem (regel 2).",
  "You have not placed anything yet, and you cannot pass (clause 3).":
    "Je hebt nog niets geplaatst, en passen mag niet (regel 3).",
  "One token is not a complete turn; place a second (clause 3).":
    "Eén fiche is geen volledige beurt; plaats een tweede (regel 3).",
  "Only farmers may enter the crop field on {place}, without card 6 (clause 7).":
    "Zonder kaart 6 mogen alleen boeren op de akker op {place} (regel 7).",
  "Seat {actor} must take a ziggurat card now (clause 13).": "Neem nu eerst een zigguratkaart (regel 13).",
  "The river at {place} is only for turns of exactly two tokens (clause 3).":
    "In de rivier op {place} mag alleen een fiche in een beurt van precies twee fiches (regel 3).",
  "The ziggurat cards are numbered 1 to {cards}; there is no card {card}.":
    "De zigguratkaarten zijn genummerd van 1 tot en met {cards}; kaart {card} bestaat niet.",
  "There is a city on {place} (clause 4).": "Op {place} ligt een stad (regel 4).",
  "There can be no city or ziggurat on {place}.": "Op {place} ligt nooit een stad of ziggurat.",
  "There is no hexagon {place} on the board.": "Er is geen vak {place} op het bord.",
  "There is no {token} on seat {actor}'s stand (clause 19).": "Er staat geen {token} op je houder (regel 19).",
  "Place your tokens first, and end the placing before anything else (clause 9).":
    "Eerst plaats je fiches; beëindig dat voor je iets anders doet (regel 9).",
  "With a token in the river the turn has exactly two tokens; end your turn (clause 3).":
    "Met een fiche in de rivier bestaat je beurt uit precies twee fiches; beëindig hem (regel 3).",
} satisfies Record<Forms["babylonia"], string>;
