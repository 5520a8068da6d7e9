"""Opening codes of Amyitis: the craft a seat recruited first."""

from __future__ import annotations

from ziggurat.core.match import Match
from ziggurat.games.amyitis.board import CRAFT_NAMES


def opening(match: Match, seat: int) -> str:
    """A craft; nothing before one was recruited."""
    for decider, action in zip(match.deciders(), match.actions, strict=True):
        word = match.game.notation.write(action).partition(" ")[0]
        if decider == seat and word in CRAFT_NAMES:
            return word
    return ""
