"""Actions of Amyitis as text, as things to click, and in sentences."""

from __future__ import annotations

import difflib
from typing import Any

from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.games.amyitis import rules
from ziggurat.games.amyitis.actions import (
    ACTIONS,
    BASE,
    COURT,
    DISCARD,
    DONE,
    GIVE,
    KEEP,
    MOVE,
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
    Resource,
)
from ziggurat.games.amyitis.components import ASKS, RING, SELLS
from ziggurat.games.amyitis.state import Phase


def _texts() -> list[str]:
    """Every action's text, in the order of the action numbers."""
    resources = [[f"{verb} {name}" for name in RESOURCE_NAMES] for verb in ("sell", "pay", "take", "give", "discard")]
    sell, pay, take, give, discard = resources
    return [
        "pass",
        *(f"{name} {group + 1}" for group in range(GROUPS) for name in CRAFT_NAMES),
        *(f"to {name}" for name in CITY_NAMES),
        *(f"field {name}" for name in ROW_NAMES),
        *(f"temple {name}" for name in TEMPLE_NAMES),
        *(f"water {name}" for name in EDGE_NAMES),
        *sell,
        "done",
        *pay,
        *take,
        *give,
        "keep",
        *discard,
        *(f"court {name}" for name in COURT_NAMES),
        *(f"plant {name}" for name in SQUARE_NAMES),
        *(f"prize {name}" for name in PRIZE_NAMES),
    ]


_TEXTS = _texts()
_NUMBERS = {text: action for action, text in enumerate(_TEXTS)}
_NUMBERS |= {f"water {name}": WATER + edge for name, edge in EDGE_BY_NAME.items()}


def write(action: int) -> str:
    """An action as text: `pass`, `priest 2`, `to mari`, `field top`, `water a1-b1`, `plant c3`, `court palace`, ..."""
    return _TEXTS[action]


def read(text: str) -> int:
    """Text as an action; capitals and extra spaces do not matter, nor which square of an edge comes first."""
    move = " ".join(text.lower().split())
    if move in _NUMBERS:
        return _NUMBERS[move]
    close = difflib.get_close_matches(move, _NUMBERS, n=1, cutoff=0.75)
    hint = f"Did you mean '{close[0]}'?" if close else "Moves look like 'priest 2', 'to mari', 'plant c3' or 'pass'."
    raise InvalidMove(f"'{text}' is not a move. {hint}")


def clicks(action: int) -> tuple[str, ...]:
    """The things to click, in order; the page gives each of them that name."""
    if RECRUIT <= action < MOVE:
        group, craft = divmod(action - RECRUIT, CRAFTS)
        return (f"group:{group + 1}", f"craft:{CRAFT_NAMES[craft]}")
    for first, last, thing, names in _THINGS:
        if first <= action < last:
            return (f"{thing}:{names[action - first]}",)
    return (_TEXTS[action],)  # pass, done, keep


