"""A bot worker keeps its search tree between the decisions of one turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import ziggurat
from ziggurat import bots, warmup
from ziggurat.server.bots import worker
from ziggurat.server.bots.worker import Question, decide


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    worker._CACHED.clear()
    worker._READY.clear()
    yield
    worker._CACHED.clear()
    worker._READY.clear()


def question(match: ziggurat.Match, bot: str) -> Question:
    return Question(match.game.name, bot, match.record(match.actor).tobytes(), list(match.legal()), 1)


def test_tree_is_kept_between_the_decisions_of_one_turn() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=6)
    match.play(match.legal()[0], "end")
    match.play(decide(question(match, "classic:2000i")).action)
    assert len(worker._CACHED) == 1
    before = worker._CACHED[0][1]
    assert isinstance(before, bots.SearchBot)
    assert before.expects(match.record(1))
    decide(question(match, "classic:2000i"))
    assert worker._CACHED[0][1] is before
    roots = [tree.nodes[tree.root]["visits"] for tree in before._trees]
    assert roots[0] > 2000


def test_bots_that_think_for_a_time_use_several_threads() -> None:
    """Budgets in iterations stay in one: what they decide would depend on the number of threads."""
    asked = question(ziggurat.new("babel", seed=1), "classic:0.02")
    decide(msgspec.structs.replace(asked, threads=3))
    decide(msgspec.structs.replace(asked, bot="classic:20i", threads=3))
    decide(asked)
    trees = [len(bot._trees) for _, bot in worker._CACHED]
    assert trees == [1, 1]  # the last two
    worker._CACHED.clear()
    decide(msgspec.structs.replace(asked, threads=3))
    [(_, bot)] = worker._CACHED
    assert [tree.nodes[tree.root]["visits"] > 0 for tree in bot._trees] == [True] * 3
    learned = bots.LearnedBot("babel", 1, threads=2)
    assert [len(one._trees) for one in (learned, learned.without_network())] == [2, 2]


def test_only_the_last_trees_are_kept() -> None:
    for seed in range(5):
        decide(question(ziggurat.new("babel", seed=seed), f"classic:{10 + seed}i"))
    decide(question(ziggurat.new("babel", seed=1), "greedy"))
    assert [key for key, _ in worker._CACHED] == [("babel", "classic:13i"), ("babel", "classic:14i")]


def test_classic_search_plays_until_the_learned_bot_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ziggurat.new("babel", seed=3)
    monkeypatch.setattr(warmup, "is_compiled", lambda *_: False)
    thought = decide(question(match, "search:30i"))
    assert thought.action == bots.find("classic:30i")(match.game, 1).choose(match.record(match.actor))
    assert worker._CACHED == []
