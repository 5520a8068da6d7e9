"""The position editor of Ur: stones and ziggurats of the seats, tiles turned over."""

from __future__ import annotations

import re

from ziggurat.core.setup import NOTHING, Position, Setup, misplaced
from ziggurat.games.ur.board import FIELD_BY_NAME, FIELD_NAMES, FULL, SIDE

STONE, ZIGGURAT, TURNED = "stone", "ziggurat", "turned over"
_CELL = re.compile(r"([A-Z])([a-z])(?:(\d)(?:x(\d)|\^))?")


def _put(position: Position, seat: int, place: str, piece: str) -> None:
    field = FIELD_BY_NAME[place.removeprefix("field:")]
    row = position["board"][field // SIDE].split()
    row[field % SIDE] = _cell(row[field % SIDE], seat, place, piece)
    position["board"][field // SIDE] = " ".join(row)


def _cell(before: str, seat: int, place: str, piece: str) -> str:
    """What a field shows afterwards."""
    parts = _CELL.fullmatch(before)
    if parts is None:
        raise misplaced(piece, place)
    front, back, owner, stones = parts.groups()
    tile = front + back
    if piece == TURNED:
        return back.upper() + front.lower() + before[2:]
    if piece == NOTHING:
        return tile
    if piece == ZIGGURAT:
        return f"{tile}{seat}^"
    count = int(stones) + 1 if stones and owner == str(seat) else 1
    if count > FULL:
        raise misplaced(piece, place)
    return f"{tile}{seat}x{count}"


SETUP = Setup(
    pieces=(STONE, ZIGGURAT, TURNED),
    places=tuple(f"field:{name}" for name in FIELD_NAMES),
    put=_put,
    left_out=(
        *("turn", "phase", "used", "built", "marches", "fought", "allowed", "gave", "took", "source", "target"),
        "ending",
    ),
    left_out_of_players=("supply", "score"),
)
