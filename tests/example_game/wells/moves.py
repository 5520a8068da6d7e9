"""Actions of Nine Wells as text, as things to click, and in sentences."""

from __future__ import annotations

from typing import Any

from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.core.spelling import Span, Spelling, each

from .actions import ROLL
from .state import NO_WELL, WELL_NAMES

SPELLING = Spelling([Span(0, "claim {well}", ("well:{well}",), each(well=WELL_NAMES)), Span(ROLL, "roll", ("die",))])


def read(text: str) -> int:
    """Text as an action: `claim b2` or `roll`."""
    action = SPELLING.find(text)
    if action is None:
        raise InvalidMove(
            sentence("'{text}' is not a move; moves look like 'claim b2' or 'roll'.", text=shortened(text))
        )
    return action


def refuse(state: Any, action: int) -> Sentence:
    """Why an action is not legal now."""
    if state["claimed"] != NO_WELL:
        return sentence("The well is rolled for first: 'roll' (clause 2).")
    if action == ROLL:
        return sentence("A well is claimed first, such as 'claim b2' (clause 2).")
    return sentence(
        "Seat {owner} has claimed {well} already (clause 2).",
        owner=int(state["owner"][action]),
        well=WELL_NAMES[action],
    )


def ask(state: Any) -> str:
    """What the actor is asked."""
    seat, claimed = int(state["actor"]), int(state["claimed"])
    return f"Seat {seat} claims a well." if claimed == NO_WELL else f"Seat {seat} rolls for {WELL_NAMES[claimed]}."


NOTATION = Notation(write=SPELLING.write, read=read, clicks=SPELLING.clicks, refuse=refuse, ask=ask)
