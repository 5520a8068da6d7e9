"""The arena: every bot gets the same deals and seats, results repeat, and intervals are right."""

from __future__ import annotations

from collections import Counter

import pytest

import ziggurat
from ziggurat import BadOption
from ziggurat.bots.arena import Arena, Share
from ziggurat.terminal.arena import picture

BABYLONIA = ziggurat.game("babylonia")


def test_every_bot_sits_everywhere_equally_often_on_the_same_deals() -> None:
    for names, seats in ((["random", "greedy"], 2), (["random", "greedy", "scribe"], 2), (["random", "greedy"], 4)):
        arena = Arena(BABYLONIA, names, seats, games=24)
        lineups = [next(lineups) for lineups in [arena.lineups()] for _ in range(24)]
        seated = Counter((bot, seat) for _, lineup in lineups for seat, bot in enumerate(lineup))
        assert len(set(seated.values())) == 1
        deals = Counter(deal for deal, _ in lineups)
        assert set(deals.values()) == {seats}


def test_budgets_in_iterations_give_the_same_table_again() -> None:
    tables = []
    for workers in (1, 2):
        arena = Arena(BABYLONIA, ["random", "search:15i"], 2, games=6, seed=3)
        arena.run(workers)
        report = arena.report().as_json()
        del report["seconds"]
        tables.append(report)
    assert tables[0] == tables[1]


def test_a_report_says_who_is_better_and_how_sure_that_is() -> None:
    arena = Arena(BABYLONIA, ["random", "greedy"], 2, games=20)
    arena.run(2)
    report = arena.report()
    assert [result.bot for result in report.standings] == ["greedy", "random"]
    assert report.standings[0].rating > report.standings[1].rating
    assert report.ahead["greedy"]["random"].value == 1.0
    assert report.ahead["greedy"]["random"].low > 0.8
    assert sum(share.value for share in report.by_seat) == pytest.approx(1)
    assert "greedy" in picture(report)


def test_an_interruption_keeps_what_was_played() -> None:
    arena = Arena(BABYLONIA, ["random", "greedy"], 2, games=1000)

    def stop(done: int) -> None:
        if len(arena.played) >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.run(2, stop)
    assert 5 <= arena.report().games < 100


def test_shares_have_wilson_intervals() -> None:
    share = Share.count(8, 10)
    assert share.value == 0.8
    assert share.low == pytest.approx(0.490, abs=1e-3)
    assert share.high == pytest.approx(0.943, abs=1e-3)
    assert str(Share.count(0, 0)).startswith("nan")


@pytest.mark.parametrize(
    ("names", "seats", "games", "sentence"),
    [
        (["random"], 2, 10, "two bots or more"),
        (["random", "random"], 2, 10, "Name each bot once"),
        (["random", "greedy"], 7, 10, "Babylonia is for"),
        (["random", "greedy"], 2, 0, "1 or more"),
        (["random", "robot"], 2, 10, "There is no bot called 'robot'"),
    ],
)
def test_bad_arenas_are_refused(names: list[str], seats: int, games: int, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Arena(BABYLONIA, names, seats, games)
