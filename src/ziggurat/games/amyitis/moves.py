"""Actions of Amyitis as text, as things to click, and in sentences."""

from __future__ import annotations

import difflib
from typing import Any

from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.core.spelling import Span, Spelling, each
from ziggurat.games.amyitis import rules
from ziggurat.games.amyitis.actions import (
    BASE,
    COURT,
    DISCARD,
    DONE,
    GIVE,
    KEEP,
    MOVE,
    PASS,
    PAY,
    PLANT,
    PRIZE,
    PRIZE_NAMES,
    RECRUIT,
    ROW,
    SELL,
    TAKE,
    TEMPLE,
    WATER,
)
from ziggurat.games.amyitis.board import (
    BABYLON,
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    COURTS,
    CRAFT_NAMES,
    CRAFTS,
    EDGE_BY_NAME,
    EDGE_NAMES,
    EDGES,
    GROUPS,
    PLANT_AT,
    QUALITY,
    RESOURCE_NAMES,
    RESOURCES,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLE_NAMES,
    Court,
    Craft,
    Resource,
)
from ziggurat.games.amyitis.components import ASKS, RING, SELLS
from ziggurat.games.amyitis.state import Phase

_RESOURCE = each(resource=RESOURCE_NAMES)

SPELLING = Spelling(
    (
        Span(PASS, "pass", ("pass",)),
        Span(
            RECRUIT,
            "{craft} {group}",
            ("craft:{group}:{craft}",),
            each(group=map(str, range(1, GROUPS + 1)), craft=CRAFT_NAMES),
        ),
        Span(MOVE, "to {city}", ("city:{city}",), each(city=CITY_NAMES)),
        Span(ROW, "field {field}", ("field:{field}",), each(field=ROW_NAMES)),
        Span(TEMPLE, "temple {temple}", ("temple:{temple}",), each(temple=TEMPLE_NAMES)),
        Span(WATER, "water {edge}", ("edge:{edge}",), each(edge=EDGE_NAMES)),
        Span(SELL, "sell {resource}", ("sell:{resource}",), _RESOURCE),
        Span(DONE, "done", ("done",)),
        Span(PAY, "pay {resource}", ("pay:{resource}",), _RESOURCE),
        Span(TAKE, "take {resource}", ("supply:{resource}",), _RESOURCE),
        Span(GIVE, "give {resource}", ("give:{resource}",), _RESOURCE),
        Span(KEEP, "keep", ("keep",)),
        Span(DISCARD, "discard {resource}", ("discard:{resource}",), _RESOURCE),
        Span(COURT, "court {card}", ("court:{card}",), each(card=COURT_NAMES)),
        Span(PLANT, "plant {square}", ("square:{square}",), each(square=SQUARE_NAMES)),
        Span(PRIZE, "prize {prize}", ("prize:{prize}",), each(prize=PRIZE_NAMES)),
    ),
    synonyms=lambda: {f"water {name}": f"water {EDGE_NAMES[edge]}" for name, edge in EDGE_BY_NAME.items()},
)


def read(text: str) -> int:
    """Text as an action: `pass`, `priest 2`, `to mari`, `water a1-b1` (or `b1-a1`), `plant c3`, `court palace`, ..."""
    action = SPELLING.find(text)
    if action is not None:
        return action
    move = " ".join(text.lower().split())
    if close := difflib.get_close_matches(move, SPELLING.words(), n=1, cutoff=0.75):
        raise InvalidMove(
            sentence("'{text}' is not a move. Did you mean '{close}'?", text=shortened(text), close=close[0])
        )
    raise InvalidMove(
        sentence(
            "'{text}' is not a move. Moves look like 'priest 2', 'to mari', 'plant c3' or 'pass'.", text=shortened(text)
        )
    )


# ------------------------------------------------------------------------------------------------------- questions