_THINGS: tuple[tuple[int, int, str, tuple[str, ...]], ...] = (
    (MOVE, ROW, "city", CITY_NAMES),
    (ROW, TEMPLE, "field", ROW_NAMES),
    (TEMPLE, WATER, "temple", TEMPLE_NAMES),
    (WATER, SELL, "edge", EDGE_NAMES),
    (SELL, DONE, "sell", RESOURCE_NAMES),
    (PAY, TAKE, "pay", RESOURCE_NAMES),
    (TAKE, GIVE, "supply", RESOURCE_NAMES),
    (GIVE, KEEP, "give", RESOURCE_NAMES),
    (DISCARD, COURT, "discard", RESOURCE_NAMES),
    (COURT, PLANT, "court", COURT_NAMES),
    (PLANT, PRIZE, "square", SQUARE_NAMES),
    (PRIZE, ACTIONS, "prize", PRIZE_NAMES),
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
    Phase.PEASANT: "The peasant goes into a field first: 'field top' or 'field bottom' (clause 4).",
    Phase.PRIEST: "The priest goes to a temple first, such as 'temple ishtar' (clause 17).",
    Phase.ENGINEER: "The engineer brings water first, such as 'water d1-d2' (clause 7).",
    Phase.SELL: "A resource is sold in Babylon first, such as 'sell salt' (clause 9).",
    Phase.SELL_MORE: "Sell a second resource first, or say 'done' (clause 9).",
    Phase.IRRIGATE: "The sale brings water first, such as 'water d1-d2' (clause 7).",
    Phase.PAY_CITY: "The city is paid first: with what it asks, or with wine (clause 10).",
    Phase.PAY_PLANT: "The plant card is paid first: with what it asks, or with wine (clause 10).",
    Phase.COURT: "A court card is taken first, such as 'court banker' (clause 11).",
    Phase.TOKEN: "The resource of the level-2 caravaneer is taken first, such as 'take salt' (clause 11).",
    Phase.PLANT: "A square is planted first, such as 'plant d4' (clause 12).",
    Phase.GIFT: "The garden tile's resource is taken first, such as 'take wine' (clause 12).",
    Phase.BONUS: "The garden tile's court card is taken first, such as 'court palace' (clause 12).",
    Phase.PROCESSION: "The procession comes first: an own cube, such as 'temple ishtar' (clause 14).",
    Phase.ISHTAR: "Ishtar's prize is taken first: 'prize camel' or 'prize talent' (clause 14).",
    Phase.HARVEST: "Tammouz' cube goes into a field first: 'field top' or 'field bottom' (clause 14).",
    Phase.EXCHANGE: "Exchange a resource first, such as 'give wine', or say 'keep' (clause 14).",
    Phase.EXCHANGE_FOR: "Take another resource in exchange first, such as 'take salt' (clause 14).",
    Phase.DISCARD: "A resource above the limit is given up first, such as 'discard salt' (clause 14).",
}
_LENGTHS = {WATER: EDGES, SELL: RESOURCES + 1, PAY: RESOURCES, TAKE: RESOURCES, GIVE: RESOURCES + 1}
_LENGTHS |= {DISCARD: RESOURCES, COURT: COURTS, PLANT: len(SQUARE_NAMES)}


def refuse(state: Any, action: int) -> str:
    """Why an action is not legal now, with the clause of rules.md."""
    phase = Phase(int(state["phase"]))
    if phase == Phase.TURN:
        return _refuse_turn(state, action)
    first = int(BASE[phase])
    if not first <= action < first + _LENGTHS.get(first, 0):
        return _NEXT[phase]
    return _refuse_choice(state, phase, action - first)


def _refuse_turn(state: Any, action: int) -> str:
    if RECRUIT <= action < MOVE:
        return _refuse_recruit(state, *divmod(action - RECRUIT, CRAFTS))
    if MOVE <= action < ROW:
        return _refuse_move(state, action - MOVE)
    return f"A turn begins with passing, recruiting or moving the caravan, not with '{write(action)}' (clause 3)."


def _refuse_recruit(state: Any, group: int, craft: int) -> str:
    seat, seats = int(state["actor"]), int(state["seats"])
    if group >= seats:
        return f"With {seats} players there are {seats} groups of craft cards (clause 1)."
    if state["craft"][group, craft] == 0:
        return f"Group {group + 1} has no {CRAFT_NAMES[craft]} face up (clause 3)."
    price, talents = int(state["face_down"][group]), int(state["talents"][seat])
    if price > talents:
        return f"Group {group + 1} costs {price} talents now, and seat {seat} has {talents} (clause 3)."
    return "No irrigation area is available, so no engineer can be recruited (clause 3)."


def _refuse_move(state: Any, city: int) -> str:
    seat, name = int(state["actor"]), CITY_NAMES[city].title()
    ring = [int(at) for at in state["part"][RING : RING + CITIES]]
    distance = (ring.index(city) - int(state["caravan"])) % CITIES
    if distance == 0:
        return f"The caravan is in {name} already and never goes full circle (clause 8)."
    camels = int(state["camels"][seat])
    if camels == 0:
        return f"Seat {seat} has no camel to move the caravan with (clause 8)."
    if distance > rules.reach_of_caravan.on("interpreted")(state, seat):
        needed = rules.camels_for.on("interpreted")(state, seat, distance)
        return f"{name} is {distance} spaces away: that takes {needed} camels, and seat {seat} has {camels} (clause 8)."
    return _refuse_city(state, seat, city)


