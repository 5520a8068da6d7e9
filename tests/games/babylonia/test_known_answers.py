"""Counts of lines of play from fixed positions: the strongest check of legal moves."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.counting import count_lines
from tests.playing import finish

# seats, variant, decisions already played at random: lines of 1, 2 and 3 decisions
COUNTS = {
    (2, False, 0): (276, 276, 100464),
    (3, False, 0): (238, 238, 28084),
    (4, True, 0): (552, 552, 302496),
    (2, False, 40): (1, 132, 17200),
    (2, True, 70): (1, 94, 6486),
    (3, False, 80): (199, 30752, 158360),
    (4, False, 100): (220, 220, 46742),
    (4, True, 150): (126, 13983, 13983),
}


def position(seats: int, variant: bool, played: int) -> ziggurat.Match:
    whole = finish(ziggurat.new("babylonia", seats=seats, seed=40 + played, variant=variant), random.Random(played))
    match = ziggurat.new("babylonia", seats=seats, seed=40 + played, variant=variant)
    match.replay(whole.actions[:played])
    return match


@pytest.mark.parametrize(("start", "lines"), COUNTS.items())
def test_the_number_of_lines(start: tuple[int, bool, int], lines: tuple[int, ...]) -> None:
    match = position(*start)
    assert tuple(count_lines(match, depth) for depth in range(1, len(lines) + 1)) == lines
