/** Wat er over de dingen van Ur te zeggen is. */

import type { Message } from "../../../games/kit";
import type { about } from "../../../games/ur/about.en";

export default {
  "about:agriculture":
    "Velden die honger hebben verliezen een steen; daarna mogen er tot twee stenen op elk landbouwveld.",
  "about:trade": "Een handelsveld mag een steen krijgen voor elke zijde aan een veld van een ander of aan de rand.",
  "about:culture": "Elk bezet veld naast een cultuurveld krijgt een steen in de kleur van zijn eigenaar.",
  "about:politics": "Stenen gaan tussen eigen velden heen en weer, één voor één.",
  "about:war":
    "Verslaat een veld ernaast: het kost evenveel stenen als er vallen, en één meer als de velden verschillende acties tonen.",
  "about:shows": "Het toont {shows}; de andere kant is {back}.",
  "about:free": "Van niemand: met deze tegel kan geruild worden.",
  "about:built": "Er staat voorgoed een ziggurat op: het doet aan geen actie meer mee.",
  "about:hungry":
    "Het heeft honger: landbouw van zijn eigenaar zou een steen wegnemen, want het is geen landbouwveld en ligt er niet naast.",
  "about:trades": { one: "Handel zou er {n} steen toestaan.", other: "Handel zou er {n} stenen toestaan." },
  "about:spreads": {
    one: "Cultuur zou {n} veld ernaast een steen geven.",
    other: "Cultuur zou {n} velden ernaast een steen geven.",
  },
  "about:full": "Vijf stenen: hier kan een ziggurat komen, in plaats van acties te gebruiken.",
  "about:worth": {
    one: "Nog zo'n veld is je {n} punt waard.",
    other: "Nog zo'n veld is je {n} punten waard.",
  },
  "about:attack": "Oorlog van hier op {target}: er vallen er {fall}, jij verliest er {losses}, {left} over; {points}",
  "about:attacked": "{who} zou het vanaf {source} kunnen aanvallen: {losses} verloren, {left} over",
  "about:points": { one: "{n} punt", other: "{n} punten" },
  "about:adds": "{who}: nog een zou {n} opleveren",
  "about:set": "{points} voor {elements}",
  "about:ziggurat": "ziggurat",
  "about:score": "De series zoals ze nu zijn:",
  "about:hand":
    "Beide kanten zijn acties voor de beurt van de eigenaar; aan het eind telt hij als {action}, dat is meer waard.",
  "about:hand:plain": "Beide kanten zijn acties voor de beurt van de eigenaar; aan het eind telt de beste kant.",
  "about:spare": "Hij ligt naast het vierkant; er kan mee geruild worden als met elke vrije tegel.",
  "about:side": "De ruil: deze kant van je tegel ligt boven waar je hem neerlegt.",
  "about:edge": "De rand van het vierkant: handelsvelden eraan tellen die zijde mee.",
  "about:supply": "Stenen die niet op het bord liggen; het zijn er twintig in totaal.",
  "about:towers":
    "Vijf stenen op een veld worden een ziggurat, in plaats van acties te gebruiken. Die telt als nog een element van een serie.",
  "about:left": {
    one: "Er is er nog {n}; staat de vijfde, dan is de ronde de laatste.",
    other: "Er zijn er nog {n}; staat de vijfde, dan is de ronde de laatste.",
  },
} satisfies Record<keyof typeof about, Message> & Record<string, Message>;
