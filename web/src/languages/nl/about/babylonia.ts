/** Wat er over de dingen van Babylonia te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/babylonia/about.en";

export default {
  "about:free": "Vrij land: hier kan elk fiche komen.",
  "about:free:river":
    "Vrije rivier: een fiche ligt hier gedekt. Het verbindt en telt mee naast steden en ziggurats, maar niet als edele.",
  "about:beside": "Ernaast: {sites}.",
  "about:beside:city": "de stad op {place}",
  "about:beside:field": "de akker op {place}",
  "about:beside:ziggurat": "de ziggurat op {place}",
  "about:ziggurat points": {
    one: "Een fiche van jou hier levert {n} punt op voor de ziggurats die je raakt.",
    other: "Een fiche van jou hier levert {n} punten op voor de ziggurats die je raakt.",
  },
  "about:token:f": "Een boer. Boeren kunnen op akkers; je mag er drie of meer in één beurt op land plaatsen.",
  "about:token:noble": "Een edele: 2 punten bij elke verbonden stad met zijn symbool.",
  "about:token:hidden": "Gedekt: het verbindt en telt mee naast steden en ziggurats, maar niet als edele.",
  "about:city": "Wordt gescoord als al het land ernaast bezet is.",
  "about:city:now": "Als er nu gescoord wordt:",
  "about:left": { one: "Er is nog {n} landvak ernaast vrij.", other: "Er zijn nog {n} landvakken ernaast vrij." },
  "about:surrounded": "Alles eromheen is bezet.",
  "about:city:tie": "Gelijke stand: niemand zou haar krijgen, en er zouden geen steden scoren.",
  "about:city:seat": "{who}: {points} ({nobles} voor edelen, {cities} voor steden); {beside} ernaast",
  "about:city:takes": "{who}: {points} ({nobles} voor edelen, {cities} voor steden); {beside} ernaast, krijgt de stad",
  "about:ziggurat":
    "Elk fiche dat naast een ziggurat komt, levert een punt op voor elke ziggurat die de eigenaar raakt.",
  "about:ziggurat:open": "Is hij omsingeld, dan neemt de speler met de meeste fiches ernaast een kaart.",
  "about:ziggurat:scored": "Zijn kaart is weg, maar voor punten telt hij nog.",
  "about:ziggurat:seat": {
    one: "{who}: {n} ernaast; raakt er in totaal {touched}",
    other: "{who}: {n} ernaast; raakt er in totaal {touched}",
  },
  "about:ziggurat:wins": {
    one: "{who}: {n} ernaast; raakt er in totaal {touched}; zou een kaart nemen",
    other: "{who}: {n} ernaast; raakt er in totaal {touched}; zou een kaart nemen",
  },
  "about:ziggurat:tie": "Gelijke stand: niemand zou een kaart nemen.",
  "about:field": {
    one: "Wie erop komt, krijgt meteen {n} punt.",
    other: "Wie erop komt, krijgt meteen {n} punten.",
  },
  "about:field:cities": "Telt de steden van alle spelers.",
  "about:field:farmer": "{who}: een boer kan er nu op",
  "about:field:noble": "{who}: edelen kunnen er nu op",
  "about:field:both": "{who}: boeren en edelen kunnen er nu op",
  "about:field:nobody": "Niemand kan er nu op: een boer heeft een ander fiche van zijn eigenaar naast de akker nodig.",
  "about:kind:f": "Kan op akkers naast je fiches. Je mag er drie of meer in één beurt op land plaatsen.",
  "about:kind:m": "2 punten bij elke verbonden stad met het symbool van de kooplieden (een kruik).",
  "about:kind:s": "2 punten bij elke verbonden stad met het symbool van de ambtenaren (een kleitablet).",
  "about:kind:p": "2 punten bij elke verbonden stad met het symbool van de priesters (een ster).",
  "about:stand": "Fiches die je kunt plaatsen. Aan het eind van je beurt uit de voorraad aangevuld tot vijf.",
  "about:reserve": "Fiches die nog niet getrokken zijn.",
  "about:unseen": "Nog niet gezien: {tokens}.",
  "about:unseen:own": "Nog te trekken: {tokens}.",
  "about:cities": "Elke stad die je hebt, levert een punt op telkens als er een stad gewonnen wordt.",
  "about:button:end": "Beëindigt je plaatsing. Wat omsingeld is wordt gescoord, en je houder wordt aangevuld.",
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
