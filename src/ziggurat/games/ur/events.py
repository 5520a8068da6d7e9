"""What can happen in Ur, and how it is told. Everything is public (16)."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.events import Argument, EventForm
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


ENDING_TEXTS = (
    "",
    "a player cannot swap",
    "all ziggurats stand and the round is complete",
    "the turn limit is reached",
)


_FIELD = Argument("place", lambda number: FIELD_NAMES[number])
_TARGET = Argument("target", lambda number: FIELD_NAMES[number])
_KIND = Argument("action", lambda number: KIND_NAMES[number])
_STONES = Argument("stones")

FORMS: dict[int, EventForm] = {
    # Not "puts": with culture (8) somebody else may be the one who acts.
    EventKind.GAINED: EventForm(
        "gained", (_FIELD, _STONES), "{stones:# stone|# stones} of {seat} {stones:goes|go} on {place}"
    ),
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
            Argument("place", lambda number: PLACE_NAMES[number]),
            Argument("taken", lambda number: PAIR_NAMES[number]),
            Argument("given", lambda number: f"{PAIR_NAMES[number // KINDS]} ({KIND_NAMES[number % KINDS]} up)"),
        ),
        "{seat} takes {taken} from {place} and leaves {given}",
    ),
    EventKind.KEPT: EventForm("kept", (), "{seat} keeps the hand tile"),
    EventKind.GAME_ENDED: EventForm(
        "game ended", (Argument("reason", lambda number: ENDING_TEXTS[number]),), "the game ends: {reason}"
    ),
}
