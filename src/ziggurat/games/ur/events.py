"""The events of Ur and their sentences. Everything is public (16)."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.events import Argument, EventForm, named
from ziggurat.games.ur.board import FIELD_NAMES, KIND_NAMES, KINDS, PAIR_NAMES, PLACE_NAMES


class EventKind(IntEnum):
    """The kinds of event."""

    GAINED = 1
    LOST = 2
    USED = 3
    MOVED = 4
    ATTACKED = 5
    CROSSED = 6
    BUILT = 7
    BONUS = 8
    SETTLED = 9
    SWAPPED = 10
    KEPT = 11
    GAME_ENDED = 12
    PUT = 13


ENDINGS = {
    "": "",
    "no swap": "a player cannot swap",
    "all ziggurats": "all ziggurats stand and the round is complete",
    "turn limit": "the turn limit is reached",
}
ENDING_TEXTS = tuple(ENDINGS.values())


def _given(number: int) -> str:
    return f"{_given_tile(number)} ({_given_side(number)} up)"


def _given_tile(number: int) -> str:
    return PAIR_NAMES[number // KINDS]


def _given_side(number: int) -> str:
    return KIND_NAMES[number % KINDS]


_FIELD = named("place", FIELD_NAMES)
_TARGET = named("target", FIELD_NAMES)
_KIND = named("action", KIND_NAMES)
_STONES = Argument("stones")
_GIVEN = 2  # the number of a swap that says which tile was left, and which of its sides is up

FORMS: dict[int, EventForm] = {
    EventKind.PUT: EventForm("put", (_FIELD, _STONES), "{seat} puts {stones:# stone|# stones} on {place}"),
    # By culture (8), whoever has used it.
    EventKind.GAINED: EventForm("gained", (_FIELD, _STONES), "{seat} gains {stones:# stone|# stones} on {place}"),
    EventKind.LOST: EventForm("lost", (_FIELD, _STONES), "{seat} loses {stones:# stone|# stones} on {place}"),
    EventKind.USED: EventForm("used", (_KIND,), "{seat} uses {action}"),
    EventKind.MOVED: EventForm("moved", (_FIELD, _TARGET), "{seat} moves a stone from {place} to {target}"),
    EventKind.ATTACKED: EventForm("attacked", (_FIELD, _TARGET), "{seat} attacks {target} from {place}"),
    EventKind.CROSSED: EventForm(
        "crossed", (_FIELD, _TARGET, _STONES), "{seat} moves {stones:# stone|# stones} from {place} to {target}"
    ),
    EventKind.BUILT: EventForm("built", (_FIELD,), "{seat} builds a ziggurat on {place}"),
    EventKind.BONUS: EventForm(
        "bonus", (_FIELD, _STONES), "{seat} puts {stones:# bonus stone|# bonus stones} on {place}"
    ),
    EventKind.SETTLED: EventForm(
        "settled", (_FIELD, _STONES), "{seat} comes back on {place} with {stones:# stone|# stones}"
    ),
    EventKind.SWAPPED: EventForm(
        "swapped",
        (
            named("place", PLACE_NAMES),
            named("taken", PAIR_NAMES),
            Argument("given", _given),
            Argument("given_tile", _given_tile, names=PAIR_NAMES, column=_GIVEN),
            Argument("given_side", _given_side, names=KIND_NAMES, column=_GIVEN),
        ),
        "{seat} takes {taken} from {place} and leaves {given}",
    ),
    EventKind.KEPT: EventForm("kept", (), "{seat} keeps the hand tile"),
    EventKind.GAME_ENDED: EventForm("game ended", (named("reason", ENDING_TEXTS),), "the game ends: {reason}"),
}