_QUESTIONS = {
    Phase.TURN: "passes, recruits somebody or moves the caravan.",
    Phase.PEASANT: "puts the peasant into one of the two fields.",
    Phase.PRIEST: "sends the priest to a temple.",
    Phase.ENGINEER: "chooses where the engineer brings water.",
    Phase.SELL: "sells a resource in Babylon.",
    Phase.SELL_MORE: "may sell a second resource in Babylon.",
    Phase.IRRIGATE: "chooses where the sale brings water.",
    Phase.PAY_CITY: "pays the city with what it asks, or with wine.",
    Phase.PAY_PLANT: "pays the plant card with what it asks, or with wine.",
    Phase.COURT: "takes a court card that the city sells.",
    Phase.TOKEN: "takes one of the resources on the level-2 caravaneers.",
    Phase.PLANT: "plants a square of the garden.",
    Phase.GIFT: "takes a resource of any kind for the garden tile.",
    Phase.BONUS: "takes a court card for the garden tile.",
    Phase.PROCESSION: "leads the procession: one own cube goes to a temple, neutral ones to the others.",
    Phase.ISHTAR: "takes Ishtar's camel or talent.",
    Phase.HARVEST: "puts a cube into one of the two fields for Tammouz.",
    Phase.EXCHANGE: "may exchange a resource for Tammouz.",
    Phase.EXCHANGE_FOR: "takes another resource, not wine, in exchange.",
    Phase.DISCARD: "has more resources than can be kept and gives one up.",
}


def ask(state: Any) -> str:
    """What the actor is asked."""
    return f"Seat {int(state['actor'])} {_QUESTIONS[Phase(int(state['phase']))]}"


# ------------------------------------------------------------------------------------------------------- refusals

_NEXT = {
    Phase.PEASANT: sentence("Send the peasant into a field first: 'field top' or 'field bottom' (clause 4)."),
    Phase.PRIEST: sentence("Send the priest to a temple first, such as 'temple ishtar' (clause 17)."),
    Phase.ENGINEER: sentence("Bring water with the engineer first, such as 'water d1-d2' (clause 7)."),
    Phase.SELL: sentence("Sell a resource in Babylon first, such as 'sell salt' (clause 9)."),
    Phase.SELL_MORE: sentence("Sell a second resource first, or say 'done' (clause 9)."),
    Phase.IRRIGATE: sentence("Bring water for the sale first, such as 'water d1-d2' (clause 7)."),
    Phase.PAY_CITY: sentence("Pay the city first: with what it asks for, or with wine (clause 10)."),
    Phase.PAY_PLANT: sentence("Pay the plant card first: with what it asks for, or with wine (clause 10)."),
    Phase.COURT: sentence("Take a court card first, such as 'court banker' (clause 11)."),
    Phase.TOKEN: sentence("Take the resource of the level-2 caravaneer first, such as 'take salt' (clause 11)."),
    Phase.PLANT: sentence("Plant a square first, such as 'plant d4' (clause 12)."),
    Phase.GIFT: sentence("Take the garden tile's resource first, such as 'take wine' (clause 12)."),
    Phase.BONUS: sentence("Take the garden tile's court card first, such as 'court palace' (clause 12)."),
    Phase.PROCESSION: sentence("The procession comes first: place your cube, such as 'temple ishtar' (clause 14)."),
    Phase.ISHTAR: sentence("Take Ishtar's prize first: 'prize camel' or 'prize talent' (clause 14)."),
    Phase.HARVEST: sentence("Put Tammouz' cube into a field first: 'field top' or 'field bottom' (clause 14)."),
    Phase.EXCHANGE: sentence("Exchange a resource first, such as 'give wine', or say 'keep' (clause 14)."),
    Phase.EXCHANGE_FOR: sentence("Take another resource in exchange first, such as 'take salt' (clause 14)."),
    Phase.DISCARD: sentence("Give up a resource above the limit first, such as 'discard salt' (clause 14)."),
}
_BEFORE = (  # what leads to a decision that is none of a turn's own, by its actions
    (range(ROW, TEMPLE), sentence("A peasant works in a field: recruit one first (clause 4).")),
    (range(TEMPLE, WATER), sentence("A priest goes to a temple: recruit one first (clause 17).")),
    (range(WATER, SELL), sentence("An engineer brings water to an edge: recruit one first (clause 7).")),
    (range(SELL, DONE), sentence("Resources are sold in Babylon: move the caravan there first (clause 9).")),
    (range(COURT, PLANT), sentence("Court cards are bought in cities: move the caravan to one first (clause 11).")),
    (range(PLANT, PRIZE), sentence("Plants are bought in cities: move the caravan to one that has them (clause 12).")),
)
_LENGTHS = {WATER: EDGES, SELL: RESOURCES + 1, PAY: RESOURCES, TAKE: RESOURCES, GIVE: RESOURCES + 1}
_LENGTHS |= {DISCARD: RESOURCES, COURT: COURTS, PLANT: len(SQUARE_NAMES)}


