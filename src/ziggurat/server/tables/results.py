"""The results of matches, and how they are stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from ziggurat.core.match import Match
from ziggurat.server.protocol import Result

RESIGNED, TIMEOUT, UNFINISHED, ABORTED = "resigned", "timeout", "unfinished", "aborted"
LEFT = {RESIGNED: "seat {seat} resigned", TIMEOUT: "seat {seat}'s time ran out"}
DEVICE = "device"  # in `tables.uncounted`: the match was played on a device
IMPORTED_UNFINISHED = "imported unfinished"  # the ending of an imported log without its end


def played_out(match: Match) -> Result:
    """The result of a match that ended by its rules, or of an unfinished import."""
    ending, why = (match.ending, match.ending_code) if match.over else (IMPORTED_UNFINISHED, UNFINISHED)
    return Result(match.winners, match.scores, ending, why)


def left(winners: list[int], scores: list[int], why: str, seat: int) -> Result:
    """The result of a match that ended because a player left."""
    return Result(winners, scores, LEFT[why].format(seat=seat), why, seat)


def aborted(match: Match, why: str) -> Result:
    """The result of a match that whoever runs the server has ended: nobody wins. `why` is their reason."""
    return Result([], match.scores, why, ABORTED)


def seats_left(result: Result, taken_over: Iterable[int]) -> set[int]:
    """The seats that were left: to a bot, or so that the match ended."""
    return {*taken_over, *([result.seat] if result.seat >= 0 else [])}


def rank_seats(standings: Mapping[int, Any], left: Collection[int]) -> dict[int, int]:
    """By seat, how many finished ahead of it. Who left is behind all who stayed, and level with others who left."""
    stayed = [standing for seat, standing in standings.items() if seat not in left]
    return {
        seat: len(stayed) if seat in left else sum(other > standing for other in stayed)
        for seat, standing in standings.items()
    }


def read_result(stored: Mapping[str, Any]) -> Result:
    """The result in a row of `tables`."""
    return msgspec.convert(stored, Result)
