"""The events of Nine Wells and their sentences."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.events import Argument, EventForm, named

from .state import WELL_NAMES


class EventKind(IntEnum):
    """The kinds of event."""

    CLAIMED = 1
    ROLLED = 2
    SPRING = 3
    GAME_ENDED = 4


ENDINGS = {"": "", "all claimed": "all nine wells are claimed"}  # by their codes
ENDING_TEXTS = tuple(ENDINGS.values())

_WELL = named("well", WELL_NAMES)

FORMS: dict[int, EventForm] = {
    EventKind.CLAIMED: EventForm("claimed", (_WELL,), "{seat} claims {well}"),
    EventKind.ROLLED: EventForm("rolled", (_WELL, Argument("water")), "{well} gives {seat} {water} water"),
    EventKind.SPRING: EventForm("spring", (_WELL,), "{seat} has claimed their own spring, {well}"),
    EventKind.GAME_ENDED: EventForm("game ended", (), "all nine wells are claimed"),
}
