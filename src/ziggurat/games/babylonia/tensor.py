"""The observation of Babylonia, as bytes for learning: planes over the 175 hexagons, then single numbers.

Seats are counted from the observer: 0 is the observer itself, 1 the next in turn order. A spectator observes as if
from seat 0 but with nobody's secrets. Scores beyond 255 read as 255.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, spread
from ziggurat.core.game import Plane, plane_starts
from ziggurat.core.kernel import kernel
from ziggurat.core.seating import ABSENT, places_after, seat_after
from ziggurat.games.babylonia.board import (
    CARDS,
    CROP,
    GREENS,
    HEX_WORDS,
    HEXES,
    KINDS,
    MAX_SEATS,
    RIVER,
    SITE_HEX,
    SITES,
    SITES_PLAYED,
)
from ziggurat.games.babylonia.rules import cities_of
from ziggurat.games.babylonia.state import ON_OFFER

PHASES = 4
CARD_PLACES = MAX_SEATS + 1  # with an observer's seat, or on offer

PLANES = (
    Plane("tokens", (MAX_SEATS, KINDS, HEXES), "by seat and kind: tokens whose kind the observer knows"),
    Plane("face_down", (MAX_SEATS, HEXES), "by seat: face-down tokens"),
    Plane("free", (HEXES,), "hexagons in play that hold nothing"),
    Plane("symbols", (KINDS - 1, HEXES), "cities with the merchant, civil servant and priest symbol"),
    Plane("crop", (HEXES,), "crop fields: their points plus 1; 1 for the field with the city symbol"),
    Plane("ziggurat", (HEXES,), "1 for a ziggurat not yet scored, 2 for a scored one"),
    Plane("waiting", (HEXES,), "sites touched this turn, or waiting to be scored"),
    Plane("score", (MAX_SEATS,), "points by seat"),
    Plane("cities", (MAX_SEATS,), "city tiles by seat"),
    Plane("stand_size", (MAX_SEATS,), "tokens on each stand"),
    Plane("reserve_size", (MAX_SEATS,), "tokens in each reserve"),
    Plane("stand", (KINDS,), "the observer's stand, by kind"),
    Plane("reserve", (KINDS,), "the observer's reserve, by kind"),
    Plane("placed", (KINDS + 1,), "tokens placed this turn, by kind, then those in the river"),
    Plane("cards", (CARDS, CARD_PLACES), "by card: owned by each seat, or on offer"),
    Plane("extra_used", (1,), "card 2 has been used"),
    Plane("phase", (PHASES,), "place, site, card, extra"),
    Plane("actor", (MAX_SEATS,), "who decides"),
    Plane("active", (MAX_SEATS,), "whose turn it is"),
    Plane("opening", (2,), "the first and the second turn of the game"),
)

_START = plane_starts(PLANES)
TOKENS_AT, FACE_DOWN_AT, FREE_AT = _START["tokens"], _START["face_down"], _START["free"]
SYMBOLS_AT, CROP_AT, ZIGGURAT_AT = _START["symbols"], _START["crop"], _START["ziggurat"]
WAITING_AT, NUMBERS_AT = _START["waiting"], _START["score"]
SIZE = _START["end"]


@kernel
def observe(state, seat, out):
    """Write everything a record redacted for this seat shows."""
    for index in range(SYMBOLS_AT, SIZE):
        out[index] = 0
    viewer = max(seat, 0)
    observe_tokens(state, viewer, out)
    observe_sites(state, out)
    at = observe_players(state, viewer, out, NUMBERS_AT)
    observe_turn(state, viewer, out, at)


@kernel
def observe_tokens(state, viewer, out):
    """Whose tokens lie where, and on which hexagons none do: set by set, every byte of these planes once."""
    for word in range(HEX_WORDS):
        first = 64 * word
        count = min(64, HEXES - first)
        spread(state.free[word], out, FREE_AT + first, count)
        for offset in range(MAX_SEATS):
            seat = seat_after(state.seats, viewer, offset)
            own = state.own[seat, word] if seat != ABSENT else NONE
            spread(own & RIVER[word], out, FACE_DOWN_AT + offset * HEXES + first, count)
            for kind in range(KINDS):
                spread(own & state.kind[kind, word], out, TOKENS_AT + (offset * KINDS + kind) * HEXES + first, count)


@kernel
def observe_sites(state, out):
    """Cities, crop fields and ziggurats."""
    for site in range(GREENS):
        observe_tile(state.tile[site], SITE_HEX[site], out)
    for site in range(GREENS, SITES):
        in_play = SITES_PLAYED[state.seats] >> np.uint64(site) & ONE
        out[ZIGGURAT_AT + SITE_HEX[site]] = np.int64(in_play) * (1 + (state.scored >> (site - GREENS) & 1))


@kernel
def observe_tile(tile, hexagon, out):
    """A city or a crop field, or none."""
    is_field = np.int64(tile >= CROP)
    out[CROP_AT + hexagon] = is_field * (tile - CROP + 1)
    for symbol in range(KINDS - 1):
        out[SYMBOLS_AT + symbol * HEXES + hexagon] = (1 - is_field) * (tile >> symbol & 1)


@kernel
def observe_players(state, viewer, out, at):
    """Points, cities and token counts by seat, then the observer's own tokens. Returns where the next number goes."""
    for offset in range(state.seats):
        seat = seat_after(state.seats, viewer, offset)
        out[at + offset] = min(max(state.score[seat], 0), 255)
        out[at + MAX_SEATS + offset] = cities_of(state, seat)
        out[at + 2 * MAX_SEATS + offset] = state.stand_size[seat]
        out[at + 3 * MAX_SEATS + offset] = state.reserve_size[seat]
    at += 4 * MAX_SEATS
    for kind in range(KINDS):
        out[at + kind] = state.stand[viewer, kind]
        out[at + KINDS + kind] = state.reserve[viewer, kind]
        out[at + 2 * KINDS + kind] = state.placed[kind]
    out[at + 3 * KINDS] = state.placed_in_river
    return at + 3 * KINDS + 1


@kernel
def observe_turn(state, viewer, out, at):
    """Cards, phase and actor."""
    for site in range(SITES):
        if state.sites >> np.uint64(site) & ONE != NONE:
            out[WAITING_AT + SITE_HEX[site]] = 1
    for card in range(CARDS):
        place = state.card[card]
        if place >= 0:
            out[at + places_after(state.seats, viewer, place)] = 1
        elif place == ON_OFFER:
            out[at + MAX_SEATS] = 1
        at += CARD_PLACES
    out[at] = state.extra_used
    out[at + 1 + state.phase] = 1
    at += 1 + PHASES
    out[at + places_after(state.seats, viewer, state.actor)] = 1
    out[at + MAX_SEATS + places_after(state.seats, viewer, state.active)] = 1
    if state.turn < 2:
        out[at + 2 * MAX_SEATS + state.turn] = 1
