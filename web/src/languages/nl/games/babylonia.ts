import type { Message } from "../../../games/kit";
import type { en } from "../../../games/babylonia/en";
import about from "../about/babylonia";

export default {
  ...about,

  "question:place:first": "Kies een fiche van je houder en dan een vak.",
  "question:place:more": "Plaats nog een fiche, of beëindig je beurt.",
  "question:place:end": "Je beurt is compleet: beëindig hem.",
  "question:place:other": "{name} plaatst fiches.",
  "question:site": "Er is meer dan één stad of ziggurat omsingeld: kies welke nu gescoord wordt.",
  "question:site:other": "{name} kiest wat er nu gescoord wordt.",
  "question:card": "Je hebt een ziggurat gewonnen: kies een kaart.",
  "question:card:other": "{name} heeft een ziggurat gewonnen en kiest een kaart.",
  "question:extra": "Wil je kaart 2 nu gebruiken en nog een beurt spelen?",
  "question:extra:other": "{name} mag een extra beurt spelen.",
  "question:over": "Het spel is afgelopen: {reason}.",
  "question:over:plain": "Het spel is afgelopen.",

  end: "Beurt beëindigen",
  "extra:yes": "Ja, nog een beurt",
  "extra:no": "Nog niet",

  "kind:f": "boer",
  "kind:m": "koopman",
  "kind:s": "ambtenaar",
  "kind:p": "priester",
  "kinds:f": { one: "{n} boer", other: "{n} boeren" },
  "kinds:m": { one: "{n} koopman", other: "{n} kooplieden" },
  "kinds:s": { one: "{n} ambtenaar", other: "{n} ambtenaren" },
  "kinds:p": { one: "{n} priester", other: "{n} priesters" },
  "stand:token": "{kind}, {n} op je houder",

  "seat:you": "jij",
  "of:you": "je {what}",
  "of:other": "{what} van {name}",
  "token:hidden": "gedekt fiche",
  "token:down": "{kind}, gedekt",

  "hex:empty": "{place}, {ground}, vrij",
  "hex:holds": "{place}, {ground}: {what}",
  "hex:site": "{place}: {what}. {beside}",
  "ground:river": "rivier",
  "ground:north": "land in Noord",
  "ground:central": "land in Midden",
  "ground:south": "land in Zuid",
  "site:city": "stad van {signs}",
  "sign:p": "priesters",
  "sign:s": "ambtenaren",
  "sign:m": "kooplieden",
  "site:field": "akker, {points} punten waard",
  "site:field:cities": "akker die het aantal gewonnen steden waard is, nu {points}",
  "site:ziggurat": "ziggurat",
  "site:ziggurat:scored": "ziggurat, al gescoord",
  "site:waiting": "{site}, omsingeld, wordt nog gescoord",
  "beside:tokens": "Ernaast: {tokens}",
  "beside:none": "Er liggen geen fiches naast",
  "beside:yours": "{n} van jou",
  "beside:others": "{n} van {name}",
  "beside:free": { one: "{n} landvak vrij", other: "{n} landvakken vrij" },
  "beside:full": "geen landvak vrij",
  "short:city": "stad op {place}",
  "short:field": "akker op {place}",
  "short:ziggurat": "ziggurat op {place}",
  "place:elsewhere": "{place}, doet niet mee",

  "card:1": "Tien punten",
  "card:2": "Extra beurt",
  "card:3": "Houder van zeven",
  "card:4": "Drie edelen",
  "card:5": "Edele bij de boeren",
  "card:6": "Edelen op de akker",
  "card:7": "Rijkere steden",
  "card:8": "Wegen door het midden",
  "card:9": "Boten",
  "card:1:effect": "Je scoort meteen 10 punten.",
  "card:2:effect": "Eén keer in het spel speel je na het aanvullen nog een hele beurt.",
  "card:3:effect": "Je vult je houder aan tot zeven fiches in plaats van vijf.",
  "card:4:effect": "Je beurt mag bestaan uit drie verschillende edelen, alle drie open, in plaats van twee fiches.",
  "card:5:effect": "Plaats je drie of meer boeren, dan mag daar één open edele bij.",
  "card:6:effect": "Je edelen mogen op akkers, ook als er geen fiche van jou naast ligt.",
  "card:7:effect": "Als steden punten opleveren, krijg je één punt extra voor elke twee steden die je voor je hebt.",
  "card:8:effect": "Vrije landvakken van Midden verbinden je fiches.",
  "card:9:effect": "Vrije riviervakken verbinden je fiches.",
  "card:heading": "Kaart {card}, {name}",
  "card:yours": "Hij is van jou.",
  "card:others": "Hij is van {name}.",
  "card:used": "Hij is al gebruikt.",

  "belongings:stand": { one: "{n} fiche op de houder", other: "{n} fiches op de houder" },
  "belongings:reserve": { one: "{n} fiche in de voorraad", other: "{n} fiches in de voorraad" },
  "belongings:cities": { one: "{n} stad", other: "{n} steden" },
  "hand:stand": { one: "Je houder, {n} fiche", other: "Je houder, {n} fiches" },
  "hand:empty": "Je houder is leeg.",
  "hand:reserve": { one: "{n} in je voorraad", other: "{n} in je voorraad" },
  "hand:cards": "Beschikbare zigguratkaarten",

  "describe:cities": "Steden",
  "describe:ziggurats": "Ziggurats",
  "describe:fields": "Akkers",
  "describe:land": "Fiches op land",
  "describe:river": "Rivier",
  "describe:stand": "Je houder",
  "describe:cards": "Beschikbare zigguratkaarten",
  "describe:seats": "Spelers",
  "describe:none": "geen",
  "describe:standing": "Op de houder: {tokens}.",
  "describe:reserve": "In de voorraad: {tokens}.",
  "describe:owned": "{owner}: {tokens}",
  "describe:kind": "{kind} {places}",
  "describe:seat": "{owner}: {score} punten, {stand}, {reserve}, {cities}; kaarten: {cards}",
  "describe:free": { one: "{n} vak vrij", other: "{n} vakken vrij" },

  "source:ziggurats": "Ziggurats",
  "source:crop field": "Akkers",
  "source:nobles": "Edelen bij steden",
  "source:cities": "Gewonnen steden",
  "source:ziggurat card": "Zigguratkaart 1",

  "word:farmer": "boer",
  "word:merchant": "koopman",
  "word:civil servant": "ambtenaar",
  "word:priest": "priester",
  "word:ziggurats": "ziggurats",
  "word:crop field": "een akker",
  "word:nobles": "edelen",
  "word:cities": "steden",
  "word:ziggurat card": "zigguratkaart",
  "word:ten points at once": "meteen tien punten",
  "word:one extra turn, once": "één keer een extra beurt",
  "word:a stand of seven": "een houder van zeven",
  "word:three different nobles in one turn": "drie verschillende edelen in één beurt",
  "word:one noble with three or more farmers": "één edele bij drie of meer boeren",
  "word:nobles may enter crop fields": "edelen mogen op akkers",
  "word:one more point for every two cities": "een punt extra voor elke twee steden",
  "word:free central land connects": "vrij land van Midden verbindt",
  "word:free river connects": "vrije rivier verbindt",
  "word:a stand is empty": "een houder is leeg",
  "word:at most one city is left": "er is hoogstens één stad over",

  "told:crop field": "de akker",
  "told:ziggurat card": "een zigguratkaart",

  "event:placed": "{seat} zet een {token} op {place}",
  "event:placed in river": "{seat} legt een {token} gedekt in de rivier op {place}",
  "event:placed in river/2": "{seat} legt een fiche gedekt in de rivier op {place}",
  "event:gained": "{seat} scoort {points:# punt|# punten} met {source} bij {place}",
  "event:gained/2": "{seat} scoort {points:# punt|# punten} met {source}",
  "event:city taken": "{seat} krijgt de stad op {place}",
  "event:city discarded": "om de stad op {place} is het gelijk: niemand krijgt haar",
  "event:ziggurat won": "{seat} wint de ziggurat op {place}",
  "event:ziggurat tied": "niemand wint de ziggurat op {place}",
  "event:card taken": "{seat} neemt zigguratkaart {card}: {effect}",
  "event:drew": "{seat} trekt een {token}",
  "event:drew/2": "{seat} trekt een fiche",
  "event:extra turn": "{seat} speelt een extra beurt",
  "event:game ended": "het spel is afgelopen: {reason}",

  "waits:turn": "Gaat verder als je een fiche hebt geplaatst.",
  "waits:cards": "Gaat verder als je een ziggurat wint, of iets later.",
  "waits:ending": "Gaat verder als het einde nadert.",
  "coach:stand":
    "De meeste punten winnen: van steden waarmee je edelen verbonden zijn, van akkers en van ziggurats. Kies een fiche van " +
    "je houder en dan een vak dat oplicht, of sleep het erheen.",
  "coach:turn":
    "Je allereerste beurt is kort: één fiche voor de eerste speler, twee voor de tweede. Later plaats je precies twee " +
    "fiches, van welke soort ook, of drie of meer boeren op land. Klaar? Beëindig je beurt; je houder wordt dan " +
    "aangevuld.",
  "coach:cities":
    "De ommuurde plaatsen zijn steden. Een stad scoort als op al het land ernaast een fiche ligt, van wie dan ook. Elke " +
    "edele van jou die ermee verbonden is, levert 2 punten op als zijn symbool op de stad staat: zoek dus steden bij de " +
    "edelen op je houder.",
  "coach:majority":
    "Wie de meeste fiches naast een stad heeft, krijgt de tegel. Daarna scoort iedereen een punt voor elke stad die hij " +
    "voor zich heeft, dus vroege steden betalen steeds opnieuw. Bij een gelijke stand krijgt niemand de stad.",
  "coach:ziggurats":
    "De trappentorens zijn ziggurats. Elk fiche dat je naast een ziggurat plaatst, levert een punt op voor iedere " +
    "ziggurat waar een fiche van jou naast ligt: bereik ze allemaal, en één fiche scoort voor elk.",
  "coach:fields":
    "De groene percelen zijn akkers. Een boer mag op een akker waar al een fiche van jou naast ligt, en scoort meteen " +
    "het getal. Een akker met een muur telt alle steden die al gewonnen zijn: wacht daar nog even mee.",
  "coach:river":
    "Een fiche in de rivier ligt gedekt. Het verbindt je fiches en telt mee naast steden en ziggurats, maar niet als " +
    "edele. Met een fiche in de rivier bestaat je beurt uit hoogstens twee fiches.",
  "coach:cards":
    "Is een ziggurat omsingeld, dan mag de speler met de meeste fiches ernaast een kaart met een gave kiezen, zoals een " +
    "extra beurt of tien punten; bij een gelijke stand niemand. Wijs een kaart aan, of tik erop, om te lezen wat hij doet.",
  "coach:ending":
    "Het einde nadert: het spel stopt als iemands houder leeg blijft, of als er hoogstens één stad over is. Plaats wat " +
    "nu punten oplevert. De meeste punten winnen. Veel plezier met de rest!",
} satisfies Record<keyof typeof en, Message> & Record<string, Message>;
