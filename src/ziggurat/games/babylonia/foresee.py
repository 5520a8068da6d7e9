"""The kernel behind Babylonia's prospects: what every site would score now."""

from __future__ import annotations

from ziggurat.core.bits import has, popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.babylonia.board import (
    CROP,
    GREENS,
    HEX_WORDS,
    KINDS,
    LAND_BESIDE,
    MAX_SEATS,
    NEIGHBOURS,
    NO_TILE,
    NOBODY,
    SITE_HEX,
    SITES,
    Card,
)
from ziggurat.games.babylonia.hidden import unseen
from ziggurat.games.babylonia.rules import (
    cities_of,
    city_points,
    connected_nobles,
    field_points,
    holds,
    most_beside,
    ziggurats_touched,
)

# A row for each site: who would win it, free land beside it, and for each seat its tokens beside it, its nobles and
# what its cities would score; of a crop field, what it brings and who could enter. Then a row for each seat: its
# unseen tokens by kind, and what its next token beside a ziggurat brings.
WINNER, FREE, BESIDE = 0, 1, 2
NOBLES = BESIDE + MAX_SEATS
CITY_POINTS = NOBLES + MAX_SEATS
HARVEST, ENTERS = WINNER, NOBLES
TOUCHED = KINDS
SHAPE = (SITES + MAX_SEATS, CITY_POINTS + MAX_SEATS)


@kernel
def foresee(state, seat, out):
    """Count everything, whoever looks: what a seat may not know is not in its record."""
    for site in range(SITES):
        if site >= GREENS:
            foresee_majority(state, site, out)
        elif state.tile[site] >= CROP:
            foresee_field(state, site, out)
        elif state.tile[site] != NO_TILE:
            foresee_majority(state, site, out)
            foresee_city(state, site, out)
    for other in range(state.seats):
        for kind in range(KINDS):
            out[SITES + other, kind] = unseen(state, other, kind)
        out[SITES + other, TOUCHED] = ziggurats_touched(state, other)


@kernel
def foresee_majority(state, site, out):
    """(8, 11, 13) The tokens beside a site, who has the most, and the land that is still free there."""
    hexagon = SITE_HEX[site]
    out[site, WINNER] = most_beside(state, hexagon)
    free = 0
    for word in range(HEX_WORDS):
        free += popcount(state.free[word] & LAND_BESIDE[site, word])
    out[site, FREE] = free
    for seat in range(state.seats):
        count = 0
        for word in range(HEX_WORDS):
            count += popcount(state.own[seat, word] & NEIGHBOURS[hexagon, word])
        out[site, BESIDE + seat] = count


@kernel
def foresee_city(state, site, out):
    """(10, 11, 28) The connected nobles of each seat, and what its cities would score once the tile is taken."""
    winner = out[site, WINNER]
    for seat in range(state.seats):
        out[site, NOBLES + seat] = connected_nobles(state, seat, SITE_HEX[site], state.tile[site])
        cities = 0
        if winner != NOBODY:
            cities = city_points(state, seat, cities_of(state, seat) + (1 if seat == winner else 0))
        out[site, CITY_POINTS + seat] = cities


@kernel
def foresee_field(state, site, out):
    """(7, 27) What a crop field brings now, and who could enter it: a farmer, a noble, or nobody."""
    out[site, HARVEST] = field_points(state, site)
    for seat in range(state.seats):
        farmers = 1 if has(state.beside[seat], SITE_HEX[site]) else 0
        nobles = 2 if holds(state, seat, Card.NOBLES_IN_CROP_FIELDS) else 0
        out[site, ENTERS + seat] = farmers + nobles
