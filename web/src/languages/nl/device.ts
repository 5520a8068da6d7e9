import type en from "../en/device";
import type { Message } from "../language.svelte";

const nl: Record<keyof typeof en, Message> = {
  you: "Speler",
  opening: "Het bord wordt klaargezet…",
  stopped: "Deze partij kan niet worden getoond",
  gone: "Deze partij staat niet op dit apparaat. Ze is verwijderd of in een andere browser gespeeld.",
  "elsewhere title": "Geopend in een ander tabblad",
  elsewhere: "Deze partij wordt in een ander tabblad of venster gespeeld.",
  "play here": "Hier spelen",
  "unstored refused":
    "Deze browser slaat geen partijen op: deze eindigt als je de pagina sluit. Download het verloop om haar te bewaren.",
  "unstored full":
    "De opslag van dit apparaat is vol: nieuwe zetten worden niet bewaard. Maak ruimte vrij of download het verloop.",
  "unstored elsewhere": "In een ander tabblad is in deze partij verder gespeeld. Open haar opnieuw.",
  "hand over to": "Geef het apparaat aan {name}",
  "hand over about": "De handen zijn verborgen. Alleen {name} mag nu kijken.",
  "hand over go": "Ik ben {name}: toon mijn kant",
  "problem file":
    "Een deel van het spel kon niet worden geladen, ook niet na een nieuwe poging. Controleer je verbinding en laad de pagina opnieuw.",
  "problem unsupported":
    "Deze browser is te oud om zonder server te spelen: WebAssembly SIMD ontbreekt (Chrome 91, Firefox 89 of Safari 16.4).",
  "problem crash": "De engine is gestopt. Laad de pagina opnieuw; alle zetten zijn bewaard.",
  reload: "Opnieuw laden",
  "on server only": "Daar is een server voor nodig: bewaar de partij daar eerst.",

  keep: "Op de server bewaren",
  kept: "De server bewaart een kopie. Je kunt hier of daar verder spelen.",
  "keep about":
    "Deze partij staat alleen op dit apparaat. Op de server kun je op een ander apparaat verder spelen, en de partij laten nabespreken en delen.",
  "keep later": "Deze partij staat op dit apparaat. Je kunt haar op de server bewaren als je online bent.",
  "here only": "Deze partij staat alleen in deze browser.",

  // een partij van de server meenemen
  take: "Op dit apparaat verder spelen",
  taken: "De partij staat nu op dit apparaat.",
  "take about":
    "Je kunt deze partij meenemen en zonder verbinding verder spelen. De partij op de server blijft staan, maar telt niet meer mee in de statistieken van de bots.",

  "mine title": "Op dit apparaat",
  "mine about": "Zonder server gespeeld. Alleen in deze browser bewaard.",
  "mine fleeting": "Deze browser slaat geen partijen op: ze eindigen als je de pagina sluit.",
  "mine away": "Je partijen op de server komen terug zodra je online bent.",
  "mine log": "Verloop van deze partij {game} downloaden",
  "mine keep": "Deze partij {game} op de server bewaren",
  "mine delete": "Deze partij {game} verwijderen",
  "delete title": "Deze partij verwijderen?",
  "delete about": "Ze staat alleen op dit apparaat en kan niet worden teruggehaald.",
  "delete kept": "Ze wordt van dit apparaat verwijderd. De kopie op de server blijft.",
  deleted: "Partij verwijderd.",

  "away title": "Hiervoor is een verbinding nodig",
  away: "Je bent offline, of de server antwoordt niet. Deze pagina komt vanzelf terug.",
  "away can": "Intussen kun je tegen bots spelen, leren, puzzels oplossen en analyseren.",
  "site title": "Niet op deze site",
  site: "Deze site heeft geen server: met anderen spelen kan hier niet.",
  "away strip": "Offline. Partijen met mensen komen vanzelf terug.",
  newer: "Er is een nieuwe versie van deze pagina.",

  offline: "Offline spelen",
  "offline ready": "Alles is in deze browser bewaard: je kunt zonder verbinding spelen.",
  "offline part": "{there} van {all} bestanden zijn bewaard om offline te spelen.",
  "offline none": "Deze browser bewaart geen pagina’s voor offline gebruik.",
  "offline full": "Er is niet genoeg opslag om alles voor offline gebruik te bewaren.",
};

export default nl;
