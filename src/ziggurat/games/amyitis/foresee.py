"""The kernel behind Amyitis' prospects: trades, squares, temples and favour in this position."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.amyitis.board import (
    AREAS_AROUND,
    BABYLON,
    CITIES,
    MAX_SEATS,
    NOBODY,
    PLANT_AT,
    RESOURCES,
    ROWS,
    SQUARES,
    TEMPLES,
)
from ziggurat.games.amyitis.components import ASKS, SELLS
from ziggurat.games.amyitis.rules import (
    camels_for,
    city_at,
    court_cards,
    extra_of,
    favour,
    held,
    most_in_row,
    most_water,
    payments,
    plantable,
    printed,
    ranked,
    reach_of_caravan,
    resources_of,
    second_in,
)

# Rows of cities: how far the caravan is, what the way costs, whether that can be paid, what can pay the city (as
# bits), and what it can give: kinds of court card or squares as bits, or how many resources Babylon would buy.
DISTANCE, CAMELS, REACHED, PAYMENTS, GIVES = range(5)
# Rows of squares: the seats' cubes around, and who has the most. Of temples: first and second. Of field rows: who has
# the most. Of seats: what favour and resources would bring if the game ended now.
MOST = MAX_SEATS
FIRST, SECOND = 0, 1
FAVOUR, GOODS = 0, 1

SQUARE_ROWS = CITIES
TEMPLE_ROWS = SQUARE_ROWS + SQUARES
FIELD_ROWS = TEMPLE_ROWS + TEMPLES
SEAT_ROWS = FIELD_ROWS + ROWS
SHAPE = (SEAT_ROWS + MAX_SEATS, MAX_SEATS + 1)
MOST_SOLD = 2


@kernel
def foresee(state, seat, out):
    """Count everything; trades are the seat's own, and a spectator's those of whose turn it is."""
    trader = np.int64(seat if seat >= 0 else state.active)
    for distance in range(CITIES):
        foresee_trade(state, trader, distance, out)
    for square in range(SQUARES):
        for other in range(state.seats):
            out[SQUARE_ROWS + square, other] = popcount(state.cubes[other] & AREAS_AROUND[square])
        out[SQUARE_ROWS + square, MOST] = most_water(state, square)
    for temple in range(TEMPLES):
        first = ranked(state, temple, NOBODY)
        out[TEMPLE_ROWS + temple, FIRST] = first
        out[TEMPLE_ROWS + temple, SECOND] = NOBODY if first == NOBODY else second_in(state, temple, first)
    for row in range(ROWS):
        out[FIELD_ROWS + row, MOST] = most_in_row(state, row)
    for other in range(state.seats):
        out[SEAT_ROWS + other, FAVOUR] = favour(state, other)
        out[SEAT_ROWS + other, GOODS] = resources_of(state, other)


@kernel
def foresee_trade(state, seat, distance, out):
    """(8-12) What the city so far ahead would cost and give."""
    city = city_at(state, state.caravan + distance)
    out[city, DISTANCE] = distance
    out[city, CAMELS] = camels_for(state, seat, distance) if distance > 0 else 0
    out[city, REACHED] = 1 if 0 < distance <= reach_of_caravan(state, seat) else 0
    if city == BABYLON:
        out[city, PAYMENTS] = np.int64(held(state, seat))
        count = 0
        for resource in range(RESOURCES):
            count += state.resources[seat, resource]
        out[city, GIVES] = min(count, MOST_SOLD)
        return
    out[city, PAYMENTS] = np.int64(payments(state, seat, printed(state, ASKS + city), extra_of(state, city)))
    place = PLANT_AT[city]
    gives = NONE
    if place >= 0:
        gives = plantable(state, seat, place)
    else:
        gives = court_cards(state, seat, state.part[SELLS + city])
    out[city, GIVES] = np.int64(gives)
