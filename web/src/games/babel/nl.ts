/** Babel in het Nederlands, met de woorden van rules.nl.md. */

import type { Message } from "../../lib/language.svelte";
import type { en } from "./en";

type Told = Record<`event:${string}` | `word:${string}`, string>;

const told: Told = {
  "event:drew": "{seat} trekt {nation}",
  "event:drew/2": "{seat} trekt een kaart",
  "event:reshuffled": "{count:de afgelegde kaart wordt|de # afgelegde kaarten worden} de nieuwe trekstapel",
  "event:moved": "{seat} gaat met de pion naar de {site}",
  "event:deployed": "{seat} zet {nation} in bij de {site}",
  "event:built": "{seat} bouwt niveau {level} op de {site}, met {source}",
  "event:migrated": "{seat} verhuist {cards} van de {site} naar de {target}",
  "event:used": "{seat} legt {nation} af bij de {site}",
  "event:destroyed": "{seat} verliest de tempel van niveau {level} op de {site}",
  "event:stole": "{seat} steelt niveau {level} op de {site}",
  "event:deserted": "{seat} verliest {count:# kaart|# kaarten} van de {nation} bij de {site}",
  "event:skipped": "{seat} slaat een niveau over en bouwt niveau {level} op de {site}, met {source}",
  "event:changed camps": "{count:# kaart|# kaarten} van de {nation} bij de {site} {count:loopt|lopen} over naar {seat}",
  "event:halved": "{seat} moet {count:# kaart|# kaarten} uit de hand afleggen",
  "event:discarded": "{seat} legt {nation} af",
  "event:stacked": "{seat} legt een kaart van niveau {level} op de eigen stapel",
  "event:end phase": "de slotfase begint",
  "event:game ended": "het spel is afgelopen: {reason}",
  "word:Assyrians": "Assyriërs",
  "word:Hittites": "Hittieten",
  "word:Medes": "Meden",
  "word:Persians": "Perzen",
  "word:Sumerians": "Sumeriërs",
  "word:Assyrians' site": "bouwplaats van de Assyriërs",
  "word:Hittites' site": "bouwplaats van de Hittieten",
  "word:Medes' site": "bouwplaats van de Meden",
  "word:Persians' site": "bouwplaats van de Perzen",
  "word:Sumerians' site": "bouwplaats van de Sumeriërs",
  "word:second": "tweede",
  "word:third": "derde",
  "word:fourth": "vierde",
  "word:the own stack": "de eigen stapel",
  "word:the other stack": "de stapel van de ander",
  "word:the first card": "de eerste kaart",
  "word:15 or more against 9 or less": "15 of meer tegen 9 of minder",
  "word:20 or more in the end phase": "20 of meer in de slotfase",
  "word:9 or less in the end phase": "9 of minder in de slotfase",
  "word:the temple deck is empty": "de tempelvoorraad is leeg",
  "word:200 turns have been played": "er zijn 200 beurten gespeeld",
};

