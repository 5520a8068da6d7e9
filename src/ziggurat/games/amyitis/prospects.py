"""The prospects of Amyitis as typed structs. Everything is public (16)."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.core.record import Values, values_of
from ziggurat.games.amyitis.board import (
    BABYLON,
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    MARDUK_FIRST,
    MARDUK_SECOND,
    NOBODY,
    PLANT_CITIES,
    QUALITIES,
    RESOURCE_NAMES,
    ROW_LENGTH,
    ROW_NAMES,
    SALE_PRESTIGE,
    SQUARE_NAMES,
    TEMPLE_NAMES,
    Court,
)
from ziggurat.games.amyitis.components import (
    ASKS,
    END_TILES,
    FAVOUR,
    FIELD,
    NO_RESOURCE,
    PALACE_PRESTIGE,
    PLANT_EXTRA,
    PLANT_QUALITY,
    PRESTIGE_OF,
    RING,
    TILE,
    TILE_VALUES,
)
from ziggurat.games.amyitis.foresee import (
    CAMELS,
    DISTANCE,
    FIELD_ROWS,
    FIRST,
    GIVES,
    GOODS,
    MOST,
    PAYMENTS,
    REACHED,
    SEAT_ROWS,
    SECOND,
    SHAPE,
    SQUARE_ROWS,
    TEMPLE_ROWS,
)
from ziggurat.games.amyitis.foresee import FAVOUR as FAVOURED

PRIZES = {"marduk": (MARDUK_FIRST, MARDUK_SECOND)}  # in prestige; the other temples give something else


class Trade(msgspec.Struct, frozen=True):
    """What moving the caravan to a city would cost and bring a seat (clauses 8 to 12)."""

    city: str
    distance: int
    camels: int  # the fewest that take the caravan there
    asks: list[str]  # resources, the city's and then the plant card's
    pays: list[str]  # those of the seat that can pay what the city asks
    court: dict[str, int]  # kinds of court card it could take, and their levels
    plant: int  # the quality of the plant; 0: none is sold here
    squares: list[str]  # where the seat could plant it, with all its gardeners
    prestige: int  # the most that it brings at once: a sale of two, a palace, a garden tile
    why: str  # it cannot: `here`, `camels`, `payment` or `nothing`; empty: it can


class SquareProspect(msgspec.Struct, frozen=True):
    """Whether a square could be planted now, and what would come of it (clause 12)."""

    place: str
    cubes: list[int]  # around it, by seat
    water: int  # who would score the plant's quality; -1: nobody
    cities: list[str]  # where the seat could go now to plant it
    gardeners: dict[str, int]  # by city of the plants that are good enough: gardeners it takes
    why: str  # it cannot: `bare`, `planted`, `dry`, `quality` or `trade`; empty: it can


class TempleProspect(msgspec.Struct, frozen=True):
    """Who is first and second in a temple as its cubes stand now; -1: nobody (clause 14)."""

    name: str
    first: int
    second: int
    prestige: tuple[int, int]  # for first and second; the other prizes are no prestige


class RowProspect(msgspec.Struct, frozen=True):
    """A field: what its next space brings, and who has the most cubes in it (clause 4)."""

    name: str
    next: str
    spaces: int  # still empty
    most: int  # -1: nobody


class SeatProspect(msgspec.Struct, frozen=True):
    """What the end would bring a seat as things stand (clause 15)."""

    seat: int
    tiles: int
    favour: int
    more: int  # tiles to the next favour; 0: it has the greatest
    resources: int  # a prestige each


class Prospects(msgspec.Struct, frozen=True):
    """What can be counted at the table of Amyitis as it stands."""

    trader: int  # whose trades these are: the viewer's; to a spectator, of whose turn it is
    trades: list[Trade]  # along the ring
    squares: list[SquareProspect]
    temples: list[TempleProspect]
    rows: list[RowProspect]
    seats: list[SeatProspect]
    tiles_to_end: int  # how many more have to be planted for this to be the last round; 0: it is


def prospects(records: Any, seat: int) -> Prospects:
    """What a record promises a seat."""
    from ziggurat.games.amyitis import GAME

    out = np.zeros(SHAPE, dtype=np.int32)
    GAME.engine().foresee(records, seat, out)
    rows: list[list[int]] = out.tolist()
    state = values_of(records)
    seats, part = state["seats"], state["part"]
    trader = seat if seat >= 0 else state["active"]
    trades = [_trade(state, rows[city], city, trader) for city in part[RING : RING + CITIES]]
    return Prospects(
        trader=trader,
        trades=trades,
        squares=_squares(state, rows, trades, trader),
        temples=[
            TempleProspect(name, rows[at][FIRST], rows[at][SECOND], PRIZES.get(name, (0, 0)))
            for at, name in enumerate(TEMPLE_NAMES, TEMPLE_ROWS)
        ],
        rows=[_row(state, at, name, rows[FIELD_ROWS + at][MOST]) for at, name in enumerate(ROW_NAMES)],
        seats=[_seat(state, other, rows[SEAT_ROWS + other]) for other in range(seats)],
        tiles_to_end=max(0, state["tiles_left"] - part[END_TILES + seats - 2]),
    )


def _trade(state: Values, row: list[int], city: int, seat: int) -> Trade:
    part, gives = state["part"], row[GIVES]
    court: dict[str, int] = {}
    squares: list[str] = []
    asks: list[str] = []
    quality = prestige = 0
    if city == BABYLON:
        prestige = SALE_PRESTIGE * gives
    else:
        asks.append(RESOURCE_NAMES[part[ASKS + city]])
        if city in PLANT_CITIES:
            side = _side(state, PLANT_CITIES.index(city))
            quality = part[PLANT_QUALITY + side]
            if part[PLANT_EXTRA + side] != NO_RESOURCE:
                asks.append(RESOURCE_NAMES[part[PLANT_EXTRA + side]])
            plantable = [square for square in range(len(SQUARE_NAMES)) if gives >> square & 1]
            squares = [SQUARE_NAMES[square] for square in plantable]
            prestige = max((_tile_prestige(state, square) for square in plantable), default=0)
        else:
            levels = (*state["level"][seat], 0)
            court = {name: levels[kind] + 1 for kind, name in enumerate(COURT_NAMES) if gives >> kind & 1}
            if gives >> Court.PALACE & 1:
                prestige = part[PALACE_PRESTIGE + levels[Court.PALACE] + 1]
    why = (
        "here"
        if row[DISTANCE] == 0
        else "camels"
        if not row[REACHED]
        else "payment"
        if not row[PAYMENTS]
        else ""
        if gives
        else "nothing"
    )
    pays = [name for resource, name in enumerate(RESOURCE_NAMES) if row[PAYMENTS] >> resource & 1]
    return Trade(
        CITY_NAMES[city], row[DISTANCE], row[CAMELS], asks, pays, court, quality, squares, prestige if gives else 0, why
    )


def _side(state: Values, place: int) -> int:
    """The side of the plant card that lies in a plant city."""
    side: int = 2 * state["plant"][place] + state["side"][place]
    return side


def _tile_prestige(state: Values, square: int) -> int:
    prestige: int = state["part"][TILE + TILE_VALUES * state["tile"][square] + PRESTIGE_OF]
    return prestige


def _squares(state: Values, rows: list[list[int]], trades: list[Trade], trader: int) -> list[SquareProspect]:
    seats, wet, has = state["seats"], state["wet"], state["gardeners"][trader]
    plants = [trade for trade in trades if trade.plant]
    can = [trade for trade in plants if not trade.why]
    squares = []
    for square, place in enumerate(SQUARE_NAMES):
        row = rows[SQUARE_ROWS + square]
        cities: list[str] = []
        gardeners: dict[str, int] = {}
        if state["tile"][square] < 0:
            why = "bare"
        elif state["gardener"][square] != NOBODY:
            why = "planted"
        else:
            needed = QUALITIES[square]
            gardeners = {trade.city: max(0, needed - trade.plant) for trade in plants if needed - trade.plant <= has}
            if not wet >> square & 1:
                why = "dry"
            else:
                cities = [trade.city for trade in can if place in trade.squares]
                why = "" if cities else "trade" if gardeners else "quality"
        squares.append(SquareProspect(place, row[:seats], row[MOST], cities, gardeners, why))
    return squares


def _row(state: Values, row: int, name: str, most: int) -> RowProspect:
    size = state["field_size"][row]
    return RowProspect(name, RESOURCE_NAMES[state["part"][FIELD + ROW_LENGTH * row + size]], ROW_LENGTH - size, most)


def _seat(state: Values, seat: int, row: list[int]) -> SeatProspect:
    tiles = state["tiles"][seat]
    first, _, second, _ = state["part"][FAVOUR + 4 * (state["seats"] - 2) :][:4]
    more = first - tiles if tiles < first else max(0, second - tiles)
    return SeatProspect(seat, tiles, row[FAVOURED], more, row[GOODS])
