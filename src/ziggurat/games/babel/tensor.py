"""The observation of Babel, as bytes for learning: rows and temples of both seats, then piles, then single numbers.

Seats are counted from the observer: 0 is the observer itself, 1 the other. A spectator observes as if from seat 0 but
with nobody's secrets.
"""

from __future__ import annotations

from ziggurat.core.bits import spread
from ziggurat.core.game import Plane, plane_starts
from ziggurat.core.kernel import kernel
from ziggurat.games.babel.cards import LEVELS, NATION_CARDS, NATIONS, SEATS, SITES, TEMPLE_CARDS

PLANES = (
    Plane("rows", (SEATS, SITES, NATIONS, NATION_CARDS), "by seat, site and nation: places in the row, oldest first"),
    Plane("temples", (SEATS, SITES, LEVELS), "by seat and site: the levels of the temple"),
    Plane("stacks", (SEATS, TEMPLE_CARDS), "by seat: the levels in its stack, top card first"),
    Plane("returned", (TEMPLE_CARDS,), "the levels known to lie on the temple deck, top card first"),
    Plane("deck", (LEVELS,), "by level: how many lie below those, in unknown order"),
    Plane("lengths", (SEATS, SITES), "by seat and site: cards in the row"),
    Plane("pawns", (SEATS, SITES), "by seat: the pawn's site; none at the quarry"),
    Plane("remembered", (SEATS, NATIONS), "by seat: cards in its hand that the other seat can work out"),
    Plane("hand_size", (SEATS,), "cards in each hand"),
    Plane("score", (SEATS,), "the sum of each seat's temples"),
    Plane("first_card", (SEATS,), "the own level-1 card is not built yet"),
    Plane("actor", (SEATS,), "who decides"),
    Plane("active", (SEATS,), "whose turn it is"),
    Plane("hand", (NATIONS,), "the observer's hand, by nation"),
    Plane("discard", (NATIONS,), "the discard pile, by nation"),
    Plane("draw_size", (1,), "cards in the nation draw pile"),
    Plane("migrated", (1,), "this turn's migration has been made"),
    Plane("to_discard", (1,), "cards the actor has still to discard"),
    Plane("end_phase", (1,), "the end phase has begun"),
    Plane("turn", (1,), "turns begun before this one"),
)

_START = plane_starts(PLANES)
TEMPLES_AT, STACKS_AT, RETURNED_AT, DECK_AT = (
    _START["temples"],
    _START["stacks"],
    _START["returned"],
    _START["deck"],
)
LENGTHS_AT, PAWNS_AT, REMEMBERED_AT = _START["lengths"], _START["pawns"], _START["remembered"]
SEATS_AT, NUMBERS_AT = _START["hand_size"], _START["hand"]
SIZE = _START["end"]


@kernel
def observe(state, seat, out):
    """Write everything a record redacted for this seat shows."""
    for index in range(TEMPLES_AT, SIZE):
        out[index] = 0
    viewer = max(seat, 0)
    for offset in range(SEATS):
        observe_side(state, (viewer + offset) % SEATS, offset, out)
    observe_table(state, viewer, out)
    if not state.over:
        out[SEATS_AT + 3 * SEATS + (state.actor - viewer) % SEATS] = 1
    out[SEATS_AT + 4 * SEATS + (state.active - viewer) % SEATS] = 1


@kernel
def observe_side(state, seat, offset, out):
    """What lies on a seat's side of the board."""
    for site in range(SITES):
        place = offset * SITES + site
        for nation in range(NATIONS):
            spread(state.row[seat, site, nation], out, (place * NATIONS + nation) * NATION_CARDS, NATION_CARDS)
        for level in range(LEVELS):
            out[TEMPLES_AT + place * LEVELS + level] = state.temple[seat, site] >> (level + 1) & 1
        out[LENGTHS_AT + place] = state.length[seat, site]
    size = state.stack_size[seat]
    for place in range(size):
        out[STACKS_AT + offset * TEMPLE_CARDS + place] = state.stack[seat, size - 1 - place]
    if state.pawn[seat] >= 0:
        out[PAWNS_AT + offset * SITES + state.pawn[seat]] = 1
    for nation in range(NATIONS):
        out[REMEMBERED_AT + offset * NATIONS + nation] = state.remembered[seat, nation]
    out[SEATS_AT + offset] = state.hand_size[seat]
    out[SEATS_AT + SEATS + offset] = state.score[seat]
    out[SEATS_AT + 2 * SEATS + offset] = state.first_card[seat]


@kernel
def observe_table(state, viewer, out):
    """Both decks, the discard pile, the observer's hand, and how far the turn and the game are."""
    size = state.returned_size
    for place in range(size):
        out[RETURNED_AT + place] = state.returned[size - 1 - place]
    for level in range(LEVELS):
        out[DECK_AT + level] = state.deck[level + 1]
    for nation in range(NATIONS):
        out[NUMBERS_AT + nation] = state.hand[viewer, nation]
        out[NUMBERS_AT + NATIONS + nation] = state.discard[nation]
    at = NUMBERS_AT + 2 * NATIONS
    out[at] = state.draw_size
    out[at + 1] = state.migrated
    out[at + 2] = state.to_discard
    out[at + 3] = state.end_phase
    out[at + 4] = state.turn
