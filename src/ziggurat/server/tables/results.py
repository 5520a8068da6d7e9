"""The results of matches, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ziggurat.core.match import Match
from ziggurat.server.protocol import Result

RESIGNED, TIMEOUT, UNFINISHED = "resigned", "timeout", "unfinished"
LEFT = {RESIGNED: "seat {seat} resigned", TIMEOUT: "seat {seat}'s time ran out"}
BROUGHT_UNFINISHED = "imported unfinished"  # how a match ended whose log was brought before its end


def played_out(match: Match) -> Result:
    """The result of a match that has come to its end by its rules, or whose log was brought before that."""
    ending, why = (match.ending, match.ending_code) if match.over else (BROUGHT_UNFINISHED, UNFINISHED)
    return Result(match.winners, match.scores, ending, why)


def left(winners: list[int], scores: list[int], why: str, seat: int) -> Result:
    """The result of a match that ended because somebody left it."""
    return Result(winners, scores, LEFT[why].format(seat=seat), why, seat)


def read_result(stored: Mapping[str, Any]) -> Result:
    """The result in a row of `tables`."""
    return msgspec.convert(stored, Result)
