"""Counts of lines of play from fixed positions: the strongest check of what is legal."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.counting import count_lines
from tests.playing import finish

# seats, bonus, decisions already played at random: lines of 1, 2 and 3 decisions
NEW = {
    (2, "rulebook", 0): (36, 1260, 5340),
    (3, "rulebook", 9): (61, 3721, 226981),
    (4, "published", 8): (3, 18, 120),
    (2, "published", 60): (27, 774, 23409),
    (3, "rulebook", 100): (57, 171, 3489),
    (3, "published", 120): (2, 13, 231),
    (4, "rulebook", 150): (3, 152, 2100),
    (4, "published", 90): (20, 400, 6518),
}

# The same under rules 1, in which war and culture could be used to no effect.
OLD = {
    # 36 fields, then 35; then 35 * (36 fields + 120 neighbours) - 120 times the other seat is in the way
    (2, "rulebook", 0): (36, 1260, 5340),
    (3, "rulebook", 9): (61, 3721, 226981),
    (4, "published", 8): (3, 18, 120),
    (2, "published", 60): (28, 723, 19649),
    (3, "rulebook", 100): (57, 171, 3432),
    (3, "published", 120): (2, 13, 231),
    (4, "rulebook", 150): (2, 4, 13),
    (4, "published", 90): (18, 342, 5490),
}


def position(seats: int, bonus: str, played: int, rules: int) -> ziggurat.Match:
    whole = finish(ziggurat.new("ur", seats=seats, seed=40 + played, bonus=bonus, rules=rules), random.Random(played))
    match = ziggurat.new("ur", seats=seats, seed=40 + played, bonus=bonus, rules=rules)
    match.replay(whole.actions[:played])
    return match


@pytest.mark.parametrize(
    ("start", "rules", "lines"),
    [(start, rules, lines) for rules, counts in ((1, OLD), (2, NEW)) for start, lines in counts.items()],
)
def test_the_number_of_lines(start: tuple[int, str, int], rules: int, lines: tuple[int, ...]) -> None:
    match = position(*start, rules)
    assert tuple(count_lines(match, depth) for depth in range(1, len(lines) + 1)) == lines
