"""Babylonia's hexagons as places. The map looks the same from no other side, so there is no way to turn it."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from ziggurat.core.places import Places, places
from ziggurat.games.babylonia.board import BESIDE, COLUMN, HEX_NAMES, ROW


def boards() -> Mapping[str, Places]:
    """The 175 hexagons: flat-topped, so that columns lie closer than lines are high; middles 1 apart."""
    coordinates = [(column * sqrt(3) / 2, row / 2) for row, column in zip(ROW, COLUMN, strict=True)]
    pairs = [(one, other) for one, beside in enumerate(BESIDE) for other in beside]
    return {"hexagons": places(HEX_NAMES, coordinates, pairs)}
