"""A match as the steps that led to it."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.core.events import Event
from ziggurat.core.match import Match


class MatchStep(NamedTuple):
    """One decision: who made it, the move, and the events it caused."""

    seat: int
    move: str
    events: list[Event]


def steps(match: Match) -> list[MatchStep]:
    """All decisions of a match, with all secrets."""
    return list(map(MatchStep, match.deciders(), match.history(), match.events_by_decision(None)))
