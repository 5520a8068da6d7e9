"""Short ways to set up a situation of Babylonia, and to read what came of it.

The board of these tests starts bare: every green hexagon is free land, the ziggurats stand. A test puts on it only
what it is about, by the names of hexagons. Hexagons are flat-topped; the letter is the column and the number counts
from the north, so that the neighbours of a hexagon in columns a, c, e ... and b, d, f ... are

             g2                        h9
        f2        h2              g10       i10
             g3                        h10
        f3        h3              g11       i11
             g4                        h11

and `around("h10", "m0 f0 - - s1 f1")` puts tokens there clockwise from the north: h9, i10, i11, h11, g11, g10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ziggurat
from ziggurat.games.babylonia.board import (
    BESIDE,
    BLUE_HEXES,
    CARDS,
    COLUMN,
    CROP,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES,
    HEXES_IN_PLAY,
    LINES,
    RIVER_HEXES,
    ROW,
    TILE_NAMES,
    TILES,
    TOKEN_LETTERS,
    TOKENS,
)

CARDS_IN_GAME = 7
SPARE_PLACES = ("f4", "i4", "g7", "j5")  # green hexagons between the rivers, in play with any number of seats
_CLOCKWISE = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))

Put = Mapping[str, str]


def position(**situation: Any) -> ziggurat.Match:
    """A match that begins from a situation, in the middle of the game unless `turn` says otherwise; see `drawn`."""
    return ziggurat.load("babylonia", drawn(**situation))


def drawn(
    *,
    seats: int = 2,
    put: Put | None = None,
    stands: Sequence[str] = (),
    cards: Mapping[int, Sequence[int]] | None = None,
    cities: Mapping[int, Sequence[str]] | None = None,
    score: Sequence[int] = (),
    spare_cities: bool = True,
    **entries: Any,
) -> dict[str, Any]:
    """A situation as plain JSON.

    `put` has cells as `ziggurat.load` reads them (`m0`, `PS`, `6`, `*`). A stand that is not given holds `ffmsp`;
    with more than five tokens on it one has card 3 besides.
    The game ends when at most one city is on the board, so two spare cities lie out of the way unless they are not
    wanted. Everything else (`turn`, `actor`, `offer`, `phase` ...) goes into the position as it is.
    """
    put, cards, cities = dict(put or {}), dict(cards or {}), cities or {}
    for seat, stand in enumerate(stands):
        if 5 < len(stand) <= 7 and not any(3 in numbers for numbers in cards.values()):
            cards[seat] = [*cards.get(seat, ()), 3]
    if spare_cities:
        put = _spare(seats, put, cities) | put
    owned = [number for numbers in cards.values() for number in numbers]
    usual = [number for number in range(1, CARDS + 1) if number not in owned]
    return {
        "game": "babylonia",
        "seats": seats,
        "options": {"variant": any(number > CARDS_IN_GAME for number in owned)},
        "board": _lines(seats, put),
        "players": [
            {
                "score": score[seat] if seat < len(score) else 0,
                "stand": stands[seat] if seat < len(stands) else "ffmsp",
                "cities": list(cities.get(seat, ())),
                "cards": list(cards.get(seat, ())),
            }
            for seat in range(seats)
        ],
        "offer": usual[: CARDS_IN_GAME - len(owned)],
        **entries,
    }


def _spare(seats: int, put: Put, cities: Mapping[int, Sequence[str]]) -> dict[str, str]:
    """Two cities the situation does not use, on green hexagons it does not use."""
    used = Counter(put.values()) + Counter(tile for tiles in cities.values() for tile in tiles)
    names = Counter(TILE_NAMES[tile] for tile in TILES[seats] if tile < CROP)
    tiles = sorted((names - used).elements())
    places = [place for place in SPARE_PLACES if place not in put]
    return dict(zip(places[:2], tiles[:2], strict=True))


def _lines(seats: int, put: Put) -> list[str]:
    unknown = set(put) - set(HEX_NAMES)
    assert not unknown, f"no such hexagons: {unknown}"
    at = {(ROW[hexagon], COLUMN[hexagon]): hexagon for hexagon in range(HEXES)}
    lines = []
    for row in range(LINES):
        last = max(column for r, column in at if r == row)
        cells = [_cell(seats, put, at.get((row, column))) for column in range(row % 2, last + 1, 2)]
        lines.append(" ".join(cells))
    return lines


def _cell(seats: int, put: Put, hexagon: int | None) -> str:
    if hexagon is None:
        return "."
    if HEX_NAMES[hexagon] in put:
        return put[HEX_NAMES[hexagon]]
    if hexagon not in HEXES_IN_PLAY[seats]:
        return "#"
    if hexagon in BLUE_HEXES:
        return "^"
    return "~" if hexagon in RIVER_HEXES else "-"


# ------------------------------------------------------------------------------------------------ ways to put tokens


def around(centre: str, cells: str) -> dict[str, str]:
    """Cells for the neighbours of a hexagon, clockwise from the north; '.' leaves one as it is."""
    at = {(ROW[hexagon], COLUMN[hexagon]): HEX_NAMES[hexagon] for hexagon in range(HEXES)}
    row, column = ROW[HEX_BY_NAME[centre]], COLUMN[HEX_BY_NAME[centre]]
    pairs = zip(_CLOCKWISE, cells.split(), strict=True)
    return {at[row + down, column + right]: cell for (down, right), cell in pairs if cell != "."}


def each(cell: str, *places: str) -> dict[str, str]:
    """The same cell on several hexagons."""
    return dict.fromkeys(places, cell)


def beside(place: str) -> list[str]:
    """The names of the hexagons beside one."""
    return [HEX_NAMES[hexagon] for hexagon in BESIDE[HEX_BY_NAME[place]]]


def tokens_left(seat: int, stand: str, put: Iterable[str] = ()) -> list[str]:
    """The cells of all tokens of a seat that are neither on its stand nor among the cells put already."""
    used = Counter(stand) + Counter(cell[0] for cell in put if len(cell) == 2 and cell[1] == str(seat))
    every = Counter(dict(zip(TOKEN_LETTERS, TOKENS.tolist(), strict=True)))
    return [f"{letter}{seat}" for letter in (every - used).elements()]


def reserve_in_rivers(seat: int, stand: str, keep: int = 0) -> dict[str, str]:
    """All tokens of a seat lie in the rivers, but for its stand and so many in the reserve: the end is near."""
    cells = tokens_left(seat, stand)
    places = [HEX_NAMES[hexagon] for hexagon in RIVER_HEXES]
    return dict(zip(places, cells[keep:], strict=False))


# ------------------------------------------------------------------------------------------------ ways to play

QUIET_LAND = ("g9", "h9", "g10", "h10", "g11", "h11", "g12", "f11")  # beside none of the spare cities and ziggurats
QUIET_RIVER = ("c4", "d4", "a9", "a10")


def lay(match: ziggurat.Match, tokens: str) -> ziggurat.Match:
    """Place tokens where they touch nothing: 'f m~' is a farmer on land, then a merchant in a river."""
    for token in tokens.split():
        places = QUIET_RIVER if token.endswith("~") else QUIET_LAND
        free = next(place for place in places if cell(match, place) in "~-")
        match.play(f"{token[0]} {free}")
    return match


def quiet_turn(match: ziggurat.Match) -> ziggurat.Match:
    """Play a turn of the fewest tokens, whatever is on the stand, away from all tiles and ziggurats."""
    view = match.view()
    sites = [tile.place for tile in view.tiles] + [ziggurat.place for ziggurat in view.ziggurats]
    touching = {*sites, *(place for site in sites for place in beside(site))}
    while "end" not in match.moves():
        match.play(next(move for move in match.moves() if move[2:] not in touching))
    return match.play("end")


# ------------------------------------------------------------------------------------------------ reading the outcome


def gains(match: ziggurat.Match, source: str, since: int = 0) -> dict[int, int]:
    """By seat: the points it scored from one source (`nobles`, `cities`, `crop field`, `ziggurats`)."""
    points: Counter[int] = Counter()
    for event in match.events(since=since):
        if event.kind == "gained" and event.arguments["source"] == source:
            points[event.seat] += event.arguments["points"]
    return dict(points)


def happened(match: ziggurat.Match, kind: str, seat: int | None = -1) -> list[ziggurat.Event]:
    """The events of one kind, as a seat may know them."""
    return [event for event in match.events(seat) if event.kind == kind]


def cell(match: ziggurat.Match, place: str) -> str:
    """What lies on a hexagon, as positions write it."""
    hexagon = HEX_BY_NAME[place]
    line: str = match.position()["board"][ROW[hexagon]]
    return line.split()[COLUMN[hexagon] // 2]


def player(match: ziggurat.Match, seat: int) -> Any:
    """What lies in front of a seat, as the seat itself sees it."""
    return match.view(seat).players[seat]


def offered(match: ziggurat.Match) -> str:
    """What may come next, in a few letters: 'f f~ m end' is a farmer, in a river too, a merchant on land, or ending."""
    rivers = {HEX_NAMES[hexagon] for hexagon in RIVER_HEXES}
    seen = dict.fromkeys(
        move if move == "end" else move[0] + ("~" if move[2:] in rivers else "") for move in match.moves()
    )
    order = [letter + river for letter in TOKEN_LETTERS for river in ("", "~")] + ["end"]
    return " ".join(sorted(seen, key=order.index))


def counted(match: ziggurat.Match) -> int:
    """How many legal actions the rules say there are."""
    return match.game.engine().legal(match.record(), match.game.new_mask())


def places_for(match: ziggurat.Match, letter: str) -> set[str]:
    """The hexagons on which a kind of token may be placed now."""
    return {move[2:] for move in match.moves() if move.startswith(f"{letter} ")}
