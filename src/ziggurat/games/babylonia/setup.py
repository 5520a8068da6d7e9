"""The position editor of Babylonia: tokens of the seats, tiles on the green hexagons, scored ziggurats."""

from __future__ import annotations

from ziggurat.core.setup import NOTHING, Position, Setup, misplaced
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    COLUMN,
    GREENS,
    HEX_BY_NAME,
    HEX_NAMES,
    RIVER_HEXES,
    ROW,
    SITE_AT,
    TILE_NAMES,
    TOKEN_LETTERS,
    TOKEN_NAMES,
)

SCORED = "scored"
TILES = {f"tile {name}": name for name in TILE_NAMES.values()}


def _put(position: Position, seat: int, place: str, piece: str) -> None:
    hexagon = HEX_BY_NAME[place.removeprefix("hex:")]
    line = position["board"][ROW[hexagon]].split()
    at = (COLUMN[hexagon] - ROW[hexagon] % 2) // 2
    line[at] = _cell(line[at], hexagon, seat, place, piece)
    position["board"][ROW[hexagon]] = " ".join(line)


def _cell(before: str, hexagon: int, seat: int, place: str, piece: str) -> str:
    """What a hexagon shows afterwards."""
    is_site = 0 <= int(SITE_AT[hexagon]) < GREENS
    if before == "#":
        raise misplaced(piece, place)
    if hexagon in BLUE_HEXES:
        if piece not in (SCORED, NOTHING):
            raise misplaced(piece, place)
        return "*" if piece == SCORED else "^"
    if piece == NOTHING:
        return "~" if hexagon in RIVER_HEXES else "-"
    if piece in TILES and is_site:
        return TILES[piece]
    if piece in TOKEN_NAMES:
        return f"{TOKEN_LETTERS[TOKEN_NAMES.index(piece)]}{seat}"
    raise misplaced(piece, place)


SETUP = Setup(
    pieces=(*TOKEN_NAMES, *TILES, SCORED),
    places=tuple(f"hex:{name}" for name in HEX_NAMES),
    put=_put,
    left_out=("turn", "phase", "active", "placed", "placed_in_river", "sites", "ending"),
    left_out_of_players=("reserve",),
)
