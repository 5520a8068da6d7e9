"""A match as the steps that led to it."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.core.events import Event
from ziggurat.core.match import Match


class Step(NamedTuple):
    """One decision: who made it, the move, and everything that came of it."""

    seat: int
    move: str
    events: list[Event]


def steps(match: Match) -> list[Step]:
    """All decisions of a match, with all secrets."""
    return list(map(Step, match.deciders(), match.history(), match.events_by_decision(None)))
