/** Wat er over de dingen van Babylonia te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/babylonia/about.en";

export default {
  "about:free": "Vrij land: hier kan elk fiche geplaatst worden.",
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
  "about:token:f": "Een boer. Boeren gaan akkers in; je mag er drie of meer in één beurt op land plaatsen.",
  "about:token:noble": "Een edele: 2 punten bij elke stad met zijn teken waarmee hij verbonden is.",
  "about:token:hidden": "Het ligt gedekt: het verbindt en telt mee naast steden en ziggurats, maar niet als edele.",
  "about:city": "Ze wordt gescoord als al het land ernaast fiches heeft.",
  "about:city:now": "Nu gescoord:",
  "about:left": { one: "Er is nog {n} landvak ernaast vrij.", other: "Er zijn nog {n} landvakken ernaast vrij." },
  "about:surrounded": "Alles eromheen is bezet.",
  "about:city:tie": "Bij een gelijke stand krijgt niemand haar, en scoren er geen steden.",
  "about:city:seat": "{who}: {points} ({nobles} voor edelen, {cities} voor steden); {beside} ernaast",
  "about:city:takes": "{who}: {points} ({nobles} voor edelen, {cities} voor steden); {beside} ernaast, krijgt de stad",
  "about:ziggurat":
    "Elk fiche dat naast een ziggurat komt, levert een punt op voor elke ziggurat die de eigenaar raakt.",
  "about:ziggurat:open": "Is hij omsingeld, dan neemt wie er de meeste fiches naast heeft een kaart.",
  "about:ziggurat:scored": "Zijn kaart is gewonnen, of door een gelijke stand verloren; voor punten telt hij nog.",
  "about:ziggurat:seat": {
    one: "{who}: {n} ernaast; raakt er samen {touched}",
    other: "{who}: {n} ernaast; raakt er samen {touched}",
  },
  "about:ziggurat:wins": {
    one: "{who}: {n} ernaast; raakt er samen {touched}; zou een kaart nemen",
    other: "{who}: {n} ernaast; raakt er samen {touched}; zou een kaart nemen",
  },
  "about:ziggurat:tie": "Bij een gelijke stand neemt niemand een kaart.",
  "about:field": {
    one: "Wie hem ingaat, krijgt meteen {n} punt.",
    other: "Wie hem ingaat, krijgt meteen {n} punten.",
  },
  "about:field:cities": "Hij telt de steden die voor alle spelers liggen.",
  "about:field:farmer": "{who}: een boer mag er nu in",
  "about:field:noble": "{who}: edelen mogen er nu in",
  "about:field:both": "{who}: boeren en edelen mogen er nu in",
  "about:field:nobody": "Niemand mag er nu in: een boer heeft er een fiche van zijn eigenaar naast nodig.",
  "about:kind:f": "Gaat akkers in naast je fiches. Je mag er drie of meer in één beurt plaatsen, op land.",
  "about:kind:m": "2 punten bij elke stad met het teken van de kooplieden (een kruik) waarmee hij verbonden is.",
  "about:kind:s": "2 punten bij elke stad met het teken van de ambtenaren (een kleitablet) waarmee hij verbonden is.",
  "about:kind:p": "2 punten bij elke stad met het teken van de priesters (een ster) waarmee hij verbonden is.",
  "about:stand": "Fiches om te plaatsen. Aan het eind van een beurt wordt hij uit de voorraad tot vijf aangevuld.",
  "about:reserve": "Fiches die nog niet getrokken zijn.",
  "about:unseen": "Nog niet gezien: {tokens}.",
  "about:unseen:own": "Nog te trekken: {tokens}.",
  "about:cities": "Elke stad voor een speler levert een punt op, telkens als er een stad wordt genomen.",
  "about:button:end": "Beëindigt je plaatsing: wat omsingeld is wordt gescoord, en je houder wordt aangevuld.",
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
