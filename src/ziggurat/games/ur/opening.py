"""Opening codes of Ur: the action that the field of a seat's first stone showed."""

from __future__ import annotations

from ziggurat.core.match import Match


def opening(match: Match, seat: int) -> str:
    """An ability; nothing before the first stone."""
    for decision, (decider, action) in enumerate(zip(match.deciders(), match.actions, strict=True)):
        word, _, place = match.game.notation.write(action).partition(" ")
        if decider == seat and word == "put":
            fields = match.at(decision).view(-1).fields
            return next(str(field.shows) for field in fields if field.place == place)
    return ""
