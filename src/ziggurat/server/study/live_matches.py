"""Recognises positions of running matches, so that nobody gets help with their own.

A position counts as one of a match if the player's seat knew it there, if it differs little from the match's present
one (a point added, a decision more), or if the line to it left the match a few decisions ago. Only what the seat knows
is compared, so that a refusal reveals nothing; whoever has left a seat counts as a spectator.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from ziggurat.core.match import Match
from ziggurat.core.record import digest
from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import NotAllowed

# A position is near if it differs in at most so many bytes, as a part of those that the match has changed so far. One
# decision changes 3 to 15, and other matches' positions differ in more (`tests/server/study/test_live_guard.py`).
NEAR = 0.4
DIGEST = 8  # bytes
BEYOND = 12  # decisions for which a line that went through a running match is refused
REFUSAL = sentence("That position is from a running match; analyse it after the match.")


class LiveMatch(msgspec.Struct, frozen=True):
    """A running match, as one seat knows it."""

    seats: int
    seat: int  # -1: a spectator, who has left a seat
    record: bytes  # its present position
    near: int  # bytes in which a position may differ and still count as this one; -1: nothing is decided yet
    passed: bytes  # digests of its positions so far, without the first, because other matches share it


def check_position(match: Match, live: Sequence[LiveMatch]) -> None:
    """Refuse a position from a running match."""
    for running in live:
        if running.seats == match.seats and _digest(match, running.seat) in _split(running.passed):
            raise NotAllowed(REFUSAL)
    check_line(match, live)


def check_line(match: Match, live: Sequence[LiveMatch]) -> None:
    """Refuse a position that is, or is near, the present one of a running match."""
    for running in live:
        if running.seats == match.seats and running.near >= 0:
            seen = np.frombuffer(match.record(running.seat).tobytes(), np.uint8)
            if np.count_nonzero(seen != np.frombuffer(running.record, np.uint8)) <= running.near:
                raise NotAllowed(REFUSAL)


def check_match(match: Match, live: Sequence[LiveMatch]) -> None:
    """Refuse a match that comes through a position of a running one."""
    if not live:
        return
    passed: dict[int, set[bytes]] = {}
    for running in live:
        if running.seats == match.seats:
            passed.setdefault(running.seat, set()).update(_split(running.passed))
    replay = match.at(0)
    for action in [*match.actions, None]:
        if any(_digest(replay, seat) in digests for seat, digests in passed.items()):
            raise NotAllowed(REFUSAL)
        check_line(replay, live)
        if action is not None:
            replay.decide(action)


def _digest(match: Match, seat: int) -> bytes:
    return bytes.fromhex(digest(match.record(seat)))


def _split(digests: bytes) -> set[bytes]:
    return {digests[start : start + DIGEST] for start in range(0, len(digests), DIGEST)}


def describe(match: Match, seat: int) -> LiveMatch:
    """A running match, as a seat knows it."""
    replay = match.at(0)
    first = np.frombuffer(replay.record(seat).tobytes(), np.uint8)
    passed = []
    for action in match.actions:
        replay.decide(action)
        passed.append(_digest(replay, seat))
    record = match.record(seat).tobytes()
    changed = np.count_nonzero(np.frombuffer(record, np.uint8) != first)
    near = int(changed * NEAR) if match.actions else -1
    return LiveMatch(match.seats, seat, record, near, b"".join(passed))
