"""The sequential test ends with the right verdict, after the same game whatever the number of workers."""

from __future__ import annotations

import numpy as np
import pytest

import ziggurat
from ziggurat import BadOption
from ziggurat.bots.arena import Arena
from ziggurat.bots.sprt import SequentialTest, expected_share

BABYLONIA = ziggurat.game("babylonia")


@pytest.mark.parametrize(("elo", "verdict"), [(0, "low"), (100, "high")])
def test_wrong_verdicts_are_rarer_than_promised(elo: float, verdict: str) -> None:
    random = np.random.default_rng(7)
    wrong = deals = 0
    for _ in range(300):
        test = SequentialTest(0, 100)
        while not test.verdict:
            test.add(random.binomial(2, expected_share(elo)) / 2)  # two games a deal
        wrong += test.verdict != verdict
        deals += test.deals
    assert wrong <= 0.07 * 300
    assert deals / 300 < 120


def test_it_needs_more_than_a_lucky_start() -> None:
    test = SequentialTest(0, 100)
    for _ in range(5):
        test.add(1.0)
    assert test.verdict == ""


def test_an_arena_ends_when_the_verdict_is_clear() -> None:
    ended = []
    for workers in (1, 2):
        arena = Arena(BABYLONIA, ["greedy", "random"], 2, games=400, seed=3, sprt=(0, 100))
        kept: list[int] = []
        arena.run(workers, keep=lambda game, kept=kept: kept.append(game.number))  # type: ignore[misc]
        report = arena.report()
        assert report.sprt is not None
        assert report.sprt.verdict == "high"
        assert report.games == 2 * report.sprt.deals < 100
        assert kept == [game.number for game in arena.played] == list(range(report.games))
        ended.append((report.games, report.sprt.ratio))
    assert ended[0] == ended[1]


def test_games_that_end_first_leave_it_open() -> None:
    arena = Arena(BABYLONIA, ["greedy", "random"], 2, games=4, seed=3, sprt=(0, 100))
    arena.run()
    report = arena.report()
    assert report.sprt is not None
    assert (report.sprt.verdict, report.sprt.deals) == ("", 2)


@pytest.mark.parametrize(
    ("names", "bounds", "sentence"),
    [
        (["random", "greedy", "scribe"], (0, 100), "compares two bots, not 3"),
        (["random", "greedy"], (100, 0), "the lower one first"),
        (["random", "greedy"], (0, float("nan")), "two differences in Elo"),
    ],
)
def test_bad_bounds_are_refused(names: list[str], bounds: tuple[float, float], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Arena(BABYLONIA, names, 2, sprt=bounds)
