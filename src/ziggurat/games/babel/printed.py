"""What is printed on Babel's cards and sites, and never changes: the page draws it."""

from __future__ import annotations

from typing import Any

from ziggurat.games.babel.cards import NATION_LETTERS, NATION_NAMES, SITE_NAMES


def printed() -> dict[str, Any]:
    """The letters that stand for nations and their sites."""
    return {
        "nations": dict(zip(NATION_NAMES, NATION_LETTERS, strict=True)),
        "sites": dict(zip(SITE_NAMES, NATION_LETTERS, strict=True)),
    }
