"""Opening codes of Babel: the nation a seat's pawn went to first."""

from __future__ import annotations

from ziggurat.core.match import Match
from ziggurat.games.babel.cards import NATION_LETTERS, NATION_NAMES


def opening(match: Match, seat: int) -> str:
    """A nation, in small letters; nothing before the pawn has moved."""
    for decider, action in zip(match.deciders(), match.actions, strict=True):
        word, _, letter = match.game.notation.write(action).partition(" ")
        if decider == seat and word == "pawn":
            return NATION_NAMES[NATION_LETTERS.index(letter)].lower()
    return ""