def refuse(state: Any, action: int) -> Sentence:
    """Why an action is not legal now, with the clause of rules.md."""
    phase = Phase(int(state["phase"]))
    if phase == Phase.TURN:
        return _refuse_turn(state, action)
    first = int(BASE[phase])
    if not first <= action < first + _LENGTHS.get(first, 0):
        if first == WATER and PLANT <= action < PRIZE:
            return sentence(
                "Water goes to an edge: choose one of {square} (clause 6).", square=SQUARE_NAMES[action - PLANT]
            )
        return _NEXT[phase]
    return _refuse_choice(state, phase, action - first)


def _refuse_turn(state: Any, action: int) -> Sentence:
    if RECRUIT <= action < MOVE:
        return _refuse_recruit(state, *divmod(action - RECRUIT, CRAFTS))
    if MOVE <= action < ROW:
        return _refuse_move(state, action - MOVE)
    for actions, why in _BEFORE:
        if action in actions:
            return why
    return sentence(
        "A turn begins with passing, recruiting or moving the caravan, not with '{move}' (clause 3).",
        move=SPELLING.write(action),
    )


def _refuse_recruit(state: Any, group: int, craft: int) -> Sentence:
    seat, seats = int(state["actor"]), int(state["seats"])
    if group >= seats:
        return sentence("With {seats} players there are {seats} groups of craft cards (clause 1).", seats=seats)
    if state["craft"][group, craft] == 0:
        return sentence("Group {group} has no {craft} face up (clause 3).", group=group + 1, craft=CRAFT_NAMES[craft])
    price, talents = int(state["face_down"][group]), int(state["talents"][seat])
    if price > talents:
        return sentence(
            "Group {group} costs {price} talents now, and seat {actor} has {talents} (clause 3).",
            group=group + 1,
            price=price,
            actor=seat,
            talents=talents,
        )
    if craft == Craft.MERCHANT:
        return sentence("No camel is left, so no merchant can be recruited (clauses 2 and 3).")
    return sentence("No irrigation area is available, so no engineer can be recruited (clause 3).")


def _refuse_move(state: Any, city: int) -> Sentence:
    seat, name = int(state["actor"]), CITY_NAMES[city].title()
    ring = [int(at) for at in state["part"][RING : RING + CITIES]]
    distance = (ring.index(city) - int(state["caravan"])) % CITIES
    if distance == 0:
        return sentence("The caravan is in {city} already and never goes full circle (clause 8).", city=name)
    camels = int(state["camels"][seat])
    if camels == 0:
        return sentence("Seat {actor} has no camel to move the caravan with (clause 8).", actor=seat)
    if distance > rules.reach_of_caravan.on("interpreted")(state, seat):
        return sentence(
            "{city} is {distance} spaces away: that takes {needed} camels, and seat {actor} has {camels} (clause 8).",
            city=name,
            distance=distance,
            needed=int(rules.camels_for.on("interpreted")(state, seat, distance)),
            actor=seat,
            camels=camels,
        )
    return _refuse_city(state, seat, city)


def _refuse_city(state: Any, seat: int, city: int) -> Sentence:
    name = CITY_NAMES[city].title()
    if city == BABYLON:
        return sentence("Seat {actor} has no resource to sell in Babylon (clause 9).", actor=seat)
    asked = int(state["part"][ASKS + city])
    extra = rules.extra_of.on("interpreted")(state, city)
    if int(rules.payments.on("interpreted")(state, seat, asked, extra)) == 0:
        if extra < 0:
            return sentence(
                "Seat {actor} cannot pay: {city} asks for {resource}, or wine instead (clause 10).",
                actor=seat,
                city=name,
                resource=RESOURCE_NAMES[asked],
            )
        return sentence(
            "Seat {actor} cannot pay: {city} asks for {resource}, its plant for {extra}, or wine instead (clause 10).",
            actor=seat,
            city=name,
            resource=RESOURCE_NAMES[asked],
            extra=RESOURCE_NAMES[extra],
        )
    if PLANT_AT[city] >= 0:
        return sentence(
            "Seat {actor} could not plant any irrigated square with the plant of {city} (clause 12).",
            actor=seat,
            city=name,
        )
    return sentence("No court card that {city} sells is left for seat {actor} (clause 11).", city=name, actor=seat)


