"""How matches end, and how results are stored. Results stored without `why` can still be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ziggurat.core.match import Match
from ziggurat.server.protocol import Result

RESIGNED, TIMEOUT, UNFINISHED = "resigned", "timeout", "unfinished"
LEFT = {RESIGNED: "seat {seat} resigned", TIMEOUT: "seat {seat}'s time ran out"}
IMPORTED_UNFINISHED = "imported unfinished"  # the ending of an imported log without its end


def played_out(match: Match) -> Result:
    """The result of a match that ended by its rules, or of an unfinished import."""
    ending, why = (match.ending, match.ending_code) if match.over else (IMPORTED_UNFINISHED, UNFINISHED)
    return Result(match.winners, match.scores, ending, why)


def left(winners: list[int], scores: list[int], why: str, seat: int) -> Result:
    """The result of a match that ended because a player left."""
    return Result(winners, scores, LEFT[why].format(seat=seat), why, seat)


def read_result(stored: Mapping[str, Any]) -> Result:
    """A stored result; a missing `why` is derived from the ending where possible."""
    result = msgspec.convert(stored, Result)
    if result.why:
        return result
    candidates = [left([], [], why, seat) for why in LEFT for seat in range(len(result.scores))]
    candidates.append(Result([], [], IMPORTED_UNFINISHED, UNFINISHED))
    for candidate in candidates:
        if candidate.ending == result.ending:
            return msgspec.structs.replace(result, why=candidate.why, seat=candidate.seat)
    return result


def agree(stored: Result, computed: Result | None) -> bool:
    """Whether a stored result equals the one computed from the journal."""
    if computed is None or stored.why:
        return stored == computed
    return stored == msgspec.structs.replace(computed, why="")
