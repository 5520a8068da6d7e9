"""Counts of lines of play from fixed positions: the strongest check of legal moves."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.counting import count_lines
from tests.playing import finish

# seats, decisions already played at random: lines of 1, 2, 3 and 4 decisions
COUNTS: dict[tuple[int, int], tuple[int, ...]] = {
    (2, 0): (5, 20, 86, 355),
    (3, 0): (9, 47, 303, 1703),
    (4, 0): (10, 53, 372, 2189),
    (2, 150): (2, 4, 24, 124),
    (2, 260): (2, 6, 14, 77),
    (3, 200): (3, 9, 39, 165),
    (3, 330): (4, 24, 100, 444),
    (4, 250): (8, 35, 202, 1129),
    (4, 400): (8, 34, 173, 783),
}


def position(seats: int, played: int) -> ziggurat.Match:
    whole = finish(ziggurat.new("amyitis", seats=seats, seed=40 + played), random.Random(played))
    match = ziggurat.new("amyitis", seats=seats, seed=40 + played)
    match.replay(whole.actions[:played])
    return match


@pytest.mark.parametrize(("start", "lines"), COUNTS.items())
def test_the_number_of_lines(start: tuple[int, int], lines: tuple[int, ...]) -> None:
    match = position(*start)
    assert tuple(count_lines(match, depth) for depth in range(1, len(lines) + 1)) == lines


if __name__ == "__main__":
    for start in COUNTS:
        print(f"    {start}: {tuple(count_lines(position(*start), depth) for depth in range(1, 5))},")
