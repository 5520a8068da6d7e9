"""The fields that the views of all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ziggurat.core.choices import Choice, choices
from ziggurat.core.game import Game, Records
from ziggurat.core.record import Values

Choose = Callable[[Game, Records, int], Any]  # makes a view's choices
OVER = "The game is over."


class BaseView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one seat sees it (-1: a spectator)."""

    seat: int
    seats: int
    actor: int  # the seat that decides; -1: the game is over
    phase: str
    question: str  # what the actor is asked
    over: bool
    ending: str  # why the game ended
    choices: list[Choice]  # what this seat may do now


def head(
    game: Game, records: Records, state: Values, seat: int, phase: str, choose: Choose = choices
) -> dict[str, Any]:
    """Those fields, from a record that is redacted for the seat."""
    over = state["over"]
    return {
        "seat": seat,
        "seats": state["seats"],
        "actor": -1 if over else state["actor"],
        "phase": phase,
        "question": OVER if over else game.notation.ask(state),
        "over": bool(over),
        "ending": game.endings[over],
        "choices": choose(game, records, seat),
    }
