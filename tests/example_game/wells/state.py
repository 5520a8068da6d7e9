"""One position of Nine Wells, as a record."""

from __future__ import annotations

from enum import IntEnum

from ziggurat.core.record import record

WELLS, MOST_SEATS = 9, 4
NOBODY = NO_WELL = UNKNOWN = -1
WELL_NAMES = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")


class Ending(IntEnum):
    """Why the game is over (3)."""

    IN_PLAY = 0
    ALL_CLAIMED = 1


STATE = record(
    [
        ("rng", "u8", (1,)),
        ("score", "i2", (MOST_SEATS,)),
        ("owner", "i1", (WELLS,)),  # a seat, or NOBODY
        ("water", "i1", (WELLS,)),  # what the die showed
        ("claimed", "i1"),  # the well that is rolled for next, or NO_WELL
        ("spring", "i1", (MOST_SEATS,)),  # a well; secret, UNKNOWN in a redacted record
        ("actor", "i1"),
        ("over", "i1"),  # an Ending
        ("seats", "i1"),
        ("rules", "i1"),  # the version of the rules this match is played under
    ]
)
