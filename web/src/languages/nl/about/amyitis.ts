/** Wat er over de dingen van Amyitis te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/amyitis/about.en";

export default {
  "about:group":
    "Neem een open kaart in dienst. Elke omgedraaide kaart maakt de volgende in de groep een talent duurder.",
  "about:group:empty": "Leeg tot de volgende ronde.",
  "about:craft:peasant": "Werkt op een akker: neemt de grondstof van de volgende plek.",
  "about:craft:priest": "Zet een blokje in een tempel.",
  "about:craft:engineer": "Brengt water: een blokje op een rand, en 2 aanzien.",
  "about:craft:merchant": "Geeft je een kameel.",
  "about:camels": { one: "{n} kameel vanaf hier.", other: "{n} kamelen vanaf hier." },
  "about:asks": "Vraagt {resources}.",
  "about:pays": "Je kunt betalen met: {resources}.",
  "about:sale": "Verkoop een of twee grondstoffen voor 3 aanzien elk, en breng een blokje water: nu tot {n} aanzien.",
  "about:sale:none": "Verkoop een of twee grondstoffen voor 3 aanzien elk, en breng een blokje water.",
  "about:sells": "Verkoopt: {cards}.",
  "about:sells:none": "De kaarten die je hier zou kunnen kopen, zijn op.",
  "about:palace": "Een paleis zou {n} aanzien opleveren.",
  "about:plants": "Een plant van kwaliteit {quality}. Je zou kunnen planten op: {squares}.",
  "about:plants:none": "Een plant van kwaliteit {quality}. Er is nog geen perceel voor klaar.",
  "about:tile best": "De beste van deze tegels levert {n} aanzien op.",
  "about:why:here": "De karavaan is hier en kan niet blijven.",
  "about:why:camels": "Je hebt te weinig kamelen om er te komen.",
  "about:why:payment": "Je kunt het niet betalen.",
  "about:why:nothing": "Je zou er niets kunnen doen.",
  "about:why:": "Je kunt er nu heen.",
  "about:trader": "Voor {name}.",
  "about:row": "Het volgende blokje neemt {resource}; dan zijn er nog {n} van de vijf plekken over.",
  "about:row:last": "Het volgende blokje neemt {resource} en vult de rij.",
  "about:row:most": "Meeste blokjes: {name}. Is de rij vol, dan krijgt de speler met de meeste blokjes een tuinman.",
  "about:row:tie": "Gelijke stand. Is de rij vol, dan krijgt de speler met de meeste blokjes een tuinman.",
  "about:temple:ishtar":
    "Aan het eind van een ronde: een kameel of een talent voor de eerste, het andere voor de tweede.",
  "about:temple:marduk": "Aan het eind van een ronde: 2 aanzien voor de eerste, 1 voor de tweede.",
  "about:temple:tammouz":
    "Aan het eind van een ronde: de eerste werkt op een akker, de tweede mag een grondstof ruilen.",
  "about:temple:cubes":
    "Blokjes komen links binnen en duwen de andere op. Bij een gelijke stand wint het blokje dat het verst rechts ligt.",
  "about:temple:first": "{who}: nu eerste",
  "about:temple:second": "{who}: nu tweede",
  "about:edge":
    "Een rand van de tuin. Ligt hij vol blokjes, dan bevloeit hij beide percelen ernaast, en kan water van de rivier bij zijn uiteinden verder.",
  "about:edge:open": "Hier kan nu water komen: een ingenieur zou 2 aanzien krijgen.",
  "about:edge:closed": "Water kan er nog niet komen.",
  "about:edge:full": "Hij is vol.",
  "about:square:tile": "Beplanten levert op: {tile}.",
  "about:square:bare": "Doet niet mee met twee spelers.",
  "about:square:planted": "Al beplant.",
  "about:square:dry": "Kan nog niet beplant worden: er loopt geen water langs.",
  "about:square:quality": "Kan nu niet beplant worden: geen plant is goed genoeg, ook niet met je tuinlieden.",
  "about:square:trade":
    "Kan nu niet beplant worden: je kunt geen stad met een plant die goed genoeg is ({cities}) bereiken of betalen.",
  "about:square:": "Je kunt het nu beplanten, in {cities}.",
  "about:square:city": "{city} (tuinlieden: {n})",
  "about:square:cubes": { one: "{who}: {n} blokje eromheen", other: "{who}: {n} blokjes eromheen" },
  "about:square:water": {
    one: "{who}: {n} blokje eromheen, zou de kwaliteit van de plant scoren",
    other: "{who}: {n} blokjes eromheen, zou de kwaliteit van de plant scoren",
  },
  "about:square:waits": "Wie het beplant, neemt de tegel.",
  "about:court:caravaneer":
    "De karavaan komt verder met evenveel kamelen: tot 2 plekken extra met niveau 1, 4 met niveau 2.",
  "about:court:banker": "Betaalt aan het begin van elke ronde talenten, en later ook aanzien.",
  "about:court:palace": "Levert meteen aanzien op, meer met elk niveau.",
  "about:court:gardener": "Gebruik je bij het planten: verhoogt de kwaliteit van een plant met 1.",
  "about:court:left": "Kaarten over, per niveau: {left}.",
  "about:court:next": "Je volgende zou niveau {level} zijn: nog {n}.",
  "about:resource":
    "Een grondstof. Steden vragen erom, en Babylon koopt hem voor 3 aanzien. Na een ronde bewaar je er hoogstens twee, of vier met een karavaanleider van niveau 2.",
  "about:wine": "Wijn vervangt elke grondstof.",
  "about:talents": "Met talenten betaal je voor groepen met omgedraaide kaarten.",
  "about:camels:what": "Elke kameel brengt de karavaan één plek verder.",
  "about:level": "Niveau {level}.",
  "about:tiles": "Tuintegels. Met veel ervan win je aan het eind de gunst van Amyitis.",
  "about:favour": "Huidige gunst: {n} aanzien.",
  "about:favour:more": { one: "Nog {n} tegel tot de volgende stap.", other: "Nog {n} tegels tot de volgende stap." },
  "about:passed": "Na het passen neem je een talent telkens als je aan de beurt zou zijn.",
  "about:caravan:title": "de karavaan",
  "about:caravan": "De karavaan gaat met de klok mee, voor kamelen, en handelt waar ze stopt.",
  "about:round": {
    one: "Dit wordt de laatste ronde als er nog één tegel beplant wordt.",
    other: "Dit wordt de laatste ronde als er nog {n} tegels beplant worden.",
  },
  "about:round:last": "Dit is de laatste ronde.",
  "about:round:plain":
    "Het spel eindigt na de ronde waarin er vier of minder tuintegels over zijn (drie met twee spelers).",
  "about:first": "Begint de ronde. Daarna gaat de kaart naar de volgende speler.",
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
