"""The constant data of Babel's cards and sites, for the page."""

from __future__ import annotations

from typing import Any

from ziggurat.games.babel.cards import (
    AHEAD,
    BEHIND,
    CARDS_PER_NATION,
    FAR_AHEAD,
    NATION_LETTERS,
    NATION_NAMES,
    SITE_NAMES,
)


def printed() -> dict[str, Any]:
    """The letters of nations and their sites, how many cards a nation has, and the totals that end a game."""
    return {
        "nations": dict(zip(NATION_NAMES, NATION_LETTERS, strict=True)),
        "sites": dict(zip(SITE_NAMES, NATION_LETTERS, strict=True)),
        "copies": CARDS_PER_NATION,
        "ends": {"behind": BEHIND, "ahead": AHEAD, "far_ahead": FAR_AHEAD},
    }
