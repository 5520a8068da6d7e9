/** Wat er over de dingen van Ur te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/ur/about.en";

export default {
  "about:agriculture":
    "Velden met honger verliezen een steen. Daarna mag je tot twee stenen op elk landbouwveld leggen.",
  "about:trade": "Elk handelsveld kan een steen krijgen voor elke zijde aan een veld van een ander of aan de rand.",
  "about:culture": "Elk bezet veld naast een cultuurveld krijgt een steen van zijn eigenaar.",
  "about:politics": "Verschuif stenen tussen je eigen velden, één voor één.",
  "about:war":
    "Verslaat een veld ernaast. Het kost evenveel stenen als er verslagen worden, plus één als de velden verschillende acties tonen.",
  "about:war:any":
    "Verslaat elk veld dat niet van jou is, hoe ver weg ook. Het kost evenveel stenen als er verslagen worden, plus één als de velden verschillende acties tonen.",
  "about:shows": "Het toont {shows}; de andere kant is {back}.",
  "about:free": "Vrij: je kunt met deze tegel ruilen.",
  "about:built": "Er staat voorgoed een ziggurat op. Het doet niet meer mee aan acties.",
  "about:hungry":
    "Honger: landbouw van de eigenaar zou een steen wegnemen, want het ligt niet naast een landbouwveld van die speler.",
  "about:trades": { one: "Handel zou het {n} steen geven.", other: "Handel zou het {n} stenen geven." },
  "about:spreads": {
    one: "Cultuur zou {n} veld ernaast een steen geven.",
    other: "Cultuur zou {n} velden ernaast een steen geven.",
  },
  "about:full": "Vijf stenen: je kunt hier een ziggurat bouwen in plaats van acties te gebruiken.",
  "about:worth": {
    one: "Nog zo'n veld is je {n} punt waard.",
    other: "Nog zo'n veld is je {n} punten waard.",
  },
  "about:attack": "{target} van hieruit aanvallen: {fall} verslagen, jij verliest er {losses}, {left} over; {points}",
  "about:attacked": "{who} zou het vanaf {source} kunnen aanvallen: {losses} verloren, {left} over",
  "about:attacks more": { one: "nog {n} aanval", other: "nog {n} aanvallen" },
  "about:points": { one: "{n} punt", other: "{n} punten" },
  "about:adds": "{who}: nog een zou {n} opleveren",
  "about:set": "{points} voor {elements}",
  "about:ziggurat": "ziggurat",
  "about:score": "De huidige sets:",
  "about:hand":
    "Beide kanten zijn acties in de beurt van de eigenaar. Aan het eind telt hij als {action}, want dat is meer waard.",
  "about:hand:plain": "Beide kanten zijn acties in de beurt van de eigenaar. Aan het eind telt de beste kant.",
  "about:spare": "Een tegel naast het vierkant. Je kunt ermee ruilen als met elke vrije tegel.",
  "about:side": "Ruil: deze kant van je tegel komt boven.",
  "about:edge": "De rand van het vierkant: die telt als zijde voor handelsvelden.",
  "about:supply": "Stenen die niet op het bord liggen. Elke speler heeft er twintig in totaal.",
  "about:towers":
    "Vijf stenen op een veld kunnen een ziggurat worden, in plaats van acties te gebruiken. Die telt als extra element van een set.",
  "about:left": {
    one: "Nog {n}. De ronde waarin de vijfde gebouwd wordt, is de laatste.",
    other: "Nog {n}. De ronde waarin de vijfde gebouwd wordt, is de laatste.",
  },
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
