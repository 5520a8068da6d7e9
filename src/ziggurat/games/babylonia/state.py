"""One position of Babylonia, as a record of about half a kilobyte."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.record import record
from ziggurat.games.babylonia.board import CARDS, CITIES, GREENS, HEX_WORDS, KINDS, MAX_SEATS


class Phase(IntEnum):
    """What the actor is asked for."""

    PLACE = 0  # put down a token, or end the placing
    SITE = 1  # pick the surrounded site that is scored next
    CARD = 2  # take a ziggurat card; possibly out of turn
    EXTRA = 3  # use the extra turn of card 2 now?


class Ending(IntEnum):
    """Why the game is over (clause 16)."""

    IN_PLAY = 0
    STAND_EMPTY = 1
    CITIES_GONE = 2


OUT_OF_GAME = -2  # where a card is, besides a seat's number
ON_OFFER = -1

# Small numbers are signed on purpose: Numba counts in unsigned 64-bit integers over an unsigned bound, and mixing those
# with plain ones turns into floating point.
STATE = record(
    [
        ("rng", "u8", (1,)),
        ("free", "u8", (HEX_WORDS,)),  # hexagons in play without token, tile and ziggurat
        ("crop", "u8", (HEX_WORDS,)),  # hexagons with a crop field
        ("own", "u8", (MAX_SEATS, HEX_WORDS)),  # by seat: hexagons with its tokens
        ("beside", "u8", (MAX_SEATS, HEX_WORDS)),  # by seat: hexagons beside its tokens
        ("kind", "u8", (KINDS, HEX_WORDS)),  # by kind: hexagons with such a token; secret in the rivers
        ("sites", "u8"),  # while placing: sites touched this turn; afterwards: surrounded ones not yet scored
        ("score", "i2", (MAX_SEATS,)),
        ("turn", "i2"),  # turns begun before this one
        ("tile", "i1", (GREENS,)),  # the location tile on each green site, 0 when it has left
        ("taken", "i1", (MAX_SEATS, CITIES)),  # by seat and symbols: city tiles in front of it
        ("stand", "i1", (MAX_SEATS, KINDS)),  # secret
        ("reserve", "i1", (MAX_SEATS, KINDS)),  # secret
        ("stand_size", "i1", (MAX_SEATS,)),
        ("reserve_size", "i1", (MAX_SEATS,)),
        ("placed", "i1", (KINDS,)),  # this turn, face up
        ("placed_in_river", "i1"),  # this turn, face down
        ("card", "i1", (CARDS,)),  # where each card is: its owner's seat, ON_OFFER or OUT_OF_GAME
        ("extra_used", "i1"),  # card 2 has been turned over
        ("cities_left", "i1"),  # city tiles on the board
        ("scored", "i1"),  # ziggurats scored, as bits
        ("actor", "i1"),  # who decides now
        ("active", "i1"),  # whose turn it is
        ("phase", "i1"),
        ("over", "i1"),  # an Ending
        ("seats", "i1"),
        ("variant", "i1"),  # the option: all nine cards were shuffled
    ]
)
