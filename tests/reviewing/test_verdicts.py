"""What actions lose against the best one."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.reviewing import verdicts
from ziggurat.reviewing.evaluation import FREE, evaluate


def middle(name: str = "babel") -> ziggurat.Match:
    """A position of a random match with a choice."""
    match = finish(ziggurat.new(name, seed=4), random.Random(4)).at(20)
    while len(match.legal()) < 3:
        match.play(match.legal()[0])
    return match


def test_verdicts_do_not_depend_on_what_else_is_asked() -> None:
    match = middle()
    every = ziggurat.judge(match, iterations=80, seed=1)
    assert [verdict.action for verdict in every] == match.legal()
    assert min(verdict.lost for verdict in every) == 0.0
    assert all(0 <= verdict.chance <= 1 and verdict.error >= 0 for verdict in every)
    for verdict in every:
        verdicts._search.cache_clear()
        assert ziggurat.judge(match, [verdict.move], iterations=80, seed=1) == [verdict]
    assert ziggurat.judge(match, iterations=80, seed=2) != every


def test_the_best_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match, searched = middle(), []

    def counted(request: Any) -> Any:
        searched.append(request.action)
        return evaluate(request)

    monkeypatch.setattr(verdicts, "evaluate", counted)
    verdicts._search.cache_clear()
    first, second = match.legal()[:2]
    ziggurat.judge(match, [first], iterations=40)
    ziggurat.judge(match, [second, first], iterations=40)
    assert searched.count(FREE) == 1
    assert all(searched.count(action) == verdicts.ROUNDS for action in {first, second})


def test_workers_find_the_same() -> None:
    match = middle("ur")
    alone = ziggurat.judge(match, iterations=40)
    with ThreadPoolExecutor(4) as workers:
        verdicts._search.cache_clear()
        assert ziggurat.judge(match, iterations=40, workers=workers) == alone


def test_only_what_the_seat_knows_counts() -> None:
    """All that the seat cannot know is drawn anew: the verdicts stay the same."""
    match = middle()
    game, records = match.game, match.record(match.actor)
    game.engine().resample(records, match.actor, 5)
    other = ziggurat.load(game, game.write_position(records[0]))
    assert other.digest() != match.digest()
    assert ziggurat.judge(other, iterations=40) == ziggurat.judge(match, iterations=40)


def test_a_forced_decision_loses_nothing() -> None:
    match = finish(ziggurat.new("babel", seed=4), random.Random(4))
    forced = next(now for now in map(match.at, range(len(match))) if len(now.legal()) == 1)
    assert [verdict.lost for verdict in ziggurat.judge(forced, iterations=40)] == [0.0]


def test_bad_input_is_refused() -> None:
    match = ziggurat.new("babel", seed=7)
    for iterations in (0, 3, True, "many", 10**9):
        with pytest.raises(BadOption, match="Iterations are a whole number from 4 to 10,000,000"):
            ziggurat.judge(match, iterations=iterations)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="A seed is"):
        ziggurat.judge(match, seed=-1)
    with pytest.raises(IllegalMove, match=r"\(clause 2\)"):
        ziggurat.judge(match, ["end"])
    with pytest.raises(BadOption, match="The game is over"):
        ziggurat.judge(finish(match, random.Random(1)))
    assert ziggurat.judge(ziggurat.new("babel", seed=7), []) == []
