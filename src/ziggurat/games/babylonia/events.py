"""The events of Babylonia and their sentences."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.events import Argument, EventForm, from_one, named
from ziggurat.games.babylonia.board import CARD_TEXTS, HEX_NAMES, TILE_NAMES, TOKEN_NAMES


class EventKind(IntEnum):
    """The kinds of event."""

    PLACED = 1
    PLACED_IN_RIVER = 2
    GAINED = 3
    CITY_TAKEN = 4
    CITY_DISCARDED = 5
    ZIGGURAT_WON = 6
    ZIGGURAT_TIED = 7
    CARD_TAKEN = 8
    DREW = 9
    EXTRA_TURN = 10
    GAME_ENDED = 11
    GAINED_FROM_CARD = 12


class Set(IntEnum):
    """The sets of hexagons that go with an event."""

    COUNTED = 0
    CONNECTED = 1


class Source(IntEnum):
    """Where points come from."""

    ZIGGURATS = 0
    CROP_FIELD = 1
    NOBLES = 2
    CITIES = 3
    CARD = 4


SOURCE_NAMES = ("ziggurats", "crop field", "nobles", "cities", "ziggurat card")
SOURCE_TEXTS = ("ziggurats", "the crop field", "nobles", "cities", "a ziggurat card")
ENDINGS = {"": "", "empty stand": "a stand is empty", "last city": "at most one city is left"}
ENDING_TEXTS = tuple(ENDINGS.values())


def _nowhere(_: int) -> None:
    return None


_PLACE = named("place", HEX_NAMES)
_TOKEN = named("token", TOKEN_NAMES)
_SECRET_TOKEN = named("token", TOKEN_NAMES, secret=True)
_TILE = named("tile", TILE_NAMES)
_SOURCE = named("source", SOURCE_NAMES, texts=SOURCE_TEXTS)
_CARD = Argument("card", from_one)
_CARD_TEXT = named("effect", CARD_TEXTS)

# What was counted, by source: ziggurats touched (6), nobles that scored (10). For a city or a ziggurat that somebody
# got, the tokens beside it that were the most (11, 13).
_COUNTED = named("counted", HEX_NAMES)
# The seat's tokens that are connected to a city (10). Those in the river lie there for all to see.
_CONNECTED = named("connected", HEX_NAMES)

FORMS = {
    EventKind.PLACED: EventForm("placed", (_PLACE, _TOKEN), "{seat} places a {token} on {place}"),
    EventKind.PLACED_IN_RIVER: EventForm(
        "placed in river",
        (_PLACE, _SECRET_TOKEN),
        "{seat} places a {token} face down in the river at {place}",
        "{seat} places a token face down in the river at {place}",
    ),
    EventKind.GAINED: EventForm(
        "gained",
        (_PLACE, Argument("points"), _SOURCE),
        "{seat} scores {points:# point|# points} from {source} at {place}",
        sets=(_COUNTED, _CONNECTED),
    ),
    EventKind.GAINED_FROM_CARD: EventForm(
        "gained",
        (Argument("place", _nowhere), Argument("points"), _SOURCE),
        "{seat} scores {points:# point|# points} from {source}",
    ),
    EventKind.CITY_TAKEN: EventForm(
        "city taken", (_PLACE, _TILE), "{seat} takes the city at {place}", sets=(_COUNTED,)
    ),
    EventKind.CITY_DISCARDED: EventForm(
        "city discarded", (_PLACE, _TILE), "the city at {place} is tied and leaves the game"
    ),
    EventKind.ZIGGURAT_WON: EventForm(
        "ziggurat won", (_PLACE,), "{seat} wins the ziggurat at {place}", sets=(_COUNTED,)
    ),
    EventKind.ZIGGURAT_TIED: EventForm("ziggurat tied", (_PLACE,), "the ziggurat at {place} goes to nobody"),
    EventKind.CARD_TAKEN: EventForm("card taken", (_CARD, _CARD_TEXT), "{seat} takes ziggurat card {card}: {effect}"),
    EventKind.DREW: EventForm("drew", (_SECRET_TOKEN,), "{seat} draws a {token}", "{seat} draws a token"),
    EventKind.EXTRA_TURN: EventForm("extra turn", (), "{seat} plays an extra turn"),
    EventKind.GAME_ENDED: EventForm("game ended", (named("reason", ENDING_TEXTS),), "the game ends: {reason}"),
}
