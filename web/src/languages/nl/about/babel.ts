/** Wat er over de dingen van Babel te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/babel/about.en";

export default {
  "about:A": "Assyriërs verwoesten de hele tempel van de ander bij de pion; de kaarten gaan op de tempelvoorraad.",
  "about:H":
    "Hittieten stelen de bovenste kaart van de tempel van de ander bij de pion, als die hoger is dan de jouwe daar.",
  "about:M": "Meden verdrijven alle kaarten van de ander van een volk dat je noemt, bij de pion.",
  "about:P": "Perzen bouwen een kaart die twee hoger is dan je tempel bij de pion, van een van beide stapels.",
  "about:S": "Sumeriërs winnen de kaarten van de ander van het volk dat daar bij de pion achteraan ligt.",
  "about:nation":
    "Zet hem in bij je pion, of leg hem af om de pion te verplaatsen ({site}). Met drie naast elkaar kun je het volk gebruiken:",
  "about:why:quarry": "{who}: de pion staat nog in de steengroeve",
  "about:why:effect": "{who}: het zou nu geen gevolg hebben",
  "about:why:run": "{who}: met drie naast elkaar bij de pion: {does}",
  "about:why:": "{who}: kan nu {does}",
  "about:does:A": "een tempel van {loss} verwoesten",
  "about:does:H": "niveau {level} stelen (jij {points}, de ander {loss})",
  "about:does:M": "verdrijven: {cards}",
  "about:does:P": "niveau {level} bouwen ({points}), van {sources}",
  "about:does:S": "winnen: {cards}",
  "about:source:own": "de eigen stapel",
  "about:source:their": "de andere stapel",
  "about:source:first": "de eigen eerste kaart",
  "about:half": {
    one: "Of halveer de hand van de ander: {n} kaart zou weggaan.",
    other: "Of halveer de hand van de ander: {n} kaarten zouden weggaan.",
  },
  "about:run": "Leg één kaart van de reeks af om het volk te gebruiken, of om de hand van de ander te halveren.",
  "about:site":
    "Wiens pion hier staat, bouwt hier: precies het volgende niveau, met zoveel kaarten in de rij als zijn getal.",
  "about:build": "{who}: tempel {value}; niveau {level} kan nu gebouwd worden",
  "about:build:cards": {
    one: "{who}: tempel {value}; voor niveau {level} moet er nog {n} kaart in de rij",
    other: "{who}: tempel {value}; voor niveau {level} moeten er nog {n} kaarten in de rij",
  },
  "about:build:pawn": "{who}: tempel {value}; niveau {level} ligt boven op {sources}, de pion staat elders",
  "about:build:none": "{who}: tempel {value}; niveau {level} ligt op geen stapel bovenop",
  "about:build:done": "{who}: tempel {value}, compleet",
  "about:temple": "Een tempel telt voor het getal bovenop.",
  "about:stack":
    "Beide spelers mogen de bovenste kaart bouwen. Aan het eind van de beurt van de eigenaar komen er twee bij, de laagste bovenop.",
  "about:row":
    "Kaarten houden hun volgorde. Er moeten er zoveel liggen als het getal van een niveau; drie gelijke naast elkaar zijn een reeks; één keer per beurt mogen de laatste drie verhuizen.",
  "about:pawn":
    "Hij gaat naar een bouwplaats voor een kaart van dat volk uit de hand, en bouwt en zet in waar hij staat.",
  "about:first": "Je eigen niveau 1: je eerste beurt kun je niet beëindigen voordat je het gebouwd hebt.",
  "about:quarry": "Hier beginnen de pionnen; geen enkele komt terug.",
  "about:temple deck": {
    one: "Is hij aan het eind van een beurt leeg, dan eindigt het spel: over {n} beurt, als er niets terugkomt.",
    other: "Is hij aan het eind van een beurt leeg, dan eindigt het spel: over {n} beurten, als er niets terugkomt.",
  },
  "about:temple deck:plain": "Is hij aan het eind van een beurt leeg, dan eindigt het spel.",
  "about:draw": "Aan het begin van elke beurt worden er drie kaarten van getrokken.",
  "about:unseen": "Nog niet gezien: {cards}.",
  "about:discard": "Is de trekstapel leeg, dan worden deze geschud en vormen ze de nieuwe.",
  "about:total": "De som van de getallen boven op de tempels.",
  "about:race":
    "Met 15 tegen 9 of minder win je meteen. Met 15 tegen meer begint de slotfase: die eindigt bij 20, of bij 9 of minder.",
  "about:race:end": "De slotfase: het spel eindigt als iemand 20 of meer heeft, of 9 of minder.",
  "about:race:seat": "{who}: {total}; nog {ahead} tot 15, {above}",
  "about:race:last": "{who}: {total}; nog {far} tot 20, {above}",
  "about:race:above": "{n} boven 9",
  "about:race:below": "niet boven 9",
  "about:hand": "Kaarten in een hand zijn geheim, op wat af te leiden is na.",
  "about:end": "Er gaan twee tempelkaarten op je stapel, en de ander is aan de beurt.",
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
