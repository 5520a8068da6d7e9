"""Known-answer counts: how many ways there are to play the next few decisions (chess programmers call it perft)."""

from __future__ import annotations

from ziggurat import Match


def count_lines(match: Match, depth: int) -> int:
    """How many different sequences of `depth` decisions can follow, shorter ones if the game ends before."""
    if depth == 0 or match.over:
        return 1
    if depth == 1:
        return len(match.legal())
    return sum(count_lines(match.copy().play(action), depth - 1) for action in match.legal())
