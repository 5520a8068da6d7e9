"""The constant data of Babylonia's board and tokens, for the page."""

from __future__ import annotations

from typing import Any

from ziggurat.games.babylonia import board


def printed() -> dict[str, Any]:
    """The hexagons, and the letters that stand for kinds of tokens."""
    sites = set(board.SITE_HEXES)
    rivers, blues = set(board.RIVER_HEXES), set(board.BLUE_HEXES)
    regions = {number: region for region, numbers in board.REGIONS.items() for number in numbers}
    return {
        "tokens": dict(zip(board.TOKEN_NAMES, board.TOKEN_LETTERS, strict=True)),
        "hexes": [
            {
                "name": name,
                "column": board.COLUMN[number],
                "row": board.ROW[number],
                "ground": "river" if number in rivers else regions[number],
                "site": ("ziggurat" if number in blues else "green") if number in sites else None,
                "seats": [seats for seats, hexes in board.HEXES_IN_PLAY.items() if number in hexes],
            }
            for number, name in enumerate(board.HEX_NAMES)
        ],
    }
