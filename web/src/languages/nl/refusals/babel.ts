/** Waarom iets niet mag, in het Nederlands: voor elke zin van de engine een. */

import type { Forms } from "../../../generated/refusals";

export default {
  "'{text}' is not a move; moves look like 'pawn H', 'deploy S', 'build own' (or their, first), 'migrate H S', 'use A', 'use M S', 'use P own', 'half S' (a second run of the row is 'S2'), 'discard A' or 'end'.":
    "'{text}' is geen zet; een zet ziet eruit als 'pawn H', 'deploy S', 'build own' (of their, first), 'migrate H S', 'use A', 'use M S', 'use P own', 'half S' (een tweede reeks in de rij is 'S2'), 'discard A' of 'end'.",
  "After that you could not build your level-1 card this turn (clause 2).":
    "Daarna zou je je eigen kaart van niveau 1 deze beurt niet meer kunnen bouwen (regel 2).",
  "You can discard like this only when you must give up half of your hand (clause 16).":
    "Zo leg je alleen kaarten af als de helft van je hand weg moet (regel 16).",
  "Only a hand of two or more cards can be halved (clause 16).":
    "Alleen een hand van twee of meer kaarten kan gehalveerd worden (regel 16).",
  "Level {level} is not higher than your temple here, which has value {value} (clause 12).":
    "Niveau {level} is niet hoger dan je eigen tempel hier, die {value} waard is (regel 12).",
  "Level {level} is not the next level: your temple here has value {value} (clause 6).":
    "Niveau {level} is niet het volgende niveau: je tempel hier is {value} waard (regel 6).",
  "Level {level} is not two levels up: your temple here has value {value} (clause 14).":
    "Niveau {level} is niet precies twee niveaus hoger: je tempel hier is {value} waard (regel 14).",
  "Level {level} needs {level} of your nation cards at the site, not {cards} (clause 6).":
    "Voor niveau {level} moeten er op de bouwplaats {level} volkskaarten van jou liggen, niet {cards} (regel 6).",
  "You may migrate only once per turn (clause 9).": "Je mag maar één keer per beurt verhuizen (regel 9).",
  "Seat {actor} has no {nation} in hand (clause 19).": "Je hebt geen {nation} in de hand (regel 19).",
  "Seat {actor} must first discard half of the hand (clause 16).": "Leg eerst de helft van je hand af (regel 16).",
  "Seat {seat} has no nation cards here (clause 15).": "{seat} heeft hier geen volkskaarten (regel 15).",
  "Seat {seat} has no {nation} in the row here (clause 13).": "{seat} heeft hier geen {nation} in de rij (regel 13).",
  "Stealing level {level} needs {level} of your nation cards at the site (clause 12).":
    "Om niveau {level} te stelen, moeten er op de bouwplaats {level} volkskaarten van jou liggen (regel 12).",
  "Your first turn cannot end before you build your level-1 card (clause 2).":
    "Je eerste beurt kan niet eindigen voordat je eigen kaart van niveau 1 gebouwd is (regel 2).",
  "You have already built your level-1 card (clause 2).": "Je eigen kaart van niveau 1 is al gebouwd (regel 2).",
  "Your pawn is already at the {nation}' site (clause 7).":
    "Je pion staat al op de bouwplaats van de {nation} (regel 7).",
  "Your pawn is still at the quarry; move it to a construction site first (clause 7).":
    "Je pion staat nog in de steengroeve; ga er eerst mee naar een bouwplaats (regel 7).",
  "You have fewer than three cards at the {nation}' site (clause 9).":
    "Op de bouwplaats van de {nation} liggen geen drie kaarten van jou (regel 9).",
  "You have no run of three or more {nation} in your row here (clause 10).":
    "In je rij hier ligt geen reeks van drie of meer {nation} (regel 10).",
  "There is no temple card on seat {seat}'s stack (clause 4).":
    "Er ligt geen tempelkaart op de stapel van {seat} (regel 4).",
  "Your opponent has no temple here to destroy (clause 11).":
    "Hier staat geen tempel van de ander om te verwoesten (regel 11).",
  "Your opponent has no temple here to steal from (clause 12).":
    "Hier staat geen tempel van de ander om van te stelen (regel 12).",
  "You have no {number} run of three or more {nation} in your row here (clause 10).":
    "In je rij hier ligt geen {number} reeks van drie of meer {nation} (regel 10).",
} satisfies Record<Forms["babel"], string>;
