/** Wat er over de dingen van Babel te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/babel/about.en";

export default {
  "about:A":
    "Assyriërs verwoesten de hele tempel van je tegenstander bij je pion. De kaarten gaan op de tempelvoorraad.",
  "about:H":
    "Hittieten stelen de bovenste kaart van de tempel van je tegenstander bij je pion, als die hoger is dan de jouwe en je daar zoveel kaarten hebt.",
  "about:M": "Meden verjagen alle kaarten van je tegenstander van één volk dat je noemt, bij je pion.",
  "about:P": "Perzen bouwen een kaart die twee niveaus hoger is dan je tempel bij je pion, van een van beide stapels.",
  "about:S":
    "Sumeriërs laten de kaarten van het laatste volk in de rij van je tegenstander bij je pion naar jou overlopen.",
  "about:nation":
    "Zet hem in bij je pion, of leg hem af om de pion te verplaatsen ({site}). Met drie naast elkaar kun je de gave gebruiken:",
  "about:why:quarry": "{who}: de pion staat nog in de steengroeve",
  "about:why:effect": "{who}: heeft nu geen effect",
  "about:why:run": "{who}: met drie naast elkaar bij de pion: {does}",
  "about:why:": "{who}: kan nu {does}",
  "about:does:A": "een tempel van {loss} verwoesten",
  "about:does:H": "niveau {level} stelen (jij {points}, de ander {loss})",
  "about:does:M": "verjagen: {cards}",
  "about:does:P": "niveau {level} bouwen ({points}), van {sources}",
  "about:does:S": "laten overlopen: {cards}",
  "about:source:own": "eigen stapel",
  "about:source:their": "andere stapel",
  "about:source:first": "eigen eerste kaart",
  "about:half": {
    one: "Of halveer de hand van de tegenstander: {n} kaart zou weggaan.",
    other: "Of halveer de hand van de tegenstander: {n} kaarten zouden weggaan.",
  },
  "about:run":
    "Leg één kaart van de reeks af om de gave van het volk te gebruiken, of om de hand van de tegenstander te halveren.",
  "about:site": "Een speler met zijn pion hier bouwt hier: precies het volgende niveau, met zoveel kaarten in de rij.",
  "about:build": "{who}: tempel {value}; niveau {level} kan nu gebouwd worden",
  "about:build:cards": {
    one: "{who}: tempel {value}; voor niveau {level} moet er nog {n} kaart in de rij",
    other: "{who}: tempel {value}; voor niveau {level} moeten er nog {n} kaarten in de rij",
  },
  "about:build:pawn": "{who}: tempel {value}; niveau {level} is beschikbaar ({sources}), maar de pion staat elders",
  "about:build:none": "{who}: tempel {value}; niveau {level} ligt niet boven op een stapel",
  "about:build:done": "{who}: tempel {value}, compleet",
  "about:temple": "Een tempel telt voor het getal op de bovenste kaart.",
  "about:stack":
    "Beide spelers mogen de bovenste kaart bouwen. Aan het eind van de beurt van de eigenaar komen er twee bij, de laagste bovenop.",
  "about:row":
    "Kaarten houden hun volgorde. Om een niveau te bouwen, heb je hier zoveel kaarten nodig als het getal. Drie gelijke naast elkaar zijn een reeks. Eén keer per beurt mogen de laatste drie verhuizen.",
  "about:pawn":
    "Leg een kaart van een volk af om de pion naar de bouwplaats van dat volk te verplaatsen. Je bouwt en zet in waar hij staat.",
  "about:first": "Je kaart van niveau 1: bouw hem voordat je je eerste beurt beëindigt.",
  "about:quarry": "Hier beginnen de pionnen; ze komen nooit terug.",
  "about:temple deck": {
    one: "Is hij aan het eind van een beurt leeg, dan eindigt het spel: over {n} beurt, als er niets terugkomt.",
    other: "Is hij aan het eind van een beurt leeg, dan eindigt het spel: over {n} beurten, als er niets terugkomt.",
  },
  "about:temple deck:plain": "Is hij aan het eind van een beurt leeg, dan eindigt het spel.",
  "about:draw": "Aan het begin van elke beurt trekt een speler hier drie kaarten.",
  "about:unseen": "Nog niet gezien: {cards}.",
  "about:discard": "Is de trekstapel leeg, dan vormen deze kaarten, geschud, de nieuwe.",
  "about:total": "De som van de bovenste getallen van de tempels.",
  "about:race":
    "Haal 15 terwijl je tegenstander 9 of minder heeft, en je wint meteen. Anders begint de slotfase: het spel eindigt als iemand 20 of meer heeft, of 9 of minder.",
  "about:race:end": "Slotfase: het spel eindigt als iemand 20 of meer heeft, of 9 of minder.",
  "about:race:seat": "{who}: {total}; nog {ahead} tot 15, {above}",
  "about:race:last": "{who}: {total}; nog {far} tot 20, {above}",
  "about:race:above": "{n} boven 9",
  "about:race:below": "niet boven 9",
  "about:hand": "Handen zijn geheim, behalve wat af te leiden is.",
  "about:end": "Er gaan twee tempelkaarten op je stapel, en je tegenstander is aan de beurt.",
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
