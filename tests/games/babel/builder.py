"""Short ways to set up a situation of Babel, and to read what came of it.

A situation says where seat 0 and seat 1 have what; everything it does not mention lies in the draw piles. Rows and
hands are letters (`SSSA`, the oldest card first), temples and stacks are digits (`123`, the top card last).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ziggurat

Rows = Mapping[str, str]


def side(
    hand: str = "",
    *,
    pawn: str = "quarry",
    rows: Rows | None = None,
    temples: Rows | None = None,
    stack: str = "",
    first_card: bool = False,
    remembered: str = "",
) -> dict[str, Any]:
    """What one seat has, as positions write it."""
    return {
        "hand": hand,
        "pawn": pawn,
        "rows": dict(rows or {}),
        "temples": {site: [int(level) for level in levels] for site, levels in (temples or {}).items()},
        "stack": [int(level) for level in stack],
        "first_card": first_card,
        "remembered": remembered,
    }


def position(own: dict[str, Any], other: dict[str, Any] | None = None, **entries: Any) -> ziggurat.Match:
    """A match in which seat 0 acts, against seat 1; further entries go into the position as they are."""
    return ziggurat.load("babel", {"players": [own, other or side()], **entries})


def row(match: ziggurat.Match, seat: int, site: str) -> str:
    """The row of a seat at a site."""
    cards: str = match.position()["players"][seat]["rows"][site]
    return cards


def temple(match: ziggurat.Match, seat: int, site: str) -> str:
    """The temple of a seat at a site."""
    return "".join(map(str, match.position()["players"][seat]["temples"][site]))


def hand(match: ziggurat.Match, seat: int) -> str:
    """The hand of a seat."""
    cards: str = match.position()["players"][seat]["hand"]
    return cards


def stack(match: ziggurat.Match, seat: int) -> str:
    """The stack of a seat."""
    return "".join(map(str, match.position()["players"][seat]["stack"]))


def deck_top(match: ziggurat.Match) -> str:
    """The known top of the temple deck."""
    return "".join(map(str, match.position()["deck_top"]))


def moves(match: ziggurat.Match, word: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [move for move in match.moves() if move.split()[0] == word]


def happened(match: ziggurat.Match, kind: str, seat: int | None = -1) -> list[ziggurat.Event]:
    """The events of one kind, as a seat may know them."""
    return [event for event in match.events(seat) if event.kind == kind]
