/** Waarom iets niet mag, in het Nederlands: voor elke zin van de engine een. */

import type { Forms } from "../../../generated/refusals";

export default {
  "'{text}' is not a move. Did you mean '{close}'?": "'{text}' is geen zet. Bedoel je '{close}'?",
  "'{text}' is not a move. Moves look like 'priest 2', 'to mari', 'plant c3' or 'pass'.":
    "'{text}' is geen zet. Een zet ziet eruit als 'priest 2', 'to mari', 'plant c3' of 'pass'.",
  "Take a court card first, such as 'court banker' (clause 11).":
    "Neem eerst een hofkaart, zoals 'court banker' (regel 11).",
  "Give up a resource above the limit first, such as 'discard salt' (clause 14).":
    "Lever eerst een grondstof in die te veel is, zoals 'discard salt' (regel 14).",
  "Sell a resource in Babylon first, such as 'sell salt' (clause 9).":
    "Verkoop eerst een grondstof in Babylon, zoals 'sell salt' (regel 9).",
  "Plant a square first, such as 'plant d4' (clause 12).": "Beplant eerst een perceel, zoals 'plant d4' (regel 12).",
  "A peasant works in a field: recruit one first (clause 4).":
    "Op een akker werkt een boer: neem er eerst een in dienst (regel 4).",
  "A priest goes to a temple: recruit one first (clause 17).":
    "Naar een tempel gaat een priester: neem er eerst een in dienst (regel 17).",
  "An engineer brings water to an edge: recruit one first (clause 7).":
    "Water brengt een ingenieur: neem er eerst een in dienst (regel 7).",
  "Court cards are bought in cities: move the caravan to one first (clause 11).":
    "Hofkaarten koop je in een stad: breng de karavaan er eerst naartoe (regel 11).",
  "Plants are bought in cities: move the caravan to one that has them (clause 12).":
    "Planten koop je in een stad: breng de karavaan naar een stad die ze heeft (regel 12).",
  "Resources are sold in Babylon: move the caravan there first (clause 9).":
    "Grondstoffen verkoop je in Babylon: breng de karavaan er eerst naartoe (regel 9).",
  "Water goes to an edge: choose one of {square} (clause 6).":
    "Water komt op een rand: kies er een van {square} (regel 6).",
  "A turn begins with passing, recruiting or moving the caravan, not with '{move}' (clause 3).":
    "Een beurt begint met passen, iemand in dienst nemen of de karavaan verplaatsen, niet met '{move}' (regel 3).",
  "You get another resource in exchange, but never wine (clause 14).":
    "Je ruilt voor een andere grondstof, en nooit voor wijn (regel 14).",
  "Sell at least one resource in Babylon (clause 9).": "In Babylon verkoop je minstens één grondstof (regel 9).",
  "All of {edge} is already irrigated (clause 6).": "Alle vakken van {edge} zijn al bevloeid (regel 6).",
  "Exchange a resource first, such as 'give wine', or say 'keep' (clause 14).":
    "Ruil eerst een grondstof, zoals 'give wine', of zeg 'keep' (regel 14).",
  "Group {group} costs {price} talents now, and seat {actor} has {talents} (clause 3).":
    "Groep {group} kost nu {price} talenten, en jij hebt er {talents} (regel 3).",
  "Group {group} has no {craft} face up (clause 3).": "In groep {group} ligt geen {craft} open (regel 3).",
  "Take Ishtar's prize first: 'prize camel' or 'prize talent' (clause 14).":
    "Neem eerst de prijs van Ishtar: 'prize camel' of 'prize talent' (regel 14).",
  "No court card that {city} sells is left for seat {actor} (clause 11).":
    "Van de hofkaarten die in {city} te koop zijn, is er geen meer over voor jou (regel 11).",
  "No gardener is left (clause 11).": "Er is geen tuinman meer over (regel 11).",
  "No camel is left, so no merchant can be recruited (clauses 2 and 3).":
    "Er is geen kameel over, dus kun je geen koopman in dienst nemen (regels 2 en 3).",
  "No irrigation area is available, so no engineer can be recruited (clause 3).":
    "Er is geen watervak vrij, dus je kunt geen ingenieur in dienst nemen (regel 3).",
  "No side of {square} is fully irrigated (clause 12).": "Geen enkele rand van {square} is vol water (regel 12).",
  "No {resource} lies on a level-2 caravaneer (clause 11).":
    "Op geen karavaanleider van niveau 2 ligt {resource} (regel 11).",
  "Seat {actor} cannot pay: {city} asks for {resource}, its plant for {extra}, or wine instead (clause 10).":
    "Je kunt niet betalen: {city} vraagt {resource} en de plant daar {extra}, of wijn in plaats daarvan (regel 10).",
  "Seat {actor} cannot pay: {city} asks for {resource}, or wine instead (clause 10).":
    "Je kunt niet betalen: {city} vraagt {resource}, of wijn in plaats daarvan (regel 10).",
  "Seat {actor} could not plant any irrigated square with the plant of {city} (clause 12).":
    "Met de plant van {city} kun je geen enkel bevloeid perceel beplanten (regel 12).",
  "Seat {actor} has no camel to move the caravan with (clause 8).":
    "Je hebt geen kameel om de karavaan mee te verplaatsen (regel 8).",
  "Seat {actor} has no resource to sell in Babylon (clause 9).":
    "Je hebt geen grondstof om in Babylon te verkopen (regel 9).",
  "Seat {actor} has no {resource} (clause 2).": "Je hebt geen {resource} (regel 2).",
  "Sell a second resource first, or say 'done' (clause 9).":
    "Verkoop eerst een tweede grondstof, of zeg 'done' (regel 9).",
  "Square {square} is already planted (clause 12).": "Perceel {square} is al beplant (regel 12).",
  "Square {square} is not used with {seats} players (clause 5).":
    "Perceel {square} doet niet mee met {seats} spelers (regel 5).",
  "Square {square} needs quality {needed}, more than this plant and seat {actor}'s gardeners have (clause 12).":
    "Perceel {square} vraagt kwaliteit {needed}, meer dan deze plant en je tuinlieden samen hebben (regel 12).",
  "Take another resource in exchange first, such as 'take salt' (clause 14).":
    "Neem eerst een andere grondstof in ruil, zoals 'take salt' (regel 14).",
  "Put Tammouz' cube into a field first: 'field top' or 'field bottom' (clause 14).":
    "Zet eerst het blokje van Tammouz op een akker: 'field top' of 'field bottom' (regel 14).",
  "The caravan is in {city} already and never goes full circle (clause 8).":
    "De karavaan is al in {city} en gaat nooit helemaal rond (regel 8).",
  "Pay the city first: with what it asks for, or with wine (clause 10).":
    "Betaal eerst de stad: met wat ze vraagt, of met wijn (regel 10).",
  "Bring water with the engineer first, such as 'water d1-d2' (clause 7).":
    "De ingenieur brengt eerst water, zoals 'water d1-d2' (regel 7).",
  "Take the garden tile's court card first, such as 'court palace' (clause 12).":
    "Neem eerst de hofkaart van de tuintegel, zoals 'court palace' (regel 12).",
  "Take the garden tile's resource first, such as 'take wine' (clause 12).":
    "Neem eerst de grondstof van de tuintegel, zoals 'take wine' (regel 12).",
  "Send the peasant into a field first: 'field top' or 'field bottom' (clause 4).":
    "De boer gaat eerst naar een akker: 'field top' of 'field bottom' (regel 4).",
  "Pay the plant card first: with what it asks for, or with wine (clause 10).":
    "Betaal eerst de plantenkaart: met wat ze vraagt, of met wijn (regel 10).",
  "Send the priest to a temple first, such as 'temple ishtar' (clause 17).":
    "De priester gaat eerst naar een tempel, zoals 'temple ishtar' (regel 17).",
  "The procession comes first: place your cube, such as 'temple ishtar' (clause 14).":
    "Eerst komt de processie: een eigen blokje, zoals 'temple ishtar' (regel 14).",
  "Take the resource of the level-2 caravaneer first, such as 'take salt' (clause 11).":
    "Neem eerst de grondstof van de karavaanleider van niveau 2, zoals 'take salt' (regel 11).",
  "Bring water for the sale first, such as 'water d1-d2' (clause 7).":
    "De verkoop brengt eerst water, zoals 'water d1-d2' (regel 7).",
  "The tile does not bring the {kind} (clause 12).": "Bij deze tegel hoort geen {kind} (regel 12).",
  "There is no {kind} of level {level} left for seat {actor} (clause 11).":
    "Er is geen {kind} van niveau {level} meer over voor jou (regel 11).",
  "Water cannot reach {edge} yet: neither the river nor a full edge joined to it meets it (clause 6).":
    "Het water kan nog niet bij {edge} komen: daar begint de rivier niet, en ook geen volle rand die ermee verbonden is (regel 6).",
  "With that payment the rest could not be paid (clause 10).":
    "Betaal je zo, dan kun je de rest niet meer betalen (regel 10).",
  "With {seats} players there are {seats} groups of craft cards (clause 1).":
    "Met {seats} spelers zijn er {seats} groepen ambachtskaarten (regel 1).",
  "{city} does not sell the {kind} (clause 11).": "In {city} is geen {kind} te koop (regel 11).",
  "{city} is {distance} spaces away: that takes {needed} camels, and seat {actor} has {camels} (clause 8).":
    "{city} ligt {distance} plekken verder: dat kost {needed} kamelen, en jij hebt er {camels} (regel 8).",
  "{resource} is not asked for here (clause 10).": "{resource} wordt hier niet gevraagd (regel 10).",
} satisfies Record<Forms["amyitis"], string>;
