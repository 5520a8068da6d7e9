"""A match as the steps that led to it."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.core import log
from ziggurat.core.events import Event
from ziggurat.core.match import Match, load, new


class Step(NamedTuple):
    """One decision: who made it, the move, and everything that came of it."""

    seat: int
    move: str
    events: list[Event]


def deciders(match: Match) -> list[int]:
    """The seat that made each decision."""
    return [seat for seat, _ in log.parse(match.to_text()).decisions]


def beginning(match: Match) -> Match:
    """The same match before its first decision."""
    entry = log.parse(match.to_text())
    if entry.position is not None:
        return load(entry.game, entry.position)
    return new(entry.game, seats=entry.seats, seed=entry.seed, **entry.options)


def steps(match: Match) -> list[Step]:
    """All decisions of a match, with all secrets."""
    walk = beginning(match)
    told = []
    for (seat, move), action in zip(log.parse(match.to_text()).decisions, match.actions, strict=True):
        walk.play(action)
        told.append(Step(seat, move, walk.events(None, since=len(walk) - 1)))
    return told
