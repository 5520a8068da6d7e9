"""HTTP: looking for opponents."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body


class SeekPace(StrEnum):
    """`live`: a clock of 15 minutes plus 10 seconds per turn. `days`: two days per turn."""

    LIVE = "live"
    DAYS = "days"


class Seek(Body, frozen=True):
    """The match to look for: its game, accepted numbers of players, pace, and whether it is rated."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[int, Meta(ge=2, le=8)]], Meta(min_length=1, max_length=4)]
    pace: SeekPace = SeekPace.LIVE
    rated: bool = False


class SeekState(Answer, frozen=True):
    """The state of your search."""

    game: str
    pace: SeekPace
    seats: list[int]
    rated: bool
    since: int
    others: int  # how many others look for a match of this game
    table: str | None = None  # once opponents were found
