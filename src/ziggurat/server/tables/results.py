"""How matches end, and how that is stored. What was stored before results said `why` is still understood."""

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
    """A stored result. One that does not say why leaves a game's own ending without a code, and no other."""
    result = msgspec.convert(stored, Result)
    if result.why:
        return result
    known = [left([], [], why, seat) for why in LEFT for seat in range(len(result.scores))]
    known.append(Result([], [], BROUGHT_UNFINISHED, UNFINISHED))
    for one in known:
        if one.ending == result.ending:
            return msgspec.structs.replace(result, why=one.why, seat=one.seat)
    return result


def agree(stored: Result, found: Result | None) -> bool:
    """Whether a stored result is what a match comes to."""
    if found is None or stored.why:
        return stored == found
    return stored == msgspec.structs.replace(found, why="")
