/** Ur in het Nederlands. Behalve de woorden van de tafel staat hier ook wat er gebeurt: `event:` en `word:`. */

import type { Message } from "../../../games/kit";
import type { en } from "../../../games/ur/en";
import about from "../about/ur";

type Events = { [key: `event:${string}` | `word:${string}`]: string };

const ACTIONS = { agriculture: "landbouw", trade: "handel", culture: "cultuur", politics: "politiek", war: "oorlog" };

/** De woorden waarmee gebeurtenissen tegels noemen: "agriculture/war", "agriculture/war (war up)". */
function tiles(): Events {
  const words: Events = {};
  const named = Object.entries(ACTIONS);
  for (const [first, eerste] of named) {
    words[`word:${first}`] = eerste;
    for (const [second, tweede] of named.slice(named.findIndex(([name]) => name === first) + 1)) {
      words[`word:${first}/${second}`] = `${eerste}/${tweede}`;
      words[`word:${first}/${second} (${first} up)`] = `${eerste}/${tweede} (${eerste} boven)`;
      words[`word:${first}/${second} (${second} up)`] = `${eerste}/${tweede} (${tweede} boven)`;
    }
  }
  return words;
}

const events: Events = {
  ...tiles(),
  "word:north": "noorden",
  "word:east": "oosten",
  "word:south": "zuiden",
  "word:west": "westen",
  "word:spare 1": "plek 1 naast het vierkant",
  "word:spare 2": "plek 2 naast het vierkant",
  "word:a player cannot swap": "een speler kan niet ruilen",
  "word:the turn limit is reached": "het hoogste aantal beurten is bereikt",
  "event:attacked": "{seat} valt {target} aan vanaf {place}",
  "event:bonus": "{seat} legt {stones:# bonussteen|# bonusstenen} op {place}",
  "event:built": "{seat} bouwt een ziggurat op {place}",
  "event:crossed": "{seat} verplaatst {stones:# steen|# stenen} van {place} naar {target}",
  "event:put": "{seat} legt {stones:# steen|# stenen} op {place}",
  "event:gained": "{seat} krijgt {stones:# steen|# stenen} op {place}",
  "event:game ended": "het spel is afgelopen: {reason}",
  "event:kept": "{seat} houdt de handtegel",
  "event:lost": "{seat} verliest {stones:# steen|# stenen} op {place}",
  "event:moved": "{seat} verschuift een steen van {place} naar {target}",
  "event:settled": "{seat} keert terug op {place} met {stones:# steen|# stenen}",
  "event:swapped": "{seat} neemt {taken} van {place} en laat {given} achter",
  "event:used": "{seat} gebruikt {action}",
};

