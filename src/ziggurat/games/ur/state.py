"""One position of Ur, as a record of about a third of a kilobyte. Sets of fields are single words."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.record import record
from ziggurat.games.ur.board import FULL, KINDS, MAX_SEATS, PLACES


class Phase(IntEnum):
    """What the actor is asked for."""

    FIRST_STONE = 0  # set-up: a stone on any free field
    MORE_STONES = 1  # set-up: a stone on or beside an own field
    FIRST_SWAP = 2  # set-up: swap the hand tile, or keep it
    ACT = 3  # use an action, build, take the bonus, or be done
    AGRICULTURE = 4  # put stones on agriculture fields
    TRADE = 5  # put stones on trade fields
    CULTURE = 6  # say where an owner's last stones go
    POLITICS = 7  # pick up a stone
    MOVE = 8  # and set it down
    WAR = 9  # attack; with `reach` at `any` the attacking field first, which is then the source
    CROSS = 10  # say how many stones cross to the conquered field
    SWAP = 11  # swap the hand tile


class Ending(IntEnum):
    """Why the game is over (14)."""

    IN_PLAY = 0
    NO_SWAP = 1
    ZIGGURATS = 2
    TURN_LIMIT = 3


ALLOWANCE = 4  # sides of a field: as many stones one action can bring it

# Small numbers are signed on purpose: Numba counts in unsigned 64-bit integers over an unsigned bound, and mixing those
# with plain ones turns into floating point.
STATE = record(
    [
        ("rng", "u8", (1,)),  # erased after set-up: nothing is random any more
        ("own", "u8", (MAX_SEATS,)),  # by seat: fields with its stones
        ("ziggurat", "u8", (MAX_SEATS,)),  # by seat: fields with its ziggurats; these are in no other set of fields
        ("level", "u8", (FULL,)),  # level[n]: fields with more than n stones
        ("shows", "u8", (KINDS,)),  # by action: places whose tile shows it
        ("includes", "u8", (KINDS,)),  # by action: places whose tile has it on either side
        ("allow", "u8", (ALLOWANCE,)),  # allow[n]: fields that may get more than n stones from the action under way
        ("gave", "u8"),  # politics: fields that gave a stone
        ("took", "u8"),  # politics: fields that took one
        ("score", "i2", (MAX_SEATS,)),  # what each seat would score if the game ended now
        ("turn", "i2"),  # turns begun; 0 during set-up
        ("tile", "i1", (PLACES,)),  # by place: the pair of its tile
        ("hand", "i1", (MAX_SEATS,)),  # by seat: the pair of its hand tile
        ("supply", "i1", (MAX_SEATS,)),  # by seat: stones not on the board
        ("ziggurats_left", "i1"),
        ("used", "i1"),  # actions used this turn, as bits
        ("built", "i1"),  # ziggurats built this turn
        ("marches", "i1"),  # attacks without loss in the war under way
        ("source", "i1"),  # the field a stone moves from, or that attacks; NOWHERE if none
        ("target", "i1"),  # the field under attack; NOWHERE if none
        ("published", "i1"),  # the option `bonus`
        ("actor", "i1"),  # who decides now; in Ur always whose turn it is
        ("phase", "i1"),
        ("over", "i1"),  # an Ending
        ("seats", "i1"),
        ("fought", "i1"),  # whether the war under way has made an attack
        ("once", "i1"),  # the option `culture`
        ("uncovered", "i1"),  # the option `covered`
        ("starving", "i1"),  # the option `hunger`
        ("far", "i1"),  # the option `reach`
    ]
)
