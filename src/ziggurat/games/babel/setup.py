"""The position editor of Babel: cards in the rows, temples level by level, the pawns."""

from __future__ import annotations

from ziggurat.core.setup import NOTHING, Position, Setup, misplaced
from ziggurat.games.babel.cards import LEVELS, NATION_LETTERS, NATION_NAMES, SEATS

TEMPLE, PAWN = "temple", "pawn"
QUARRY = "quarry"


def _put(position: Position, seat: int, place: str, piece: str) -> None:
    if place == QUARRY:
        if piece != PAWN:
            raise misplaced(piece, place)
        position["players"][seat]["pawn"] = QUARRY
        return
    where, owner, site = place.split(":")
    player = position["players"][int(owner)]
    temple = player["temples"].setdefault(site, [])
    if piece == PAWN:
        player["pawn"] = site
    elif piece == TEMPLE:
        if len(temple) >= LEVELS or (temple and temple[-1] >= LEVELS):
            raise misplaced(piece, place)
        temple.append(temple[-1] + 1 if temple else 1)
    elif piece == NOTHING and where == "temple":
        del temple[-1:]
    elif piece == NOTHING:
        player["rows"][site] = player["rows"].get(site, "")[:-1]
    else:
        player["rows"][site] = player["rows"].get(site, "") + NATION_LETTERS[NATION_NAMES.index(piece)]


SETUP = Setup(
    pieces=(*NATION_NAMES, TEMPLE, PAWN),
    places=(
        *(f"{kind}:{seat}:{site}" for kind in ("row", "temple") for seat in range(SEATS) for site in NATION_LETTERS),
        QUARRY,
    ),
    put=_put,
    left_out=("turn", "draw", "deck", "migrated", "to_discard", "end_phase", "ending"),
    left_out_of_players=("remembered",),
)
