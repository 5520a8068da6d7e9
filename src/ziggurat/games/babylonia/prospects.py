"""The prospects of Babylonia as typed structs, made from a redacted record only."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.core.record import values_of
from ziggurat.games.babylonia.board import (
    CROP,
    GREENS,
    HEX_NAMES,
    MAX_SEATS,
    NO_TILE,
    NOBLE_POINTS,
    SITE_HEXES,
    SITES,
    SITES_IN_PLAY,
    TILE_NAMES,
    TOKEN_LETTERS,
)
from ziggurat.games.babylonia.foresee import BESIDE, CITY_POINTS, ENTERS, FREE, HARVEST, NOBLES, SHAPE, TOUCHED, WINNER

PLACES = tuple(HEX_NAMES[hexagon] for hexagon in SITE_HEXES)


class CityProspect(msgspec.Struct, frozen=True):
    """What a city would score if it were scored now (clauses 10, 11). Lists go by seat."""

    place: str
    tile: str
    free: int  # land beside it that is still free: at 0 it is surrounded
    beside: list[int]  # tokens
    nobles: list[int]  # connected, with one of its symbols
    noble_points: list[int]
    winner: int  # who would take the tile; -1: nobody, on a tie
    city_points: list[int]  # afterwards, for all cities in front of a seat


class ZigguratProspect(msgspec.Struct, frozen=True):
    """Who touches a ziggurat, and who would win its card now (clauses 6, 13)."""

    place: str
    scored: bool
    free: int
    beside: list[int]
    winner: int  # -1: nobody, on a tie


class FieldProspect(msgspec.Struct, frozen=True):
    """What a crop field brings now, and whose farmers and nobles may enter it (clause 7)."""

    place: str
    points: int
    farmers: list[bool]
    nobles: list[bool]


class SeatProspect(msgspec.Struct, frozen=True):
    """Of one seat: what its next token beside a ziggurat scores, if it touches no new one, and its unseen tokens.

    Unseen are tokens of which the viewer does not know where they are: in a reserve and, of others, on the stand or
    face down (clauses 5, 17, 19).
    """

    seat: int
    ziggurats: int
    unseen: dict[str, int]  # by the kind's letter


class Prospects(msgspec.Struct, frozen=True):
    """What can be counted at the table of Babylonia as it stands."""

    cities: list[CityProspect]
    ziggurats: list[ZigguratProspect]
    fields: list[FieldProspect]
    seats: list[SeatProspect]


def prospects(records: Any, seat: int) -> Prospects:
    """What a record, redacted for a seat, promises."""
    from ziggurat.games.babylonia import GAME

    out = np.zeros(SHAPE, dtype=np.int32)
    GAME.engine().foresee(records, seat, out)
    rows: list[list[int]] = out.tolist()
    state = values_of(records)
    seats, tiles, scored = state["seats"], state["tile"], state["scored"]
    cities, ziggurats, fields = [], [], []
    for site in SITES_IN_PLAY[seats]:
        row, place = rows[site], PLACES[site]
        if site >= GREENS:
            won = bool(scored >> (site - GREENS) & 1)
            ziggurats.append(ZigguratProspect(place, won, row[FREE], row[BESIDE : BESIDE + seats], row[WINNER]))
        elif tiles[site] >= CROP:
            enters = row[ENTERS : ENTERS + seats]
            farmers, nobles = [bool(who & 1) for who in enters], [bool(who & 2) for who in enters]
            fields.append(FieldProspect(place, row[HARVEST], farmers, nobles))
        elif tiles[site] != NO_TILE:
            cities.append(_city(place, TILE_NAMES[tiles[site]], row, seats))
    return Prospects(cities, ziggurats, fields, [_seat(rows[SITES + other], other) for other in range(seats)])


def _city(place: str, tile: str, row: list[int], seats: int) -> CityProspect:
    beside, nobles, points = row[BESIDE:NOBLES], row[NOBLES:CITY_POINTS], row[CITY_POINTS:]
    if seats < MAX_SEATS:
        beside, nobles, points = beside[:seats], nobles[:seats], points[:seats]
    return CityProspect(
        place, tile, row[FREE], beside, nobles, [NOBLE_POINTS * count for count in nobles], row[WINNER], points
    )


def _seat(row: list[int], seat: int) -> SeatProspect:
    return SeatProspect(seat, row[TOUCHED], dict(zip(TOKEN_LETTERS, row, strict=False)))
