"""One position of Amyitis, as a record of 624 bytes. More than half of it are the printed components."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.record import record
from ziggurat.games.amyitis.board import (
    CRAFTS,
    GROUPS,
    LEVELS,
    MAX_SEATS,
    PLAIN_RESOURCES,
    PLANTS,
    RESOURCES,
    ROW_LENGTH,
    ROWS,
    SQUARES,
    TEMPLE_SPACES,
    TEMPLES,
    TRACKS,
)
from ziggurat.games.amyitis.components import PARTS


class Phase(IntEnum):
    """What the actor is asked for."""

    TURN = 0  # pass, recruit or move the caravan
    PEASANT = 1  # choose a field row for the recruited peasant
    PRIEST = 2  # choose a temple for the recruited priest
    ENGINEER = 3  # choose an edge for the recruited engineer
    SELL = 4  # choose a resource to sell in Babylon
    SELL_MORE = 5  # sell a second one, or not
    IRRIGATE = 6  # choose an edge for the irrigation that comes with a sale
    PAY_CITY = 7  # pay what the city asks: the resource itself, or wine
    PAY_PLANT = 8  # pay what the plant card asks besides
    COURT = 9  # choose a kind of court card that the city sells
    TOKEN = 10  # choose among the resources lying on the level-2 caravaneers
    PLANT = 11  # choose a square
    GIFT = 12  # choose the resource a garden tile brings
    BONUS = 13  # choose the court card a garden tile brings
    PROCESSION = 14  # choose a temple for the own cube
    ISHTAR = 15  # choose a camel or a talent
    HARVEST = 16  # Tammouz, first: choose a field row
    EXCHANGE = 17  # Tammouz, second: give a resource back, or keep everything
    EXCHANGE_FOR = 18  # and choose what to take instead
    DISCARD = 19  # give up a resource above the limit


class Ending(IntEnum):
    """Why the game is over (15, 18)."""

    IN_PLAY = 0
    GARDEN_PLANTED = 1
    LAST_ROUND = 2


# Small numbers are signed on purpose: Numba counts in unsigned 64-bit integers over an unsigned bound, and mixing those
# with plain ones turns into floating point.
STATE = record(
    [
        ("rng", "u8", (1,)),
        ("areas", "u8"),  # irrigation areas that exist: bit e, and bit e + 24 where edge e has two
        ("filled", "u8"),  # areas with a cube
        ("cubes", "u8", (MAX_SEATS,)),  # by seat: areas with its cube; the other filled ones are neutral
        ("reach", "u8"),  # edges that water can reach
        ("wet", "u8"),  # squares with a fully irrigated side
        ("garden", "u8"),  # squares that still hold their tile
        ("planted", "u8"),  # squares that have been planted
        ("score", "i2", (MAX_SEATS,)),
        ("talents", "i2", (MAX_SEATS,)),
        ("camels", "i2", (MAX_SEATS,)),
        ("round", "i2"),  # the first is 1
        ("part", "i1", (PARTS,)),  # what is printed on the parts; see components.py
        ("tile", "i1", (SQUARES,)),  # the tile dealt to each square, -1 where there was none
        ("gardener", "i1", (SQUARES,)),  # who planted each square, -1 before
        ("resources", "i1", (MAX_SEATS, RESOURCES)),
        ("level", "i1", (MAX_SEATS, TRACKS)),  # of caravaneer, banker and palace
        ("gardeners", "i1", (MAX_SEATS,)),  # gardener cards held
        ("tiles", "i1", (MAX_SEATS,)),  # garden tiles taken
        ("passed", "i1", (MAX_SEATS,)),  # has a cube on the Pass square
        ("craft", "i1", (GROUPS, CRAFTS)),  # by group: face-up cards of each craft
        ("face_down", "i1", (GROUPS,)),  # by group: cards turned over
        ("court", "i1", (TRACKS, LEVELS)),  # court cards left in the supply
        ("gardeners_left", "i1"),
        ("token", "i1", (PLAIN_RESOURCES,)),  # by resource: whether one lies on a level-2 caravaneer
        ("field", "i1", (ROWS, ROW_LENGTH)),  # whose cube, or -1
        ("field_size", "i1", (ROWS,)),  # cubes in each row
        ("temple", "i1", (TEMPLES, TEMPLE_SPACES)),  # from the left: whose cube, 4 neutral, or -1
        ("plant", "i1", (PLANTS,)),  # by plant city: the card there
        ("side", "i1", (PLANTS,)),  # by plant city: 0 front, 1 back
        ("caravan", "i1"),  # its place on the ring
        ("tiles_left", "i1"),
        ("square", "i1"),  # while a garden is being planted: where; otherwise -1
        ("gifts", "i1"),  # resources its tile still brings
        ("bonus", "i1"),  # kinds of court card its tile still brings, as bits
        ("given", "i1"),  # the resource just given in an exchange, otherwise -1
        ("first", "i1"),  # who holds the First player card
        ("active", "i1"),  # whose turn it is
        ("actor", "i1"),  # who decides now
        ("phase", "i1"),
        ("over", "i1"),  # an Ending
        ("seats", "i1"),
    ]
)
