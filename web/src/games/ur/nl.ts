/** Ur in het Nederlands. Behalve de woorden van de tafel staat hier ook wat er gebeurt: `event:` en `word:`. */

import type { Message } from "../../lib/language.svelte";
import type { en } from "./en";

type Told = { [key: `event:${string}` | `word:${string}`]: string };

const ACTIONS = { agriculture: "landbouw", trade: "handel", culture: "cultuur", politics: "politiek", war: "oorlog" };

/** De woorden waarmee gebeurtenissen tegels noemen: "agriculture/war", "agriculture/war (war up)". */
function tiles(): Told {
  const words: Told = {};
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

const told: Told = {
  ...tiles(),
  "word:spare 1": "plek 1 naast het vierkant",
  "word:spare 2": "plek 2 naast het vierkant",
  "word:a player cannot swap": "een speler kan niet ruilen",
  "word:all ziggurats stand and the round is complete": "alle zikkurats staan er en de ronde is uit",
  "word:the turn limit is reached": "het hoogste aantal beurten is bereikt",
  "event:attacked": "{seat} valt {target} aan vanaf {place}",
  "event:bonus": "{seat} legt bonusstenen op {place}: {stones}",
  "event:built": "{seat} bouwt een zikkurat op {place}",
  "event:crossed": "{seat} verplaatst stenen van {place} naar {target}: {stones}",
  "event:gained": "{seat} krijgt stenen op {place}: {stones}",
  "event:game ended": "het spel is afgelopen: {reason}",
  "event:kept": "{seat} houdt de handtegel",
  "event:lost": "{seat} verliest stenen op {place}: {stones}",
  "event:moved": "{seat} verschuift een steen van {place} naar {target}",
  "event:settled": "{seat} keert terug op {place}, stenen: {stones}",
  "event:swapped": "{seat} neemt {taken} van {place} en laat {given} achter",
  "event:used": "{seat} gebruikt {action}",
};

const words: Record<keyof typeof en, Message> = {
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
  ziggurats: { one: "{n} zikkurat", other: "{n} zikkurats" },
  "ziggurats left": { one: "Zikkurat over", other: "Zikkurats over" },
  "your fields": "Jouw velden",
  "seat fields": "Velden van plaats {seat}",
  north: "noordelijke",
  east: "oostelijke",
  south: "zuidelijke",
  west: "westelijke",

  "ask:first_stone": "Leg je eerste steen op een vrij veld naar keuze.",
  "ask:more_stones": "Leg een steen op een eigen veld of op een vrij veld ernaast.",
  "ask:first_swap": "Ruil je handtegel met een vrije tegel: eerst de kant die boven komt, dan de tegel. Of houd hem.",
  "ask:act": "Kies een actie van je handtegel, of zeg dat je klaar bent.",
  "ask:act/ziggurat": "Kies een actie van je handtegel, bouw een zikkurat, of zeg dat je klaar bent.",
  "ask:act/bonus": "Gebruik je andere actie, leg je bonussteen op een eigen veld, of zeg dat je klaar bent.",
  "ask:act/bonus none":
    "Kies een actie van je handtegel, of gebruik er geen en neem de bonus: twee stenen op een eigen veld of één op een vrij veld.",
  "ask:act/bonus both": "Leg je bonus, twee stenen op een eigen veld of één op een vrij veld, of zeg dat je klaar bent.",
  "ask:act/more": "Gebruik je andere actie, of zeg dat je klaar bent.",
  "ask:act/second": "Bouw een tweede zikkurat, of zeg dat je klaar bent.",
  "ask:act/return": "Je hebt geen steen op het bord: keer met drie stenen terug, kies een actie, of zeg dat je klaar bent.",
  "ask:agriculture": "Landbouw: leg stenen op je landbouwvelden, hoogstens twee op elk.",
  "ask:trade": "Handel: leg stenen op je handelsvelden, één voor elke zijde aan een andere speler of aan de rand.",
  "ask:culture": "Cultuur: kies waar de laatste stenen van de eigenaar komen.",
  "ask:politics": "Politiek: kies een eigen veld om een steen van te verschuiven, of zeg dat je klaar bent.",
  "ask:move": "Politiek: kies het veld waar de steen van {source} heen gaat.",
  "ask:war": "Oorlog: kies een eigen veld en dan het veld dat het aanvalt. Of zeg dat je klaar bent.",
  "ask:cross": "Je hebt {target} veroverd: hoeveel stenen gaan er mee vanaf {source}?",
  "ask:swap": "Ruil je handtegel: kies de kant die boven komt, dan een vrije tegel.",
  "wait:first_stone": "De eerste steen wordt gelegd.",
  "wait:more_stones": "Er wordt nog een steen gelegd.",
  "wait:first_swap": "De handtegel wordt geruild of gehouden.",
  "wait:act": "Er wordt een keuze gemaakt, met {hand} in de hand.",
  "wait:agriculture": "Landbouw: er worden stenen gelegd.",
  "wait:trade": "Handel: er worden stenen gelegd.",
  "wait:culture": "Cultuur: er wordt gekozen waar de laatste stenen komen.",
  "wait:politics": "Politiek: er worden stenen verschoven.",
  "wait:move": "Politiek: er wordt een steen van {source} verschoven.",
  "wait:war": "Oorlog: er wordt een aanval gekozen.",
  "wait:cross": "Oorlog: {target} is veroverd, er gaan stenen mee vanaf {source}.",
  "wait:swap": "De handtegel wordt geruild.",
  "game over": "Het spel is afgelopen.",

  field: "{place}, {shows}, andere kant {back}, {holder}",
  free: "vrij",
  "holds yours": { one: "{n} steen van jou", other: "{n} stenen van jou" },
  "holds other": { one: "{n} steen van plaats {seat}", other: "{n} stenen van plaats {seat}" },
  "tower yours": "jouw zikkurat",
  "tower other": "zikkurat van plaats {seat}",
  allowed: { one: "mag nog {n} steen krijgen", other: "mag nog {n} stenen krijgen" },
  "place:stones": "Verschuif een steen van {field}",
  "place:onto": "Verschuif hem naar {field}",
  "place:edge": "De {side} rand van het vierkant",
  "place:spare": "Tegel {at} naast het vierkant: {tile}",
  "place:side": "Leg je tegel neer met {action} boven",
  "place:action": "Gebruik {action}",
  "place:cross": { one: "{n} steen gaat mee", other: "{n} stenen gaan mee" },
  "place:done": "Klaar",
  "place:keep": "Houd de tegel",
  "place:bonus": { one: "Leg de bonussteen", other: "Leg de bonusstenen" },
  "place:ziggurat": "Bouw een zikkurat",
  "place:return": "Keer terug met drie stenen",
  "place:hand": "Handtegel van plaats {seat}: {tile}",

  row: "Rij {row}",
  "no fields": "Geen.",
  beside: "Naast het vierkant",
  "is left": { one: "Er is nog {n} zikkurat.", other: "Er zijn nog {n} zikkurats." },
  "turn used": "Deze beurt gebruikt: {actions}.",
  "in hand": "Handtegel: {tile}.",
  "of action": "{action}: {fields}.",
  "has points": { one: "{n} punt als het nu afgelopen was.", other: "{n} punten als het nu afgelopen was." },

  "source:agriculture": "Landbouwtegels",
  "source:trade": "Handelstegels",
  "source:culture": "Cultuurtegels",
  "source:politics": "Politiektegels",
  "source:war": "Oorlogstegels",
  "source:ziggurats": "Zikkurats",
  "source:hand": "Handtegel",
  "source:sets": "Verschillende soorten in één set",

  "coach:first":
    "Dit vierkant is het land. Het grote teken van een tegel is wat het veld nu doet; de omgeslagen hoek laat de andere kant zien. Leg je eerste steen op een vrij veld naar keuze. In een hoek is het rustig, in het midden heb je meer buren.",
  "coach:more":
    "Er volgen nog twee stenen, elk op een eigen veld of er vlak naast. Velden naast elkaar vormen een gebied, en velden met verschillende tekens zijn aan het einde meer waard.",
  "coach:swap":
    "Je handtegel is wat je gaat doen: in je beurt mag je allebei de acties gebruiken. Past een andere vrije tegel je beter, klik dan op de kant van de jouwe die boven moet komen en daarna op die tegel. Of houd hem.",
  "coach:act":
    "Jouw beurt. Klik op een van de twee tekens van je handtegel om die actie te gebruiken: landbouw, handel en cultuur brengen stenen, politiek verschuift ze, oorlog verovert velden. Je mag ze allebei gebruiken, in een volgorde naar keuze.",
  "coach:bonus":
    "Er is een actie gebruikt. Vóór de ruil kan daar een bonus voor zijn: de knop verschijnt als je er een hebt. Neem hem, gebruik je andere actie, of zeg Klaar.",
  "coach:end":
    "Elke beurt eindigt met een ruil: klik op de kant van je handtegel die boven moet komen, en dan op een vrije tegel met andere acties. Zo kies je je volgende twee acties en verander je het land; handtegels liggen open, dus je ziet wat de anderen kunnen.",
  "coach:points":
    "De punten naast de namen zijn wat ieder nu zou krijgen. Je tegels vormen sets van verschillende tekens: 1, 2, 3, 4, 5 of 6 ervan leveren 1, 3, 6, 10, 15 of 21 punten op. Verscheidenheid wint, niet omvang.",
  "coach:ziggurat":
    "Vijf stenen op één veld kunnen een zikkurat worden, in plaats van acties te gebruiken. Die houdt zijn tegel voor altijd en is een extra element van een set. Staat de vijfde er, dan wordt de ronde afgemaakt en is het spel uit.",
  "coach:over":
    "Het spel is afgelopen. Elke tegel en elke zikkurat is zelf een punt waard, en elk paar verschillende soorten in één set nog een: daar komen de grote sets vandaan.",
};

export const nl = { ...told, ...words };
