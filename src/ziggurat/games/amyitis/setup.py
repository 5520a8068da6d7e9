"""The position editor of Amyitis: what is planted, irrigated, sown and prayed for, and where the caravan is."""

from __future__ import annotations

from ziggurat.core.setup import NOTHING, Position, Setup, misplaced
from ziggurat.games.amyitis.board import CITY_NAMES, EDGE_NAMES, ROW_NAMES, SQUARE_NAMES, TEMPLE_NAMES

CUBE, NEUTRAL, CARAVAN = "cube", "neutral cube", "caravan"
TEXTS = {"edge": "irrigation", "field": "fields", "temple": "temples"}  # cubes one after the other


def _put(position: Position, seat: int, place: str, piece: str) -> None:
    kind, _, name = place.partition(":")
    for player in position["players"]:
        player["passed"] = False
    if (kind == "city") != (piece == CARAVAN):
        raise misplaced(piece, place)
    if kind == "city":
        position["caravan"] = name
    elif kind == "square":
        planted = position.setdefault("planted", {})
        planted.pop(name, None)
        if piece == NEUTRAL:
            raise misplaced(piece, place)
        if piece == CUBE:
            planted[name] = seat
    else:
        cubes = position.setdefault(TEXTS[kind], {})
        before = cubes.get(name, "")
        after = before[:-1] if piece == NOTHING else before + (str(seat) if piece == CUBE else "n")
        cubes[name] = after
        if kind == "edge" and not after:
            del cubes[name]


SETUP = Setup(
    pieces=(CUBE, NEUTRAL, CARAVAN),
    places=(
        *(f"square:{name}" for name in SQUARE_NAMES),
        *(f"edge:{name}" for name in EDGE_NAMES),
        *(f"field:{name}" for name in ROW_NAMES),
        *(f"temple:{name}" for name in TEMPLE_NAMES),
        *(f"city:{name}" for name in CITY_NAMES),
    ),
    put=_put,
    left_out=("phase", "active", "planting", "given", "ending"),
)
