"""Recognises positions of running matches, so that nobody gets help with them."""

from __future__ import annotations

from collections import OrderedDict

from ziggurat.core.match import Match
from ziggurat.core.record import digest

CACHED = 200  # seats of matches


class LivePositionGuard:
    """The digests of the positions of running matches, as each seat knew them; cached by table and seat.

    The first position is left out, because other matches share it.
    """

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, int], tuple[tuple[int, ...], frozenset[str]]] = OrderedDict()

    def digests(self, table_id: str, seat: int, match: Match) -> frozenset[str]:
        """The digests of a match's positions so far, for a seat."""
        actions, digests = self._cache.get((table_id, seat), ((), frozenset[str]()))
        if actions != match.actions:
            since = len(actions) if match.actions[: len(actions)] == actions else 0  # 0 if something was undone
            digests = frozenset([*(digests if since else ()), *_digests(match, seat, since)])
            self._cache.pop((table_id, seat), None)  # moves it to the end
            self._cache[table_id, seat] = (match.actions, digests)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return digests


def _digests(match: Match, seat: int, since: int) -> list[str]:
    replay, digests = match.at(since), []
    for action in match.actions[since:]:
        replay.decide(action)
        digests.append(digest(replay.record(seat)))
    return digests
