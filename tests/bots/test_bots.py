"""Bots play legally, see only what their seat sees, repeat with the same seed, and can be stopped."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, at_a_choice, setups, somewhere
from ziggurat import BadOption, bots
from ziggurat.bots import Budget, SearchBot, tree
from ziggurat.bots.search import NODES
from ziggurat.bots.settling import Settled
from ziggurat.core.game import evaluate_score

each_setup = pytest.mark.parametrize("setup", setups(), ids=str)
each_game = pytest.mark.parametrize("name", ziggurat.game_names())
EVERY = ["random", "greedy", "search:20i", "apprentice"]


@each_setup
def test_every_bot_plays_whole_games(setup: Setup) -> None:
    match = setup.new(1)
    players = [bots.find(EVERY[seat % len(EVERY)])(match.game, seat) for seat in range(setup.seats)]
    while not match.over:
        match.play(players[match.actor].choose(match.record(match.actor)))
    assert match.winners


@each_setup
def test_a_bot_needs_only_what_its_seat_knows(setup: Setup) -> None:
    """Two truths that look the same to the seat get the same answer, and the record is left alone."""
    game = ziggurat.game(setup.game)
    for seed in range(3):
        match = somewhere(setup, seed)
        seat = match.actor
        seen = match.record(seat)
        other = match.record(seat)
        game.engine().resample(other, seat, np.uint64(seed))
        game.engine().redact(other, seat)
        before = seen.tobytes()
        for name in EVERY[1:]:
            assert bots.find(name)(game, 5).choose(seen) == bots.find(name)(game, 5).choose(other)
        assert seen.tobytes() == before


@each_game
def test_a_thought_explains_itself(name: str) -> None:
    match = at_a_choice(ziggurat.new(name, seed=3))
    bot = SearchBot(match.game, 1, Budget(iterations=300))
    thought = bot.think(match.record(match.actor))
    assert thought.action in match.legal()
    assert thought.iterations == 300
    assert thought.candidates[0].visits == max(candidate.visits for candidate in thought.candidates)
    assert sum(candidate.visits for candidate in thought.candidates) == 300
    assert len(thought.expected) == match.seats
    assert all(0 <= value <= 1 for value in thought.expected)
    assert thought.line[0] == match.game.notation.write(thought.action)
    assert thought.sequel[0].seat == match.actor
    for step in thought.sequel:
        while len(match.legal()) == 1:  # no choice, no step
            match.play(match.legal()[0])
        if step.action not in match.legal():  # what the search had to imagine came out otherwise
            break
        assert step.seat == match.actor
        match.play(step.action)


@each_game
def test_iterations_make_a_bot_repeatable(name: str) -> None:
    match = at_a_choice(ziggurat.new(name, seed=4))
    thoughts = [
        SearchBot(match.game, 7, Budget(iterations=200), threads=2).think(match.record(match.actor)) for _ in range(2)
    ]
    assert thoughts[0].candidates == thoughts[1].candidates


@each_game
def test_thinking_can_be_stopped_and_reports_progress(name: str) -> None:
    match = at_a_choice(ziggurat.new(name, seed=5))
    bot = SearchBot(match.game, 1, Budget(seconds=3600))  # nobody waits so long
    reported: list[float] = []
    thought = bot.think(match.record(match.actor), stop=lambda: len(reported) >= 3, progress=reported.append)
    assert len(reported) == 3
    assert reported == sorted(reported)
    assert thought.action in match.legal()


class Grown:
    """A tree whose root's children have these visits, by action."""

    root = 0

    def __init__(self, **visits: int) -> None:
        self.nodes = [{"action": int(action[1:]), "visits": count} for action, count in visits.items()]

    def children(self, _: int) -> range:
        return range(len(self.nodes))


