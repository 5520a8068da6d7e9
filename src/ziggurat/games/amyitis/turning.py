"""The garden of Amyitis as places: its squares, and the edges between them. Swapping rows and columns changes nothing:
floors are counted from the river, which runs along two sides. (With two players it does: the squares that are not used
then lie on one side.)
"""

from __future__ import annotations

from collections.abc import Mapping

from ziggurat.core.places import Places, Turning, places
from ziggurat.games.amyitis.board import (
    EDGE_BY_NAME,
    EDGE_CORNERS,
    EDGE_NAMES,
    EDGE_SQUARES,
    EDGES,
    SIDE,
    SQUARE_NAMES,
    SQUARES,
)


def boards() -> Mapping[str, Places]:
    """Squares lie beside those across an edge, edges beside those they meet at a corner."""
    squares = [(square % SIDE, square // SIDE) for square in range(SQUARES)]
    edges = [((squares[a][0] + squares[b][0]) / 2, (squares[a][1] + squares[b][1]) / 2) for a, b in EDGE_SQUARES]
    meeting = [(a, b) for a in range(EDGES) for b in range(a) if EDGE_CORNERS[a] & EDGE_CORNERS[b]]
    return {
        "squares": places(SQUARE_NAMES, squares, EDGE_SQUARES),
        "edges": places(EDGE_NAMES, edges, meeting),
    }


def turnings() -> Mapping[str, Turning]:
    """The words that change: squares and edges."""
    squares = {name: SQUARE_NAMES[(square % SIDE) * SIDE + square // SIDE] for square, name in enumerate(SQUARE_NAMES)}
    edges = {
        name: EDGE_NAMES[EDGE_BY_NAME[f"{squares[SQUARE_NAMES[a]]}-{squares[SQUARE_NAMES[b]]}"]]
        for name, (a, b) in zip(EDGE_NAMES, EDGE_SQUARES, strict=True)
    }
    return {"rows and columns swapped": Turning({**squares, **edges}, seats=(3, 4))}
