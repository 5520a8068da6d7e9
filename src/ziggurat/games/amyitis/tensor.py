"""The observation of Amyitis, as bytes for learning: the garden's squares and edges, then the other boards, then the
players. Seats are counted from the observer: 0 is the observer itself, 1 the next in turn order; a spectator observes
as if from seat 0. Scores, talents and camels beyond 255 read as 255.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, spread, spread_numbers
from ziggurat.core.game import Plane, plane_starts
from ziggurat.core.kernel import kernel
from ziggurat.core.seating import ABSENT, places_after, seat_after
from ziggurat.games.amyitis.board import (
    CITIES,
    COURTS,
    CRAFTS,
    EDGES,
    GROUPS,
    LEVELS,
    MAX_SEATS,
    NEUTRAL,
    PLAIN_RESOURCES,
    PLANTS,
    RESOURCES,
    ROW_LENGTH,
    ROWS,
    SECOND,
    SQUARES,
    TEMPLE_SPACES,
    TEMPLES,
    TRACKS,
    Court,
)
from ziggurat.games.amyitis.components import NO_RESOURCE, PLANT_EXTRA, PLANT_QUALITY, TILE, TILE_VALUES
from ziggurat.games.amyitis.rules import available_edges, city_at
from ziggurat.games.amyitis.state import Phase

PHASES = len(Phase)
CUBES = MAX_SEATS + 1  # by seat, then neutral

PLANES = (
    Plane(
        "tiles", (TILE_VALUES, SQUARES), "tiles still there: quality, prestige, court card, resources, camels, talents"
    ),
    Plane("planted", (MAX_SEATS, SQUARES), "by seat: squares planted"),
    Plane("irrigated", (SQUARES,), "squares with a fully irrigated side"),
    Plane("cubes", (CUBES, EDGES), "by seat, then neutral: cubes on each edge"),
    Plane("empty", (EDGES,), "empty areas on each edge"),
    Plane("available", (EDGES,), "edges that can be irrigated now"),
    Plane("fields", (MAX_SEATS, ROWS, ROW_LENGTH), "by seat: cubes in the fields"),
    Plane("temples", (CUBES, TEMPLES, TEMPLE_SPACES), "by seat, then neutral: cubes in the temples, from the left"),
    Plane("caravan", (CITIES,), "the city where the caravan is"),
    Plane(
        "plants", (PLANTS, 1 + PLAIN_RESOURCES), "by plant city: the plant's quality, then the resource it asks besides"
    ),
    Plane("crafts", (GROUPS, CRAFTS), "by group: face-up cards of each craft"),
    Plane("prices", (GROUPS,), "by group: what the next card costs"),
    Plane("court", (TRACKS, LEVELS), "court cards left, by kind and level; the gardeners at level 0 of the first"),
    Plane("caravaneer_resources", (PLAIN_RESOURCES,), "resources on the level-2 caravaneers"),
    Plane("score", (MAX_SEATS,), "prestige by seat"),
    Plane("talents", (MAX_SEATS,), "talents by seat"),
    Plane("camels", (MAX_SEATS,), "camels by seat"),
    Plane("resources", (MAX_SEATS, RESOURCES), "resources by seat"),
    Plane("levels", (MAX_SEATS, TRACKS), "caravaneer, banker and palace by seat"),
    Plane("gardeners", (MAX_SEATS,), "gardeners by seat"),
    Plane("garden_tiles", (MAX_SEATS,), "garden tiles by seat"),
    Plane("passed", (MAX_SEATS,), "who has passed"),
    Plane("first", (MAX_SEATS,), "the first player"),
    Plane("active", (MAX_SEATS,), "whose turn it is"),
    Plane("actor", (MAX_SEATS,), "who decides"),
    Plane("phase", (PHASES,), "what is decided"),
    Plane("planting", (SQUARES,), "the square whose tile is being taken"),
    Plane("gifts", (1,), "resources its tile still brings"),
    Plane("bonus", (COURTS,), "court cards its tile still brings: one of these"),
    Plane("given", (RESOURCES,), "the resource just given in an exchange"),
    Plane("round", (1,), "the round"),
)

_START = plane_starts(PLANES)
TILES_AT, PLANTED_AT, WET_AT = _START["tiles"], _START["planted"], _START["irrigated"]
CUBES_AT, EMPTY_AT, AVAILABLE_AT = _START["cubes"], _START["empty"], _START["available"]
FIELDS_AT, TEMPLES_AT, CARAVAN_AT, PLANTS_AT = _START["fields"], _START["temples"], _START["caravan"], _START["plants"]
CRAFTS_AT, PRICES_AT, COURT_AT = _START["crafts"], _START["prices"], _START["court"]
TOKENS_AT, SCORE_AT, RESOURCES_AT = _START["caravaneer_resources"], _START["score"], _START["resources"]
LEVELS_AT, GARDENERS_AT, PHASE_AT = _START["levels"], _START["gardeners"], _START["phase"]
PLANTING_AT, GIFTS_AT, BONUS_AT = _START["planting"], _START["gifts"], _START["bonus"]
GIVEN_AT, ROUND_AT = _START["given"], _START["round"]
SIZE = _START["end"]


@kernel
def observe(state, seat, out):
    """Write everything a record shows, with the seats counted from this one."""
    for index in range(CARAVAN_AT, SIZE):
        out[index] = 0
    viewer = max(seat, 0)
    observe_garden(state, viewer, out)
    observe_water(state, viewer, out)
    observe_cubes(state, viewer, out)
    observe_ring(state, out)
    observe_cards(state, out)
    observe_players(state, viewer, out)
    observe_turn(state, viewer, out)


@kernel
def capped(number):
    """A number as it fits a byte."""
    return min(max(number, 0), 255)


# The planes of the first three are written once, byte by byte, and without asking what lies where: a processor cannot
# guess it.


@kernel
def observe_garden(state, viewer, out):
    """Tiles and planted squares."""
    for square in range(SQUARES):
        there = np.int64(state.garden >> np.uint64(square) & ONE)
        printed = TILE + TILE_VALUES * max(state.tile[square], 0)
        for value in range(TILE_VALUES):
            out[TILES_AT + SQUARES * value + square] = there * state.part[printed + value]
    for offset in range(MAX_SEATS):
        seat = seat_after(state.seats, viewer, offset)
        for square in range(SQUARES):
            out[PLANTED_AT + SQUARES * offset + square] = state.gardener[square] == seat
    spread(state.wet, out, WET_AT, SQUARES)


@kernel
def observe_water(state, viewer, out):
    """Cubes and empty areas on each edge."""
    neutral = state.filled
    for offset in range(MAX_SEATS):
        seat = seat_after(state.seats, viewer, offset)
        cubes = state.cubes[seat] if seat != ABSENT else NONE
        neutral &= ~cubes
        spread_areas(cubes, out, CUBES_AT + EDGES * offset)
    spread_areas(neutral, out, CUBES_AT + EDGES * NEUTRAL)
    spread_areas(state.areas & ~state.filled, out, EMPTY_AT)
    spread(available_edges(state), out, AVAILABLE_AT, EDGES)


@kernel
def spread_areas(areas, out, at):
    """How many areas of each edge a set has: 0, 1 or 2."""
    second = areas >> SECOND
    spread_numbers(areas ^ second, areas & second, NONE, out, at, EDGES)


@kernel
def observe_cubes(state, viewer, out):
    """Fields and temples."""
    for offset in range(CUBES):
        owner = np.int64(NEUTRAL) if offset == MAX_SEATS else seat_after(state.seats, viewer, offset)
        for temple in range(TEMPLES):
            at = TEMPLES_AT + (offset * TEMPLES + temple) * TEMPLE_SPACES
            for space in range(TEMPLE_SPACES):
                out[at + space] = state.temple[temple, space] == owner
    for offset in range(MAX_SEATS):
        seat = seat_after(state.seats, viewer, offset)
        for row in range(ROWS):
            at = FIELDS_AT + (offset * ROWS + row) * ROW_LENGTH
            for space in range(ROW_LENGTH):
                out[at + space] = state.field[row, space] == seat


@kernel
def observe_ring(state, out):
    """The caravan and the plants."""
    out[CARAVAN_AT + city_at(state, state.caravan)] = 1
    for place in range(PLANTS):
        side = 2 * state.plant[place] + state.side[place]
        at = PLANTS_AT + (1 + PLAIN_RESOURCES) * place
        out[at] = state.part[PLANT_QUALITY + side]
        extra = state.part[PLANT_EXTRA + side]
        if extra != NO_RESOURCE:
            out[at + 1 + extra] = 1


@kernel
def observe_cards(state, out):
    """Craft and court cards."""
    for group in range(state.seats):
        for craft in range(CRAFTS):
            out[CRAFTS_AT + CRAFTS * group + craft] = state.craft[group, craft]
        out[PRICES_AT + group] = state.face_down[group]
    for track in range(TRACKS):
        for level in range(1, LEVELS):
            out[COURT_AT + LEVELS * track + level] = state.court[track, level]
    out[COURT_AT + LEVELS * Court.CARAVANEER] = state.gardeners_left
    for resource in range(PLAIN_RESOURCES):
        out[TOKENS_AT + resource] = state.token[resource]


@kernel
def observe_players(state, viewer, out):
    """What each seat has."""
    for offset in range(state.seats):
        seat = seat_after(state.seats, viewer, offset)
        out[SCORE_AT + offset] = capped(state.score[seat])
        out[SCORE_AT + MAX_SEATS + offset] = capped(state.talents[seat])
        out[SCORE_AT + 2 * MAX_SEATS + offset] = capped(state.camels[seat])
        for resource in range(RESOURCES):
            out[RESOURCES_AT + RESOURCES * offset + resource] = state.resources[seat, resource]
        for track in range(TRACKS):
            out[LEVELS_AT + TRACKS * offset + track] = state.level[seat, track]
        out[GARDENERS_AT + offset] = state.gardeners[seat]
        out[GARDENERS_AT + MAX_SEATS + offset] = state.tiles[seat]
        out[GARDENERS_AT + 2 * MAX_SEATS + offset] = state.passed[seat]


@kernel
def observe_turn(state, viewer, out):
    """What is asked of whom."""
    at = GARDENERS_AT + 3 * MAX_SEATS
    out[at + places_after(state.seats, viewer, state.first)] = 1
    out[at + MAX_SEATS + places_after(state.seats, viewer, state.active)] = 1
    out[at + 2 * MAX_SEATS + places_after(state.seats, viewer, state.actor)] = 1
    out[PHASE_AT + state.phase] = 1
    if state.square >= 0:
        out[PLANTING_AT + state.square] = 1
        out[GIFTS_AT] = state.gifts
    for kind in range(COURTS):
        out[BONUS_AT + kind] = state.bonus >> kind & 1
    if state.given != NO_RESOURCE:
        out[GIVEN_AT + state.given] = 1
    out[ROUND_AT] = capped(state.round)
