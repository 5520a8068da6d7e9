/** Waarom iets niet mag, in het Nederlands: voor elke zin van de engine een. */

import type { Forms } from "../../../generated/refusals";

export default {
  "'{text}' is not a move; moves look like 'put c3', 'bonus c3', 'return c3', 'ziggurat c3', 'from c3', 'to c4', 'attack c3 north', 'cross 2', 'swap c3 war', 'swap spare 1', 'trade' (or another action), 'done' or 'keep'.":
    "'{text}' is geen zet; een zet ziet eruit als 'put c3', 'bonus c3', 'return c3', 'ziggurat c3', 'from c3', 'to c4', 'attack c3 north', 'cross 2', 'swap c3 war', 'swap spare 1', 'trade' (of een andere actie), 'done' of 'keep'.",
  "A war needs at least one attack; undo it if you change your mind (clause 10).":
    "In een oorlog val je minstens één keer aan; bedenk je je, neem de actie dan terug (regel 10).",
  "A ziggurat stands on {field}": "Op {field} staat een ziggurat",
  "A ziggurat stands on {field}: it cannot be attacked (clause 11).":
    "Op {field} staat een ziggurat: die kun je niet aanvallen (regel 11).",
  "A ziggurat takes five stones; {field} has {stones} (clause 11).":
    "Voor een ziggurat heb je vijf stenen nodig; op {field} liggen er {stones} (regel 11).",
  "You are using agriculture: put stones on agriculture fields, or finish with 'done' (clause 6).":
    "Je bent bezig met landbouw: leg stenen op landbouwvelden, of sluit af met 'done' (regel 6).",
  "All five ziggurats are already built (clause 11).": "Alle vijf ziggurats staan er al (regel 11).",
  "An attack on {target} takes {needed} stones; {field} has {stones} (clause 10).":
    "Voor een aanval op {target} heb je {needed} stenen nodig; op {field} liggen er {stones} (regel 10).",
  "Nothing can be attacked from {field} (clause 10).": "Vanaf {field} valt er niets aan te vallen (regel 10).",
  "Say first which field {field} attacks (clause 10).": "Zeg eerst welk veld je vanaf {field} aanvalt (regel 10).",
  "You are at war: say from which of your fields you attack, or finish with 'done' (clause 10).":
    "Je bent in oorlog: zeg vanaf welk eigen veld je aanvalt, of sluit af met 'done' (regel 10).",
  "You may build at most two ziggurats per turn (clause 11).":
    "Je bouwt hoogstens twee ziggurats in een beurt (regel 11).",
  "Choose an action of your hand tile first, or finish with 'done' (clause 4).":
    "Kies eerst een actie van je handtegel, of sluit af met 'done' (regel 4).",
  "Culture would give nobody a stone now, so it cannot be used (clause 8).":
    "Cultuur zou nu niemand een steen geven, en kan dus niet (regel 8).",
  "Field {field} does not show agriculture (clause 6).": "Veld {field} toont geen landbouw (regel 6).",
  "Field {field} does not show trade (clause 7).": "Veld {field} toont geen handel (regel 7).",
  "Field {field} gave a stone in this action, so it takes none (clause 9).":
    "Veld {field} heeft in deze actie een steen afgestaan, dus neemt het er geen op (regel 9).",
  "Field {field} gets no more stones: it has one for each side that counts, or is full (clauses 3 and 7).":
    "Veld {field} krijgt geen stenen meer: het heeft er een voor elke zijde die telt, of het is vol (regels 3 en 7).",
  "Field {field} gets no stone from this culture action, or is not in question (clause 8).":
    "Veld {field} krijgt geen steen van deze cultuuractie, of er valt niets te kiezen (regel 8).",
  "Field {field} has its two stones, or is full (clauses 3 and 6).":
    "Veld {field} heeft zijn twee stenen al, of is vol (regels 3 en 6).",
  "Field {field} is full: it has five stones (clause 3).": "Veld {field} is vol: er liggen vijf stenen (regel 3).",
  "Field {field} is neither your field nor a free field next to one (clause 2).":
    "Veld {field} is geen eigen veld, en ook geen vrij veld ernaast (regel 2).",
  "Field {field} is not a field of seat {actor} (clause 10).": "Veld {field} is niet van jou (regel 10).",
  "Field {field} is not a field of seat {actor} (clause 11).": "Veld {field} is niet van jou (regel 11).",
  "Field {field} is not a field of seat {actor} (clause 3).": "Veld {field} is niet van jou (regel 3).",
  "Field {field} is seat {actor}'s own (clause 10).": "Veld {field} is van jou (regel 10).",
  "Field {field} took a stone in this action, so it gives none (clause 9).":
    "Veld {field} heeft in deze actie een steen opgenomen, dus staat het er geen af (regel 9).",
  "From 1 to {most} stones can cross, not {stones}.": "Er kunnen 1 tot {most} stenen mee, niet {stones}.",
  "No other field can take a stone from {field} (clause 9).":
    "Geen ander veld kan een steen van {field} opnemen (regel 9).",
  "You may return with three stones only if you have none on the board when your turn begins (clause 13).":
    "Met drie stenen terugkeren mag alleen als je bij het begin van je beurt geen steen op het bord hebt (regel 13).",
  "Only {stones} stones are left to cross (clause 10).": "Er kunnen hoogstens {stones} stenen mee (regel 10).",
  "You are using politics: move stones between your fields, or finish with 'done' (clause 9).":
    "Je bent bezig met politiek: verschuif stenen tussen eigen velden, of sluit af met 'done' (regel 9).",
  "Put a stone on one of your fields, or on a free field next to one (clause 2).":
    "Leg een steen op een eigen veld, of op een vrij veld ernaast (regel 2).",
  "Put the first stone on a free field (clause 2).": "Leg je eerste steen op een vrij veld (regel 2).",
  "Say 'done' before the swap: the acting part of the turn is still open (clause 4).":
    "Zeg 'done' vóór je ruilt: je kunt nu nog acties gebruiken (regel 4).",
  "Say first how many stones cross to the conquered field (clause 10).":
    "Zeg eerst hoeveel stenen meegaan naar het veroverde veld (regel 10).",
  "Say first on which fields the last stones of an owner go (clause 8).":
    "Zeg eerst op welke velden de laatste stenen van een eigenaar komen (regel 8).",
  "Say first to which field the stone goes (clause 9).": "Zeg eerst naar welk veld de steen gaat (regel 9).",
  "Seat {actor} has no stone left (clause 3).": "Je hebt geen stenen meer (regel 3).",
  "Seat {actor} has nothing to attack, and a war needs an attack (clause 10).":
    "Je kunt niets aanvallen, en zonder aanval is er geen oorlog (regel 10).",
  "Swap the hand tile with a free tile of the square, or keep it (clause 2).":
    "Ruil je handtegel met een vrije tegel van het vierkant, of houd hem (regel 2).",
  "The first swap is with a tile of the square (clause 2).":
    "De eerste keer ruil je met een tegel van het vierkant (regel 2).",
  "The hand tile can be kept only during set-up; a turn ends with the swap (clause 12).":
    "Je handtegel houden mag alleen bij de spelopbouw; een beurt eindigt met ruilen (regel 12).",
  "The hand tile of seat {actor} is {tile}, not {action} (clause 4).":
    "Je handtegel is {tile}, niet {action} (regel 4).",
  "The tile put down is {tile}: it cannot show {action} (clause 12).":
    "De tegel die je neerlegt is {tile}: die kan geen {action} tonen (regel 12).",
  "The tile there has the same two actions as the hand tile (clause 12).":
    "De tegel daar heeft dezelfde twee acties als je handtegel (regel 12).",
  "The tile {field} has the same two actions as the hand tile (clause 12).":
    "De tegel op {field} heeft dezelfde twee acties als je handtegel (regel 12).",
  "The tiles beside the square are spare 1 and spare 2; there is no spare {number}.":
    "De tegels naast het vierkant zijn spare 1 en spare 2; spare {number} bestaat niet.",
  "The turn ends with the swap of the hand tile (clause 12).":
    "Je beurt eindigt met het ruilen van je handtegel (regel 12).",
  "There are stones of seat {seat} on {field}": "Op {field} liggen stenen van {seat}",
  "There have been {limit} attacks without loss in this war, which is the limit (clause 10).":
    "Er zijn in deze oorlog al {limit} aanvallen zonder verlies geweest, en meer mogen er niet (regel 10).",
  "There is no bonus for using both actions (clause 5).": "Wie beide acties gebruikt, krijgt geen bonus (regel 5).",
  "There is no bonus for using no action (clause 5).": "Wie geen actie gebruikt, krijgt geen bonus (regel 5).",
  "There is no bonus in a turn that builds ziggurats (clause 5).":
    "In een beurt waarin je ziggurats bouwt, is er geen bonus (regel 5).",
  "There is no field {direction} of {field} (clause 10).": "Ten {direction} van {field} ligt geen veld (regel 10).",
  "There is no field {field}; fields are a1 to f6.": "Er is geen veld {field}; de velden zijn a1 tot en met f6.",
  "This bonus is one stone on one of your fields, and {field} is not yours (clause 5).":
    "Deze bonus is één steen op een eigen veld, en {field} is niet van jou (regel 5).",
  "This turn's {action} has been used (clause 4).": "Deze beurt is {action} al gebruikt (regel 4).",
  "You are using trade: put stones on trade fields, or finish with 'done' (clause 7).":
    "Je bent bezig met handel: leg stenen op handelsvelden, of sluit af met 'done' (regel 7).",
  "You are at war: attack from one of your fields, or finish with 'done' (clause 10).":
    "Je voert oorlog: val aan vanaf een eigen veld, of sluit af met 'done' (regel 10).",
  "With {seats} seats no tile lies beside the square (clause 1).":
    "Met {seats} spelers ligt er geen tegel naast het vierkant (regel 1).",
  "With {seats} seats one tile lies beside the square (clause 1).":
    "Met {seats} spelers ligt er één tegel naast het vierkant (regel 1).",
  "You build ziggurats instead of using actions (clause 11).":
    "Ziggurats bouw je in plaats van acties te gebruiken (regel 11).",
  "You build ziggurats instead of using actions, not after them (clause 11).":
    "Ziggurats bouw je in plaats van acties te gebruiken, niet erna (regel 11).",
  "{occupied}; return on a free field (clause 13).": "{occupied}; je keert terug op een vrij veld (regel 13).",
  "{occupied}; you can swap only for a free tile (clause 12).":
    "{occupied}; je kunt alleen met een vrije tegel ruilen (regel 12).",
  "{occupied}; put the bonus on one of your fields or a free field (clause 5).":
    "{occupied}; de bonus komt op een eigen of een vrij veld (regel 5).",
  "{occupied}; the first stone goes on a free field (clause 2).":
    "{occupied}; de eerste steen komt op een vrij veld (regel 2).",
  "{target} is not beside {field}.": "{target} ligt niet naast {field}.",
} satisfies Record<Forms["ur"], string>;
