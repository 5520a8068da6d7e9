"""Counts of lines of play from fixed positions: the strongest check of legal moves."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.counting import count_lines
from tests.games.babel.busy import choose, crowded

# hands, decisions already played: lines of 1, 2, 3 and 4 decisions
COUNTS: dict[tuple[str, int], tuple[int, ...]] = {
    ("3/5", 0): (3, 13, 48, 152),
    ("5/5", 0): (4, 26, 159, 862),
    ("3/5", 20): (2, 13, 134, 1320),
    ("3/5", 60): (13, 140, 1268, 9720),
    ("5/5", 90): (5, 27, 276, 3364),
}
# by the number of a crowded position: lines of 1, 2 and 3 decisions
CROWDED: dict[int, tuple[int, ...]] = {
    1: (18, 165, 1461),
    7: (14, 127, 1251),
    11: (13, 97, 769),
    12: (15, 147, 1153),
    14: (15, 151, 1209),
    94: (15, 135, 1064),
}


def played(hands: str, decisions: int) -> ziggurat.Match:
    match = ziggurat.new("babel", seed=50 + decisions, hands=hands)
    stream = random.Random(decisions)
    for _ in range(decisions):
        match.play(choose(match, stream))
    return match


@pytest.mark.parametrize(("start", "lines"), COUNTS.items())
def test_the_number_of_lines(start: tuple[str, int], lines: tuple[int, ...]) -> None:
    match = played(*start)
    assert tuple(count_lines(match, depth) for depth in range(1, 5)) == lines


@pytest.mark.parametrize(("number", "lines"), CROWDED.items())
def test_the_number_of_lines_where_much_happens(number: int, lines: tuple[int, ...]) -> None:
    match = crowded(number)
    assert tuple(count_lines(match, depth) for depth in range(1, 4)) == lines