def _refuse_city(state: Any, seat: int, city: int) -> str:
    name = CITY_NAMES[city].title()
    if city == BABYLON:
        return f"Seat {seat} has no resource to sell in Babylon (clause 9)."
    asked = int(state["part"][ASKS + city])
    extra = rules.extra_of.on("interpreted")(state, city)
    if int(rules.payments.on("interpreted")(state, seat, asked, extra)) == 0:
        besides = "" if extra < 0 else f" and its plant {RESOURCE_NAMES[extra]}"
        return f"Seat {seat} cannot pay: {name} asks {RESOURCE_NAMES[asked]}{besides}, or wine instead (clause 10)."
    if PLANT_AT[city] >= 0:
        return f"Seat {seat} could plant no irrigated square with the plant of {name} (clause 12)."
    return f"No court card that {name} sells is left for seat {seat} (clause 11)."


def _refuse_choice(state: Any, phase: Phase, choice: int) -> str:
    seat = int(state["actor"])
    if phase in (Phase.ENGINEER, Phase.IRRIGATE):
        if rules.is_full.on("interpreted")(state, choice):
            return f"Every area of {EDGE_NAMES[choice]} is irrigated already (clause 6)."
        return f"Water cannot reach {EDGE_NAMES[choice]} yet: no full edge meets it, nor does the river (clause 6)."
    if phase == Phase.PLANT:
        return _refuse_square(state, seat, choice)
    if phase in (Phase.COURT, Phase.BONUS):
        return _refuse_court(state, seat, phase, choice)
    if phase == Phase.TOKEN:
        return f"No {RESOURCE_NAMES[choice]} lies on a level-2 caravaneer (clause 11)."
    if phase == Phase.EXCHANGE_FOR:
        return "An exchange brings another resource, and never wine (clause 14)."
    if phase == Phase.SELL and choice == RESOURCES:
        return "At least one resource is sold in Babylon (clause 9)."
    if state["resources"][seat, choice] == 0:
        return f"Seat {seat} has no {RESOURCE_NAMES[choice]} (clause 2)."
    if choice in (_asked(state, phase), Resource.WINE):
        return "With that payment the rest could not be paid (clause 10)."
    return f"{RESOURCE_NAMES[choice].capitalize()} is not asked here (clause 10)."


def _asked(state: Any, phase: Phase) -> int:
    city = int(rules.city_at.on("interpreted")(state, int(state["caravan"])))
    if phase == Phase.PAY_PLANT:
        return int(rules.extra_of.on("interpreted")(state, city))
    return int(state["part"][ASKS + city])


def _refuse_square(state: Any, seat: int, square: int) -> str:
    name = SQUARE_NAMES[square]
    if state["gardener"][square] >= 0:
        return f"Square {name} has been planted already (clause 12)."
    if state["tile"][square] < 0:
        return f"Square {name} is not used with {int(state['seats'])} players (clause 5)."
    if not int(state["wet"]) >> square & 1:
        return f"No side of {name} is fully irrigated (clause 12)."
    needed = int(QUALITY[square])
    return f"Square {name} needs quality {needed}, more than this plant and seat {seat}'s gardeners have (clause 12)."


def _refuse_court(state: Any, seat: int, phase: Phase, kind: int) -> str:
    name = COURT_NAMES[kind]
    if phase == Phase.COURT:
        city = int(rules.city_at.on("interpreted")(state, int(state["caravan"])))
        if not int(state["part"][SELLS + city]) >> kind & 1:
            return f"{CITY_NAMES[city].title()} does not sell the {name} (clause 11)."
    elif not int(state["bonus"]) >> kind & 1:
        return f"The tile does not bring the {name} (clause 12)."
    if kind == Court.GARDENER:
        return "No gardener is left (clause 11)."
    level = int(state["level"][seat, kind]) + 1
    return f"There is no {name} of level {level} left for seat {seat} (clause 11)."


NOTATION = Notation(write=write, read=read, clicks=clicks, refuse=refuse, ask=ask)