const words: Record<keyof typeof en, Message> = {
  board: "De tafel: vijf bouwplaatsen tussen twee spelers",
  hand: "Je hand",
  you: "Jij",

  "nation:A": "Assyriërs",
  "nation:H": "Hittieten",
  "nation:M": "Meden",
  "nation:P": "Perzen",
  "nation:S": "Sumeriërs",
  "site:A": "bouwplaats van de Assyriërs",
  "site:H": "bouwplaats van de Hittieten",
  "site:M": "bouwplaats van de Meden",
  "site:P": "bouwplaats van de Perzen",
  "site:S": "bouwplaats van de Sumeriërs",
  "gift:A": "verwoest een tempel",
  "gift:H": "steel een tempelkaart",
  "gift:M": "desertie",
  "gift:P": "sla een niveau over",
  "gift:S": "overlopen",

  "title:stack": "Jouw stapel",
  "title:stack/other": "Stapel van de ander",
  "title:stack/seat": "Stapel",
  "title:deck": "Tempelvoorraad",
  "title:known": "Bekend bovenop",
  "title:draw": "Trekstapel",
  "title:draw/short": "Trekken",
  "title:discard": "Afgelegd",
  "title:end phase": "Slotfase",
  held: { one: "{n} kaart in de hand", other: "{n} kaarten in de hand" },
  "held/short": { one: "{n} kaart", other: "{n} kaarten" },
  stacked: { one: "stapel van {n}, niveau {level} bovenop", other: "stapel van {n}, niveau {level} bovenop" },
  "stacked/none": "geen stapel",
  "pawn at": "pion op de {site}",
  "pawn at quarry": "pion in de steengroeve",
  "surely holds": "heeft zeker",

  "ask:first": "Bouw nu je eigen kaart van niveau 1: klik erop, naast je stapel.",
  "ask:first/pawn": "Je eerste beurt: zet je pion op een bouwplaats. Klik op de pion en dan op een bouwplaats.",
  "ask:first/deploy": "Zet nu een kaart uit je hand in bij de bouwplaats van je pion.",
  "ask:act": "Jouw beurt: doe zoveel je wilt en beëindig dan je beurt.",
  "ask:discard": { one: "Leg nog {n} kaart uit je hand af.", other: "Leg nog {n} kaarten uit je hand af." },
  "wait:first": "{name} speelt de eerste beurt.",
  "wait:act": "{name} is aan de beurt.",
  "wait:discard": {
    one: "{name} moet nog {n} kaart afleggen.",
    other: "{name} moet nog {n} kaarten afleggen.",
  },
  "ask:over": "Het spel is afgelopen.",

  "label:pawn": "jouw pion, op de {site}",
  "label:pawn/quarry": "jouw pion, in de steengroeve",
  "label:pawn/seat": "pion van {name}",
  "label:site": "{site}: jouw tempel {own}, die van de ander {their}",
  "label:site/watch": "{site}: tempels {own} en {their}",
  "label:hand": {
    one: "{nation}, {gift}: zet die in; {n} in de hand",
    other: "{nation}, {gift}: zet er een in; {n} in de hand",
  },
  "label:hand/none": "{nation}, {gift}: geen in de hand",
  "label:discard": {
    one: "{nation}, {gift}: leg die af; {n} in de hand",
    other: "{nation}, {gift}: leg er een af; {n} in de hand",
  },
  "label:first": "je eerste kaart, niveau 1: bouw hem",
  "label:own stack": "jouw stapel, niveau {level} bovenop: bouw die kaart",
  "label:own stack/none": "jouw stapel, leeg",
  "label:their stack": "stapel van {name}, niveau {level} bovenop: bouw die kaart",
  "label:their stack/none": "stapel van {name}, leeg",
  "label:stack/seat": "stapel van {name}",
  "label:row": "jouw rij bij de {site}: {cards}",
  "label:row/none": "jouw rij bij de {site}, leeg",
  "label:row/seat": "rij van {name} bij de {site}",
  "label:temple": "tempel van {name} op de {site}, waarde {value}",
  "label:run": "reeks {nation}: leg er een af voor een gave",
  "label:run/later": "reeks {number} van de {nation}: leg er een af voor een gave",
  "label:use": "Gebruik de gave van het volk",
  "label:half": "Halveer de andere hand",
  "label:name": { one: "Noem de {nation} ({n} kaart)", other: "Noem de {nation} ({n} kaarten)" },
  "label:end": "Beurt beëindigen",
  "label:quarry": "de steengroeve",
  "label:temple deck": { one: "tempelvoorraad, {n} kaart", other: "tempelvoorraad, {n} kaarten" },
  "label:draw pile": { one: "trekstapel, {n} kaart", other: "trekstapel, {n} kaarten" },
  "label:discard pile": { one: "aflegstapel, {n} kaart", other: "aflegstapel, {n} kaarten" },
  "short:pawn": "jouw pion",
  "short:first": "je eerste kaart",
  "short:own stack": "jouw stapel",
  "short:their stack": "stapel van de ander",
  "short:row": "rij bij de {nation}",
  "short:run": "reeks {nation}",
  "short:use": "gave",
  "short:half": "hand halveren",

  "describe:temple": "{who}: tempel met waarde {value}, niveaus {levels}.",
  "describe:temple/none": "{who}: geen tempel.",
  "describe:row": "{who}: rij, de oudste kaart eerst: {cards}.",
  "describe:row/none": "{who}: geen volkskaarten.",
  "describe:runs": "{who}: reeksen van {runs}.",
  "describe:run": "{n} {nation}",
  "describe:pawn": "{who}: de pion staat hier.",
  "describe:players": "Spelers",
  "describe:total": "{who}: totaal {score}.",
  "describe:hand": { one: "{who}: {n} kaart in de hand.", other: "{who}: {n} kaarten in de hand." },
  "describe:own hand": "Je hand: {cards}.",
  "describe:quarry": "{who}: de pion staat in de steengroeve.",
  "describe:first": "{who}: de eigen kaart van niveau 1 is nog niet gebouwd.",
  "describe:stack": "{who}: stapel, de bovenste kaart eerst: {levels}.",
  "describe:stack/none": "{who}: geen tempelkaarten op de stapel.",
  "describe:remembered": "{who}: heeft zeker {cards}.",
  "describe:piles": "Stapels",
  "describe:deck": { one: "Tempelvoorraad: {n} kaart.", other: "Tempelvoorraad: {n} kaarten." },
  "describe:known": "Bekend boven op de tempelvoorraad, de volgende eerst: {levels}.",
  "describe:draw": { one: "Trekstapel: {n} kaart.", other: "Trekstapel: {n} kaarten." },
  "describe:discard": "Afgelegd: {cards}.",
  "describe:discard/none": "Er is niets afgelegd.",
  "describe:end phase": "De slotfase is begonnen.",
  "describe:migrated": "De verhuizing van deze beurt is gebruikt.",

  "source:A": "Tempels bij de Assyriërs",
  "source:H": "Tempels bij de Hittieten",
  "source:M": "Tempels bij de Meden",
  "source:P": "Tempels bij de Perzen",
  "source:S": "Tempels bij de Sumeriërs",

  "told:the own stack": "een kaart van de eigen stapel",
  "told:the other stack": "een kaart van de stapel van de ander",
  "told:the first card": "de eerste kaart",
  "told:1 Assyrians": "1 Assyriër",
  "told:1 Hittites": "1 Hittiet",
  "told:1 Medes": "1 Meder",
  "told:1 Persians": "1 Pers",
  "told:1 Sumerians": "1 Sumeriër",

  "coach:pawn":
    "Welkom! Kies je pion, dan een bouwplaats: je legt een kaart van dat volk af en gaat erheen. Neem er een die " +
    "je kunt missen.",
  "coach:deploy":
    "Zet nu een kaart in: kies er een uit je hand. Elk volk mag overal, en voor niveau 1 moet er één kaart van jou liggen.",
  "coach:first":
    "Bouw nu: kies je eigen kaart van niveau 1, naast je stapel. Zonder die kaart kan je eerste beurt niet " +
    "eindigen.",
  "coach:end":
    "Je tempel staat, en telt voor zijn bovenste kaart. Zet nog meer in als je wilt, gelijke kaarten naast elkaar, en " +
    "beëindig dan de beurt: twee tempelkaarten komen op je stapel.",
  "coach:stacks":
    "Je mag de bovenste kaart van beide stapels bouwen, ook die van de ander: precies één niveau hoger dan je " +
    "tempel bij je pion, en met daar zoveel kaarten van jou als het getal op de kaart.",
  "coach:migrate":
    "Drie kaarten in een rij: één keer per beurt mogen de laatste drie verhuizen. Kies hun rij, dan de rij waar " +
    "ze heen gaan.",
  "coach:runs":
    "Drie gelijke kaarten naast elkaar bij je pion zijn een reeks, door een lijn verbonden. Kies die om één " +
    "kaart af te leggen voor de gave van het volk, of om de andere hand te halveren.",
  "coach:ending":
    "Let op de totalen: 15 of meer tegen 9 of minder is het einde. Tegen 10 of meer begint de slotfase; daarna " +
    "eindigt het spel bij 20 of meer, of bij 9 of minder.",
  "coach:half":
    "Je hand wordt gehalveerd, en jij kiest wat weggaat. Houd wat reeksen maakt, en een kaart voor de bouwplaats " +
    "die je wilt.",
};

export const nl = { ...told, ...words };
