"""HTTP: looking for somebody to play with."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body


class SeekPace(StrEnum):
    """`live`: now, with clocks of 15 minutes and 10 seconds more for every turn. `days`: two days for every turn."""

    LIVE = "live"
    DAYS = "days"


class Seek(Body, frozen=True):
    """What somebody looks for: a game, how many would play, at which pace, and whether it counts for their rating."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[int, Meta(ge=2, le=8)]], Meta(min_length=1, max_length=4)]
    pace: SeekPace = SeekPace.LIVE
    rated: bool = False


class Sought(Answer, frozen=True):
    """How a search goes: since when, how many others look for a match of this game, and the table once there is one."""

    game: str
    pace: SeekPace
    seats: list[int]
    rated: bool
    since: int
    others: int
    table: str | None = None
