"""The events of Amyitis and their sentences. Nothing is secret."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.events import Argument, EventForm, from_one, named
from ziggurat.games.amyitis.board import (
    CITY_NAMES,
    COURT_NAMES,
    CRAFT_NAMES,
    EDGE_NAMES,
    EDGES,
    RESOURCE_NAMES,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLE_NAMES,
)


class EventKind(IntEnum):
    """The kinds of event."""

    ROUND_BEGAN = 1
    GAINED = 2
    TALENTS = 3
    CAMELS = 4
    RESOURCE = 5
    PASSED = 6
    RECRUITED = 7
    WORKED = 8
    ROW_WON = 9
    ROW_TIED = 10
    PRAYED = 11
    NEUTRAL_PRIEST = 12
    IRRIGATED = 13
    NEUTRAL_WATER = 14
    MOVED = 15
    PAID = 16
    COURT_TAKEN = 17
    GARDENER_TAKEN = 18
    PLANTED = 19
    BONUS_LOST = 20
    IRRIGATION_TIED = 21
    PLANT_TURNED = 22
    TEMPLE_WON = 23
    GAVE = 24
    DISCARDED = 25
    FIRST_PLAYER = 26
    GAME_ENDED = 27


class Source(IntEnum):
    """Where points and tokens come from."""

    BANKER = 0
    PASS_SQUARE = 1
    ENGINEER = 2
    MERCHANT = 3
    SALE = 4
    PALACE = 5
    CARAVANEER = 6
    TILE = 7
    IRRIGATION = 8
    FIELD = 9
    ISHTAR = 10
    MARDUK = 11
    TAMMOUZ = 12
    FAVOUR = 13
    RESOURCES = 14


SOURCE_NAMES = (
    "the banker",
    "the Pass square",
    "the engineer",
    "the merchant",
    "a sale",
    "the palace",
    "the caravaneer",
    "the garden tile",
    "irrigation",
    "the field",
    "Ishtar",
    "Marduk",
    "Tammouz",
    "Amyitis' favour",
    "resources left",
)
ENDINGS = {"": "", "planted": "the garden is planted", "last round": "the last round is over"}
ENDING_TEXTS = tuple(ENDINGS.values())


TEMPLE_TITLES = tuple(name.title() for name in TEMPLE_NAMES)
CITY_TITLES = tuple(name.title() for name in CITY_NAMES)
CRAFT_TEXTS = tuple(f"an {name}" if name[0] in "aeiou" else f"a {name}" for name in CRAFT_NAMES)


def _where(number: int) -> str | None:
    return SQUARE_NAMES[number] if number >= 0 else None


_SOURCE = named("source", SOURCE_NAMES)
_RESOURCE = named("resource", RESOURCE_NAMES)
_CRAFT = named("craft", CRAFT_NAMES, texts=CRAFT_TEXTS)
_ROW = named("row", ROW_NAMES)
_TEMPLE = named("temple", TEMPLE_TITLES)
_EDGE = named("edge", EDGE_NAMES)
_CITY = named("city", CITY_TITLES)
_COURT = named("kind", COURT_NAMES)
_SQUARE = named("square", SQUARE_NAMES)
_WHERE = Argument("square", _where, names=SQUARE_NAMES)
# The winner's cubes around a planted square, each by its edge (12): an edge with two of them is there twice.
_COUNTED = Argument("counted", lambda area: EDGE_NAMES[area % EDGES], names=EDGE_NAMES)
_COUNT = Argument("count")

FORMS = {
    EventKind.ROUND_BEGAN: EventForm("round began", (Argument("round"),), "round {round} begins"),
    EventKind.GAINED: EventForm(
        "gained",
        (_COUNT, _SOURCE, _WHERE),
        "{seat} scores {count} prestige from {source}",
        sets=(_COUNTED,),
        brief="{seat} scores {count} from {source}",
    ),
    EventKind.TALENTS: EventForm(
        "talents",
        (_COUNT, _SOURCE),
        "{seat} takes {count:# talent|# talents} from {source}",
        brief="{seat} takes {count:talent|# talents}",
    ),
    EventKind.CAMELS: EventForm(
        "camels",
        (_COUNT, _SOURCE),
        "{seat} takes {count:# camel|# camels} from {source}",
        brief="{seat} takes {count:camel|# camels}",
    ),
    EventKind.RESOURCE: EventForm(
        "resource", (_RESOURCE, _SOURCE), "{seat} takes {resource} from {source}", brief="{seat} takes {resource}"
    ),
    EventKind.PASSED: EventForm("passed", (), "{seat} passes"),
    EventKind.RECRUITED: EventForm(
        "recruited",
        (_CRAFT, Argument("group", from_one), Argument("price")),
        "{seat} recruits {craft} of group {group} {price:for free|for # talent|for # talents}",
        brief="{seat} recruits {craft} {group}",
    ),
    EventKind.WORKED: EventForm(
        "worked", (_ROW,), "{seat} puts a cube into the {row} field", brief="{seat} works in {row} field"
    ),
    EventKind.ROW_WON: EventForm(
        "row won",
        (_ROW,),
        "the {row} field is full and emptied; {seat} has the most cubes",
        brief="{row} field is emptied; {seat} has most cubes",
    ),
    EventKind.ROW_TIED: EventForm(
        "row tied",
        (_ROW,),
        "the {row} field is full and emptied; nobody has the most cubes",
        brief="{row} field is emptied; nobody has most cubes",
    ),
    EventKind.PRAYED: EventForm(
        "prayed", (_TEMPLE,), "{seat} puts a cube into the temple of {temple}", brief="{seat} puts cube into {temple}"
    ),
    EventKind.NEUTRAL_PRIEST: EventForm(
        "neutral priest", (_TEMPLE,), "a neutral cube enters the temple of {temple}", brief="neutral cube to {temple}"
    ),
    EventKind.IRRIGATED: EventForm("irrigated", (_EDGE,), "{seat} irrigates {edge}"),
    EventKind.NEUTRAL_WATER: EventForm("neutral water", (_EDGE,), "neutral cubes irrigate {edge}"),
    EventKind.MOVED: EventForm(
        "moved",
        (_CITY, Argument("camels")),
        "{seat} moves the caravan to {city} {camels:for free|for # camel|for # camels}",
        brief="{seat} moves caravan to {city}",
    ),
    EventKind.PAID: EventForm("paid", (_RESOURCE,), "{seat} pays {resource}"),
    EventKind.COURT_TAKEN: EventForm(
        "court taken",
        (_COURT, Argument("level")),
        "{seat} takes a {kind} of level {level}",
        brief="{seat} takes {kind} {level}",
    ),
    EventKind.GARDENER_TAKEN: EventForm("gardener taken", (), "{seat} takes a gardener"),
    EventKind.PLANTED: EventForm(
        "planted",
        (_SQUARE, Argument("tile", from_one), Argument("gardeners")),
        "{seat} plants {square}{gardeners:| with # gardener| with # gardeners} and takes its tile",
        brief="{seat} plants {square}{gardeners:| with # gardener| with # gardeners}",
    ),
    EventKind.BONUS_LOST: EventForm("bonus lost", (), "no court card is left for {seat}"),
    EventKind.IRRIGATION_TIED: EventForm("irrigation tied", (_SQUARE,), "nobody has the most cubes around {square}"),
    EventKind.PLANT_TURNED: EventForm(
        "plant turned", (_CITY,), "the plant card of {city} is turned over", brief="plant of {city} is turned over"
    ),
    EventKind.TEMPLE_WON: EventForm(
        "temple won",
        (_TEMPLE, Argument("place")),
        "{seat} is {place:first|second} in the temple of {temple}",
        brief="{seat} is {place:first|second} in {temple}",
    ),
    EventKind.GAVE: EventForm("gave", (_RESOURCE,), "{seat} gives {resource} back"),
    EventKind.DISCARDED: EventForm(
        "discarded",
        (_RESOURCE,),
        "{seat} gives up {resource}: there is no room for it",
        brief="{seat} gives up {resource}",
    ),
    EventKind.FIRST_PLAYER: EventForm("first player", (), "{seat} is first player now"),
    EventKind.GAME_ENDED: EventForm("game ended", (named("reason", ENDING_TEXTS),), "the game ends: {reason}"),
}
