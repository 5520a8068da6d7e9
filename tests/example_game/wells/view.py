"""What a seat sees of Nine Wells, typed and named."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ziggurat.core.choices import choices, one_of
from ziggurat.core.record import values_of
from ziggurat.core.view import BaseView, Choose, head

from .state import NO_WELL, UNKNOWN, WELL_NAMES

PHASES = ("claim", "roll")


class Well(msgspec.Struct, frozen=True):
    """A well; it has no water before somebody has rolled for it."""

    place: str
    seat: int | None
    water: int


class Player(msgspec.Struct, frozen=True):
    """What is known of a seat."""

    seat: int
    score: int
    spring: str | None  # missing where the viewer may not know it


class View(BaseView, frozen=True, kw_only=True):
    """The table of Nine Wells."""

    phase: Annotated[str, one_of(PHASES)]
    wells: list[Well]
    players: list[Player]


def view(records: Any, seat: int, choose: Choose = choices) -> View:
    """What a record, redacted for a seat, shows it; `choose` makes its choices."""
    from . import GAME

    state = values_of(records)
    springs = [None if spring == UNKNOWN else WELL_NAMES[spring] for spring in state["spring"]]
    return View(
        **head(GAME, records, state, seat, PHASES[state["claimed"] != NO_WELL], choose),
        wells=[
            Well(name, None if owner < 0 else owner, water)
            for name, owner, water in zip(WELL_NAMES, state["owner"], state["water"], strict=True)
        ],
        players=[Player(other, state["score"][other], springs[other]) for other in range(state["seats"])],
    )