def _refuse_choice(state: Any, phase: Phase, choice: int) -> Sentence:
    seat = int(state["actor"])
    if phase in (Phase.ENGINEER, Phase.IRRIGATE):
        if rules.is_full.on("interpreted")(state, choice):
            return sentence("All of {edge} is already irrigated (clause 6).", edge=EDGE_NAMES[choice])
        return sentence(
            "Water cannot reach {edge} yet: neither the river nor a full edge joined to it meets it (clause 6).",
            edge=EDGE_NAMES[choice],
        )
    if phase == Phase.PLANT:
        return _refuse_square(state, seat, choice)
    if phase in (Phase.COURT, Phase.BONUS):
        return _refuse_court(state, seat, phase, choice)
    if phase == Phase.TOKEN:
        return sentence("No {resource} lies on a level-2 caravaneer (clause 11).", resource=RESOURCE_NAMES[choice])
    if phase == Phase.EXCHANGE_FOR:
        return sentence("You get another resource in exchange, but never wine (clause 14).")
    if phase == Phase.SELL and choice == RESOURCES:
        return sentence("Sell at least one resource in Babylon (clause 9).")
    if state["resources"][seat, choice] == 0:
        return sentence("Seat {actor} has no {resource} (clause 2).", actor=seat, resource=RESOURCE_NAMES[choice])
    if choice in (_asked(state, phase), Resource.WINE):
        return sentence("With that payment the rest could not be paid (clause 10).")
    return sentence("{resource} is not asked for here (clause 10).", resource=RESOURCE_NAMES[choice].capitalize())


def _asked(state: Any, phase: Phase) -> int:
    city = int(rules.city_at.on("interpreted")(state, int(state["caravan"])))
    if phase == Phase.PAY_PLANT:
        return int(rules.extra_of.on("interpreted")(state, city))
    return int(state["part"][ASKS + city])


def _refuse_square(state: Any, seat: int, square: int) -> Sentence:
    name = SQUARE_NAMES[square]
    if state["gardener"][square] >= 0:
        return sentence("Square {square} is already planted (clause 12).", square=name)
    if state["tile"][square] < 0:
        return sentence(
            "Square {square} is not used with {seats} players (clause 5).", square=name, seats=int(state["seats"])
        )
    if not int(state["wet"]) >> square & 1:
        return sentence("No side of {square} is fully irrigated (clause 12).", square=name)
    return sentence(
        "Square {square} needs quality {needed}, more than this plant and seat {actor}'s gardeners have (clause 12).",
        square=name,
        needed=int(QUALITY[square]),
        actor=seat,
    )


def _refuse_court(state: Any, seat: int, phase: Phase, kind: int) -> Sentence:
    name = COURT_NAMES[kind]
    if phase == Phase.COURT:
        city = int(rules.city_at.on("interpreted")(state, int(state["caravan"])))
        if not int(state["part"][SELLS + city]) >> kind & 1:
            return sentence("{city} does not sell the {kind} (clause 11).", city=CITY_NAMES[city].title(), kind=name)
    elif not int(state["bonus"]) >> kind & 1:
        return sentence("The tile does not bring the {kind} (clause 12).", kind=name)
    if kind == Court.GARDENER:
        return sentence("No gardener is left (clause 11).")
    level = int(state["level"][seat, kind]) + 1
    return sentence(
        "There is no {kind} of level {level} left for seat {actor} (clause 11).", kind=name, level=level, actor=seat
    )


NOTATION = Notation(write=SPELLING.write, read=read, clicks=SPELLING.clicks, refuse=refuse, ask=ask)