def test_search_ends_when_the_choice_cannot_change(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("ziggurat.bots.settling.time.perf_counter", lambda: now)
    tree_ = Grown(a1=0, a2=0, a9=0)
    settled = Settled([tree_], [1, 2], seconds=10.0)

    def after(seconds: float, one: int, two: int) -> bool:
        nonlocal now
        now, tree_.nodes[0]["visits"], tree_.nodes[1]["visits"] = seconds, one, two
        tree_.nodes[2]["visits"] += 10**6  # of another truth: it is not legal here, and nobody's rival
        return settled()

    assert not after(1.0, 100, 0)
    assert not after(4.0, 400, 0)  # the first half is always used
    assert not after(6.0, 460, 140)  # 400 to come, at 100 a second
    assert after(8.0, 640, 160)  # 200, and 200 for a slice that may take longer


def test_suspended_search_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the mean so far, 8 iterations would be to come; by how fast it really is, many more."""
    now = 0.0
    monkeypatch.setattr("ziggurat.bots.settling.time.perf_counter", lambda: now)
    tree_ = Grown(a1=32, a2=0)
    settled = Settled([tree_], [1, 2], seconds=10.0)
    now = 8.0  # something had to be loaded
    assert not settled()
    now, tree_.nodes[0]["visits"] = 8.1, 132
    assert not settled()
    now = 9.9  # held up again, for a slice in which nothing was visited
    assert not settled()


def test_only_searches_by_the_clock_end_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Iterations are used up, so that what they play repeats; who wants a reason gets the whole search."""
    asked: list[float] = []

    class Noted(Settled):
        def __call__(self) -> bool:
            asked.append(0.0)
            return super().__call__()

    monkeypatch.setattr("ziggurat.bots.search.Settled", Noted)
    match = ziggurat.new("babylonia", seed=3)
    records = match.record(match.actor)
    SearchBot(match.game, 5, Budget(iterations=100)).choose(records)
    SearchBot(match.game, 5, Budget(seconds=0.1)).think(records)
    SearchBot(match.game, 5, Budget(seconds=0.1), temperature=0.5).choose(records)
    assert not asked
    while not asked:  # a machine that stands still for a tenth of a second asks nothing
        assert SearchBot(match.game, 5, Budget(seconds=0.1)).choose(records) in match.legal()


def test_the_tree_is_kept_between_the_decisions_of_one_turn() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=6)
    match.play(match.legal()[0], "end")
    bot = SearchBot(match.game, 1, Budget(iterations=2000))
    match.play(bot.think(match.record(1)).action)
    kept = bot.think(match.record(1), Budget(iterations=1))
    assert sum(candidate.visits for candidate in kept.candidates) > 1
    fresh = SearchBot(match.game, 1, Budget(iterations=1)).think(match.record(1))
    assert sum(candidate.visits for candidate in fresh.candidates) == 1


def test_search_continues_with_a_full_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.bots.search.SearchTree.capacity", 50)
    match = ziggurat.new("babylonia", seats=2, seed=6)
    thought = SearchBot(match.game, 1, Budget(iterations=500)).think(match.record(0))
    assert thought.iterations == 500
    assert len(thought.candidates) < 50


def test_a_search_tree_takes_seven_megabytes() -> None:
    assert NODES * tree.NODE.itemsize == 7_340_032


# In a process of its own: how much memory a process has had at most says nothing about one that has had much more.
SEARCHES = """
import resource
import ziggurat
from ziggurat.bots import Budget, SearchBot
match = ziggurat.new("babylonia", seats=2, seed=6)
bot = SearchBot(match.game, 1, Budget(iterations=20))
peaks = []
for searches in (100, 1000):
    for _ in range(searches):
        bot.think(match.record(0))
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(peaks[1] - peaks[0])
"""


@pytest.mark.long
def test_a_thousand_searches_do_not_grow_the_process() -> None:
    grown = subprocess.run([sys.executable, "-c", SEARCHES], check=True, capture_output=True, text=True).stdout
    assert int(grown) < 2048  # kB


def test_seven_levels_in_order_of_strength() -> None:
    assert list(bots.LEVELS) == ["apprentice", "scribe", "steward", "mayor", "governor", "king", "gilgamesh"]
    for learned in (False, True):  # the visits of one search say nothing about those of the other
        temperatures = [level.temperature for level in bots.LEVELS.values() if level.learned == learned]
        assert len(temperatures) == (4 if learned else 3)
        assert temperatures == sorted(temperatures, reverse=True)
    assert bots.LEVELS["gilgamesh"].temperature == 0


@pytest.mark.parametrize("name", ["robot", "search:", "search:0", "search:-1", "search:x", "search:0i", "", "king:2"])
def test_unknown_bots_are_refused(name: str) -> None:
    with pytest.raises(BadOption, match="There is no bot called"):
        bots.find(name)


@each_game
def test_greedy_is_far_better_than_chance(name: str) -> None:
    game = ziggurat.game(name)
    if game.rules.evaluate is evaluate_score:
        pytest.skip(f"{name} has no evaluation of its own, and points alone may mislead")
    lead = 0
    for deal in range(6):
        match = ziggurat.new(name, seats=game.seat_counts[0], seed=deal)
        players = [
            bots.find("greedy" if seat == deal % match.seats else "random")(game, seat) for seat in range(match.seats)
        ]
        while not match.over:
            match.play(players[match.actor].choose(match.record(match.actor)))
        lead += deal % match.seats in match.winners
    assert lead >= 5
