"""The positions that running matches have passed, as one seat knew them: nobody gets help with these meanwhile."""

from __future__ import annotations

from collections import OrderedDict

from ziggurat.core.match import Match
from ziggurat.core.record import digest

KEPT = 200  # matches, by seat


class LivePositionGuard:
    """By table and seat: the digests of what the seat knew, from the first decision on.

    Where a match begins is left out: others begin there too.
    """

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], tuple[tuple[int, ...], frozenset[str]]] = OrderedDict()

    def of(self, table_id: str, seat: int, match: Match) -> frozenset[str]:
        """The positions of a match so far, for a seat."""
        actions, known = self._found.get((table_id, seat), ((), frozenset[str]()))
        if actions != match.actions:
            more = len(actions) if match.actions[: len(actions)] == actions else 0  # else something was taken back
            known = frozenset([*(known if more else ()), *_digests(match, seat, more)])
            self._found.pop((table_id, seat), None)  # the last asked for are kept
            self._found[table_id, seat] = (match.actions, known)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return known


def _digests(match: Match, seat: int, since: int) -> list[str]:
    again, found = match.at(since), []
    for action in match.actions[since:]:
        again.decide(action)
        found.append(digest(again.record(seat)))
    return found
