"""The observation of Ur, as bytes for learning: planes over the 36 fields, then single numbers.

Seats are counted from the observer: 0 is the observer itself, 1 the next in turn order. A spectator observes as if from
seat 0. Nothing is hidden, so all seats see the same in another order.
"""

from __future__ import annotations

from ziggurat.core.bits import NONE, spread, spread_numbers
from ziggurat.core.game import Plane, plane_starts
from ziggurat.core.kernel import kernel
from ziggurat.core.seating import ABSENT, places_after, seat_after
from ziggurat.games.ur.board import (
    FIELDS,
    FIRST_KIND,
    KINDS,
    MAX_SEATS,
    MAX_SPARES,
    SECOND_KIND,
    SPARES,
)
from ziggurat.games.ur.state import Phase

PHASES = len(Phase)

PLANES = (
    Plane("stones", (MAX_SEATS, FIELDS), "by seat: stones on each field"),
    Plane("ziggurats", (MAX_SEATS, FIELDS), "by seat: its ziggurats"),
    Plane("shows", (KINDS, FIELDS), "by action: fields that show it"),
    Plane("includes", (KINDS, FIELDS), "by action: fields whose tile has it on either side"),
    Plane("allowed", (FIELDS,), "stones a field may still get from the action under way"),
    Plane("gave", (FIELDS,), "politics: fields that gave a stone"),
    Plane("took", (FIELDS,), "politics: fields that took a stone"),
    Plane("source", (FIELDS,), "the field a stone is moved from, or that attacks"),
    Plane("target", (FIELDS,), "the field just conquered"),
    Plane("hand", (MAX_SEATS, KINDS), "by seat: the actions of its hand tile"),
    Plane("spares", (MAX_SPARES, KINDS), "the actions of the tiles beside the square"),
    Plane("supply", (MAX_SEATS,), "by seat: stones left"),
    Plane("score", (MAX_SEATS,), "by seat: points if the game ended now"),
    Plane("ziggurats_left", (1,), "ziggurats not yet built"),
    Plane("used", (KINDS,), "actions used this turn"),
    Plane("built", (1,), "ziggurats built this turn"),
    Plane("marches", (1,), "attacks without loss in the war under way"),
    Plane("fought", (1,), "whether the war under way has made an attack"),
    Plane("published", (1,), "the option bonus is published"),
    Plane("once", (1,), "the option culture is once"),
    Plane("uncovered", (1,), "1 if the option covered is no, 2 more if hunger is all, 4 more if reach is any"),
    Plane("phase", (PHASES,), "what is asked"),
    Plane("actor", (MAX_SEATS,), "who decides"),
    Plane("first", (MAX_SEATS,), "who plays first in a round"),
    Plane("turn", (2,), "turns begun: how many times 256, and the rest"),
)

_START = plane_starts(PLANES)
STONES_AT, ZIGGURATS_AT = _START["stones"], _START["ziggurats"]
SHOWS_AT, INCLUDES_AT, ALLOWED_AT = _START["shows"], _START["includes"], _START["allowed"]
GAVE_AT, TOOK_AT, SOURCE_AT, TARGET_AT = _START["gave"], _START["took"], _START["source"], _START["target"]
HAND_AT, SPARES_AT, SUPPLY_AT, SCORE_AT = _START["hand"], _START["spares"], _START["supply"], _START["score"]
NUMBERS_AT = _START["ziggurats_left"]
SIZE = _START["end"]


@kernel
def observe(state, seat, out):
    """Write everything a record shows, from one seat's chair."""
    for index in range(SOURCE_AT, SIZE):
        out[index] = 0
    viewer = max(seat, 0)
    observe_square(state, viewer, out)
    if state.source >= 0:
        out[SOURCE_AT + state.source] = 1
    if state.target >= 0:
        out[TARGET_AT + state.target] = 1
    observe_players(state, viewer, out)
    observe_turn(state, viewer, out)


@kernel
def observe_square(state, viewer, out):
    """The planes, set by set: every byte of them is written once, and nothing asks what lies where."""
    level, allow = state.level, state.allow
    ones = level[0] & ~level[1] | level[2] & ~level[3] | level[4]  # stones as binary digits: 1, 3 or 5 are odd
    twos = level[1] & ~level[3]
    fours = level[3]
    for offset in range(MAX_SEATS):
        owner = seat_after(state.seats, viewer, offset)
        own = state.own[owner] if owner != ABSENT else NONE
        ziggurats = state.ziggurat[owner] if owner != ABSENT else NONE
        spread_numbers(ones & own, twos & own, fours & own, out, STONES_AT + offset * FIELDS, FIELDS)
        spread(ziggurats, out, ZIGGURATS_AT + offset * FIELDS, FIELDS)
    for kind in range(KINDS):
        spread(state.shows[kind], out, SHOWS_AT + kind * FIELDS, FIELDS)
        spread(state.includes[kind], out, INCLUDES_AT + kind * FIELDS, FIELDS)
    ones = allow[0] & ~allow[1] | allow[2] & ~allow[3]
    spread_numbers(ones, allow[1] & ~allow[3], allow[3], out, ALLOWED_AT, FIELDS)
    spread(state.gave, out, GAVE_AT, FIELDS)
    spread(state.took, out, TOOK_AT, FIELDS)


@kernel
def observe_players(state, viewer, out):
    """Hand tiles, spare tiles, supplies and points."""
    for offset in range(state.seats):
        seat = seat_after(state.seats, viewer, offset)
        out[HAND_AT + offset * KINDS + FIRST_KIND[state.hand[seat]]] = 1
        out[HAND_AT + offset * KINDS + SECOND_KIND[state.hand[seat]]] = 1
        out[SUPPLY_AT + offset] = state.supply[seat]
        out[SCORE_AT + offset] = min(state.score[seat], 255)
    for spare in range(SPARES[state.seats]):
        pair = state.tile[FIELDS + spare]
        out[SPARES_AT + spare * KINDS + FIRST_KIND[pair]] = 1
        out[SPARES_AT + spare * KINDS + SECOND_KIND[pair]] = 1


@kernel
def observe_turn(state, viewer, out):
    """The turn so far, phase and actor."""
    at = NUMBERS_AT
    out[at] = state.ziggurats_left
    for kind in range(KINDS):
        out[at + 1 + kind] = state.used >> kind & 1
    at += 1 + KINDS
    out[at] = state.built
    out[at + 1] = state.marches
    out[at + 2] = state.fought
    out[at + 3] = state.published
    out[at + 4] = state.once
    out[at + 5] = state.uncovered + 2 * state.starving + 4 * state.far
    out[at + 6 + state.phase] = 1
    at += 6 + PHASES
    out[at + places_after(state.seats, viewer, state.actor)] = 1
    out[at + MAX_SEATS + places_after(state.seats, viewer, 0)] = 1
    at += 2 * MAX_SEATS
    out[at] = state.turn >> 8
    out[at + 1] = state.turn & 255