const words: Record<keyof typeof en, Message> = {
  ...about,
  "word:all ziggurats stand and the round is complete": "alle ziggurats staan er en de ronde is af",

  agriculture: "Landbouw",
  trade: "Handel",
  culture: "Cultuur",
  politics: "Politiek",
  war: "Oorlog",
  both: "{first} en {second}",
  board: "Het vierkant van Ur",
  hand: "Je handtegel, beide kanten",
  "hand tile": "Handtegel",
  used: "gebruikt",
  supply: { one: "{n} steen in voorraad", other: "{n} stenen in voorraad" },
  ziggurats: { one: "{n} ziggurat", other: "{n} ziggurats" },
  sets: "Sets: {sets}",
  "sets/ziggurats": { one: "Sets: {sets}, met een ziggurat", other: "Sets: {sets}, met {n} ziggurats" },
  "ziggurats left": { one: "Ziggurat over", other: "Ziggurats over" },
  "your fields": "Jouw velden",
  "other fields": "Velden van {name}",
  north: "noordelijke",
  east: "oostelijke",
  south: "zuidelijke",
  west: "westelijke",

  all: "Alle {n} stenen leggen",
  "ask:first_stone": "Leg je eerste steen op een vrij veld.",
  "ask:more_stones": "Leg een steen op een eigen veld of een vrij veld ernaast.",
  "ask:first_swap": "Ruil je handtegel: kies een kant, dan een vrije tegel. Of houd hem.",
  "ask:act": "Gebruik een actie van je handtegel.",
  "ask:act/ziggurat": "Gebruik een actie, of bouw een ziggurat.",
  "ask:act/bonus": "Gebruik je andere actie, of neem je bonussteen.",
  "ask:act/bonus both": "Bonus: 2 stenen op je veld of 1 op een vrij veld.",
  "ask:act/bonus none": "Gebruik een actie, of neem in plaats daarvan de bonus.",
  "ask:act/more": "Gebruik je andere actie, of stop hier.",
  "ask:act/second": "Bouw een tweede ziggurat, of stop hier.",
  "ask:act/return": "Geen stenen op het bord. Terug met drie?",
  "ask:agriculture": "Landbouw: hoogstens twee stenen op elk eigen landbouwveld.",
  "ask:trade": "Handel: één steen voor elke zijde aan een andere speler of de rand.",
  "ask:culture": "Cultuur: kies waar de laatste stenen van de eigenaar komen.",
  "ask:politics": "Politiek: kies het veld waarvan je een steen verschuift.",
  "ask:move": "Politiek: kies waar de steen van {source} heen gaat.",
  "ask:war": "Oorlog: kies een eigen veld, dan het veld dat je aanvalt.",
  "ask:war/aim": "Oorlog: kies het veld dat je vanaf {source} aanvalt.",
  "ask:cross": "Je hebt {target} veroverd. Hoeveel stenen gaan erheen?",
  "ask:swap": "Ruil: kies welke kant boven komt, dan een vrije tegel.",
  "wait:first_stone": "{name} legt de eerste steen.",
  "wait:more_stones": "{name} legt nog een steen.",
  "wait:first_swap": "{name} ruilt de handtegel, of houdt hem.",
  "wait:act": "{name} is aan de beurt, met {hand} in de hand.",
  "wait:agriculture": "{name} legt stenen op landbouwvelden.",
  "wait:trade": "{name} legt stenen op handelsvelden.",
  "wait:culture": "{name} kiest waar de laatste stenen van een eigenaar komen.",
  "wait:politics": "{name} verschuift stenen met politiek.",
  "wait:move": "{name} verschuift een steen van {source}.",
  "wait:war": "{name} voert oorlog.",
  "wait:cross": "{name} heeft {target} veroverd vanaf {source}.",
  "wait:swap": "{name} ruilt de handtegel.",
  "game over": "Het spel is afgelopen.",

  field: "{place}, {shows}, andere kant {back}, {holder}",
  free: "vrij",
  "holds yours": { one: "{n} steen van jou", other: "{n} stenen van jou" },
  "holds other": { one: "{n} steen van {name}", other: "{n} stenen van {name}" },
  "tower yours": "jouw ziggurat",
  "tower other": "ziggurat van {name}",
  allowed: { one: "kan nog {n} steen krijgen", other: "kan nog {n} stenen krijgen" },
  "place:stones": "Verschuif een steen van {field}",
  "place:onto": "Verschuif hem naar {field}",
  "place:attacker": "Val aan vanaf {field}",
  "place:attacked": "Val {field} aan",
  "place:edge": "De {side} rand van het vierkant",
  "place:spare": "Tegel {at} naast het vierkant: {tile}",
  "place:side": "Leg je tegel neer met {action} boven",
  "place:action": "Gebruik {action}",
  "place:cross": { one: "{n} steen gaat mee", other: "{n} stenen gaan mee" },
  "place:done": "Klaar",
  "place:keep": "Houd de tegel",
  "place:bonus": { one: "Leg de bonussteen", other: "Leg de bonusstenen" },
  "place:ziggurat": "Bouw een ziggurat",
  "place:return": "Keer terug met drie stenen",
  "place:hand": "Handtegel van {name}: {tile}",
  "short:edge": "{side} rand",
  "short:side": "{action} boven",
  "short:bonus": { one: "bonussteen", other: "bonusstenen" },
  "short:ziggurat": "ziggurat",
  "short:return": "terugkeren",

  row: "Rij {row}",
  "no fields": "Geen.",
  beside: "Naast het vierkant",
  "is left": { one: "Er is nog {n} ziggurat.", other: "Er zijn nog {n} ziggurats." },
  "turn used": "Deze beurt gebruikt: {actions}.",
  "in hand": "Handtegel: {tile}.",
  "of action": "{action}: {fields}.",
  "has points": { one: "{n} punt als het nu afgelopen was.", other: "{n} punten als het nu afgelopen was." },

  "source:agriculture": "Landbouwtegels",
  "source:trade": "Handelstegels",
  "source:culture": "Cultuurtegels",
  "source:politics": "Politiektegels",
  "source:war": "Oorlogstegels",
  "source:ziggurats": "Ziggurats",
  "source:hand": "Handtegel",
  "source:sets": "Verschillende soorten in één set",

  "waits:more": "Volgende tip bij je volgende steen.",
  "waits:swap": "Volgende tip als alle stenen liggen.",
  "waits:end": "Volgende tip bij de ruil aan het eind van je beurt.",
  "waits:bonus": "Volgende tip na een actie van jou.",
  "waits:ziggurat": "Volgende tip als er vijf stenen op een veld liggen.",
  "waits:over": "Volgende tip als het einde nadert.",
  "deed:built": "ziggurat op {place}",
  "deed:attacked": "valt {place} aan",
  "deed:stones": { one: "{n} steen", other: "{n} stenen" },
  "deed:swapped": "nieuwe tegel op {place}",

  "welcome:1": "Leg stenen op tegels. Een tegel is grond, actie en punten tegelijk.",
  "welcome:2": "Je handtegel heeft twee acties per beurt. Daarna ruil je hem.",
  "welcome:3": "Verzamel verschillende tekens: een set van 1 tot 6 telt 1, 3, 6, 10, 15 of 21.",

  scoring:
    "Een set van 1, 2, 3, 4, 5 of 6 verschillende tekens telt 1, 3, 6, 10, 15 of 21. Hier sets van {sets}: {sum} = {score}.",

  "coach:first":
    "De beste sets van verschillende tekens winnen, en ziggurats helpen. Leg je eerste steen op een vrij veld. Het grote " +
    "teken van een tegel is wat het veld nu doet; de omgeslagen hoek toont de andere kant.",
  "coach:more":
    "Leg nog twee stenen, op een eigen veld of op een vrij veld ernaast. Velden met verschillende tekens zijn aan het einde meer waard, dus spreid je.",
  "coach:swap":
    "Past een vrije tegel je beter dan je handtegel, kies dan de kant van de jouwe die boven komt, en daarna die " +
    "tegel. Of houd hem. De twee acties zijn wat je in je beurt kunt doen.",
  "coach:act":
    "Kies een teken van je handtegel om die actie te gebruiken: landbouw, handel en cultuur geven stenen, politiek verschuift ze, oorlog verovert velden. Allebei mag ook.",
  "coach:end":
    "Elke beurt eindigt met een ruil: kies welke kant van je tegel boven komt, dan een vrije tegel. Zo bepaal je je volgende twee acties, en verander je het land. Kan iemand niet ruilen, dan is het spel meteen afgelopen.",
  "coach:points":
    "De punten tonen wat elke speler nu zou krijgen. Verschillende tekens vormen een set: 1, 2, 3, 4, 5 of 6 leveren 1, 3, 6, 10, 15 of 21 punten op. Variatie wint.",
  "coach:bonus":
    "Voor de ruil kun je bonusstenen krijgen, afhankelijk van de acties die je gebruikte: er verschijnt een knop. Daarna kun je geen actie meer gebruiken.",
  "coach:ziggurat":
    "In plaats van acties te gebruiken, kun je van vijf stenen op een veld een ziggurat maken. Die houdt zijn tegel voorgoed en is een extra element van een set. Het spel eindigt na de ronde waarin de vijfde gebouwd is.",
  "coach:over":
    "Elke tegel en ziggurat levert een punt op, en elk paar verschillende soorten in één set nog een. Daarom lonen grote sets.",
};

export default { ...events, ...words };
