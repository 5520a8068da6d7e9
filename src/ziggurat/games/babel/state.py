"""One position of Babel, as a record of about two thirds of a kilobyte."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.record import record
from ziggurat.games.babel.cards import LEVELS, MAX_SEATS, NATIONS, SEATS, SITES, TEMPLE_CARDS


class Ending(IntEnum):
    """Why the game is over (clauses 17, 23)."""

    IN_PLAY = 0
    OUTCLASSED = 1
    FAR_AHEAD = 2
    FELL_BEHIND = 3
    DECK_EMPTY = 4
    TURNS_PLAYED = 5


# A row of nation cards is five sets, one for each nation: the places, counted from the oldest card, where that nation
# lies. All 60 cards fit into a word, a run of three is two shifts, and closing up is one.
#
# The nation draw pile and the unknown part of the temple deck are kept as counts, and drawn from at random: an order
# that nobody knows need not exist.
STATE = record(
    [
        ("rng", "u8", (1,)),
        ("row", "u8", (SEATS, SITES, NATIONS)),  # by seat, site and nation: places in the row
        ("score", "i2", (MAX_SEATS,)),  # the sum of a seat's temples
        ("turn", "i2"),  # turns begun before this one
        ("length", "i1", (SEATS, SITES)),  # cards in each row
        ("temple", "i1", (SEATS, SITES)),  # by seat and site: the levels there, as bits
        ("stack", "i1", (SEATS, TEMPLE_CARDS)),  # levels, the top card last
        ("stack_size", "i1", (SEATS,)),
        ("first_card", "i1", (SEATS,)),  # 1 until a seat has built its own level-1 card (2)
        ("returned", "i1", (TEMPLE_CARDS,)),  # levels known to lie on the temple deck, the top card last (11)
        ("returned_size", "i1"),
        ("deck", "i1", (LEVELS + 1,)),  # by level: the temple cards below those, in unknown order
        ("deck_size", "i1"),
        ("hand", "i1", (SEATS, NATIONS)),  # secret
        ("hand_size", "i1", (SEATS,)),
        ("remembered", "i1", (SEATS, NATIONS)),  # cards in a hand that the other player can work out (19)
        ("draw", "i1", (NATIONS,)),  # the nation draw pile; secret
        ("draw_size", "i1"),
        ("discard", "i1", (NATIONS,)),
        ("pawn", "i1", (SEATS,)),  # a site, or QUARRY
        ("migrated", "i1"),  # this turn
        ("to_discard", "i1"),  # cards that the actor, out of turn, has still to discard (16)
        ("end_phase", "i1"),
        ("hands", "i1"),  # the number of the option
        ("actor", "i1"),  # who decides now
        ("active", "i1"),  # whose turn it is
        ("over", "i1"),  # an Ending
        ("seats", "i1"),
    ]
)
