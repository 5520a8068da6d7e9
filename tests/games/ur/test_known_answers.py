"""Counts of lines of play from fixed positions: the strongest check of legal moves."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.counting import count_lines
from tests.playing import finish

# seats, bonus, decisions already played at random: lines of 1, 2 and 3 decisions
LINES = {
    # 36 fields, then 35; then 35 * (36 fields + 120 neighbours) - 120 times the other seat is in the way
    (2, "rulebook", 0): (36, 1260, 5340),
    (3, "rulebook", 9): (61, 3721, 226981),
    (4, "published", 8): (3, 18, 120),
    (2, "published", 60): (27, 774, 23409),
    (3, "rulebook", 100): (57, 171, 3489),
    (3, "published", 120): (2, 13, 231),
    (4, "rulebook", 150): (3, 152, 2100),
    (4, "published", 90): (20, 400, 6518),
}


def position(seats: int, bonus: str, played: int) -> ziggurat.Match:
    whole = finish(ziggurat.new("ur", seats=seats, seed=40 + played, bonus=bonus), random.Random(played))
    match = ziggurat.new("ur", seats=seats, seed=40 + played, bonus=bonus)
    match.replay(whole.actions[:played])
    return match


@pytest.mark.parametrize(("start", "lines"), LINES.items())
def test_the_number_of_lines(start: tuple[int, str, int], lines: tuple[int, ...]) -> None:
    match = position(*start)
    assert tuple(count_lines(match, depth) for depth in range(1, len(lines) + 1)) == lines
