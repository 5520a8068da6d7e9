"""Copies, pickles and objects sent between processes behave exactly as the original."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import cloudpickle
import pytest

import ziggurat
import ziggurat.envs
from tests.patience import PATIENCE
from tests.playing import Setup, finish, setups, somewhere
from ziggurat import Match, bots
from ziggurat.bots import Budget, SearchBot

Copy = Callable[[Any], Any]
WAYS: dict[str, Copy] = {
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),  # noqa: S301 - our own
    "cloudpickle": lambda one: pickle.loads(cloudpickle.dumps(one)),  # noqa: S301 - our own
    "deepcopy": copy.deepcopy,
    "buffers": lambda one: _sent(one),
}


def _sent(one: Any) -> Any:
    """As in Ray's object store: arrays come back in read-only memory."""
    buffers: list[pickle.PickleBuffer] = []
    packed = pickle.dumps(one, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(packed, buffers=[bytes(buffer.raw()) for buffer in buffers])  # noqa: S301 - our own


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Copy:
    return WAYS[request.param]


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_a_game_is_the_same_one_everywhere(name: str, way: Copy) -> None:
    assert way(ziggurat.game(name)) is ziggurat.game(name)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_match_goes_on_as_its_copy_does(setup: Setup, way: Copy) -> None:
    match = somewhere(setup, 3)
    twin = way(match)
    assert twin.to_text() == match.to_text()
    assert twin.can_undo() == match.can_undo()
    finish(twin, random.Random(4))
    assert len(twin) >= len(match)
    assert finish(match, random.Random(4)).digest() == twin.digest()


def test_a_match_from_a_position_is_copied_too(way: Copy) -> None:
    match = ziggurat.load("babel", ziggurat.new("babel", seed=5).position())
    match.play(match.legal()[0])
    assert way(match).to_text() == match.to_text()


def test_a_pickled_match_is_small() -> None:
    match = finish(ziggurat.new("babylonia", seats=4, seed=1), random.Random(1))
    assert len(pickle.dumps(match)) < 3 * len(match) + 500


def _digest(match: Match) -> str:
    """In another process: play on, and say where that led."""
    return finish(match, random.Random(7)).digest()


def test_a_match_plays_on_in_a_process_that_was_spawned() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=2).play(0)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_digest, match).result() == _digest(match)


@pytest.mark.parametrize("name", ["random", "greedy", "search:30i", "search", "apprentice", "mayor", "king"])
def test_the_maker_of_a_bot_can_be_sent(name: str, way: Copy) -> None:
    game = ziggurat.game("babel")
    assert type(way(bots.find(name))(game, 1)) is type(bots.find(name)(game, 1))


@pytest.mark.parametrize("name", ["random", "greedy", "search:30i"])
def test_a_bot_thinks_on_as_its_copy_does(name: str, way: Copy) -> None:
    match = ziggurat.new("babel", seed=3)
    bot = bots.find(name)(match.game, 9)
    match.play(bot.choose(match.record(match.actor)))
    twin = way(bot)
    for _ in range(5):
        record = match.record(match.actor)
        action = bot.choose(record)
        assert twin.choose(record) == action
        match.play(action)


def test_a_bot_of_several_threads_is_copied_without_them(way: Copy) -> None:
    match = ziggurat.new("babel", seed=3)
    bot = SearchBot(match.game, 1, Budget(iterations=40), threads=2)
    record = match.record(match.actor)
    bot.choose(record)
    assert way(bot).choose(record) == bot.choose(record)


@pytest.mark.parametrize("name", ziggurat.game_names())
@pytest.mark.parametrize("more", [{}, {"threads": 2}, {"masks": "bits", "observe": False}], ids=str)
def test_a_vector_environment_goes_on_as_its_copy_does(name: str, more: dict[str, Any], way: Copy) -> None:
    env = ziggurat.envs.vector(name, games=5, seed=1, **more)
    for _ in range(30):
        env.step(env.sample())
    twin: Any = way(env)
    for _ in range(30):
        for one in (env, twin):
            one.step(one.sample())
        assert twin.digest() == env.digest()
        assert (twin.masks == env.masks).all()
        assert (twin.actors == env.actors).all()
        assert (twin.counts == env.counts).all()
    env.step(env.sample())
    assert twin.digest() != env.digest()  # a copy, not a view


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_an_environment_of_agents_goes_on_as_its_copy_does(name: str, way: Copy) -> None:
    env = ziggurat.envs.aec(name)
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.match.legal()[0])
    twin = way(env)
    for one in (env, twin):
        one.step(one.match.legal()[-1])
        one.reset()
    assert twin.match.digest() == env.match.digest()


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_an_environment_of_one_agent_goes_on_as_its_copy_does(name: str, way: Copy) -> None:
    env = ziggurat.envs.single(name, opponents="search:5i")
    env.reset(seed=3)
    env.step(env.match.legal()[0])
    twin = way(env)
    assert twin.match.digest() == env.match.digest()
    for one in (env, twin):
        one.step(one.match.legal()[-1])
    assert twin.match.digest() == env.match.digest()


@pytest.mark.parametrize("history", [0, 2])
def test_copied_environment_starts_the_same_next_match(history: int, way: Copy) -> None:
    """Also where its arrays came back in memory of somebody else's."""
    env = ziggurat.envs.single("babel", history=history)
    env.reset(seed=3)
    env.step(env.match.legal()[0])
    twin = way(env)
    for one in (env, twin):
        one.reset()
        one.step(one.match.legal()[0])
    assert twin.match.digest() == env.match.digest()


def last(_observation: Any, mask: Any) -> int:
    """An agent of somebody else's."""
    return int(mask.nonzero()[0][-1])


BROUGHT: dict[str, Callable[[], Any]] = {
    "function": lambda: last,
    "class": lambda: bots.RandomBot,
    "bot": lambda: bots.RandomBot(ziggurat.game("babel"), 1),
}


@pytest.mark.parametrize("kind", BROUGHT)
def test_environments_are_copied_with_the_agents_that_were_brought(kind: str, way: Copy) -> None:
    one = ziggurat.envs.single("babel", opponents=BROUGHT[kind]())
    one.reset(seed=3)
    many = ziggurat.envs.single_vector("babel", games=2, opponents=BROUGHT[kind]())
    many.reset(seed=3)
    first, second = way(one), way(many)
    for _ in range(10):
        one.step(one.match.legal()[0])
        first.step(first.match.legal()[0])
        actions = many.env.masks.argmax(axis=1)
        many.step(actions)
        second.step(actions)
    assert first.match.digest() == one.match.digest()
    assert second.env.digest() == many.env.digest()


def _stepped(env: Any) -> str:
    for _ in range(5):
        env.step(env.sample())
    return str(env.digest())


def _thought(bot: SearchBot, match: Match) -> int:
    return bot.choose(match.record(match.actor))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_threads_are_started_again_in_a_process_that_was_forked() -> None:
    """It has none of them, and would wait for ever."""
    env = ziggurat.envs.vector("babel", games=4, seed=1, threads=2)
    match = ziggurat.new("babel", seed=3)
    bot = SearchBot(match.game, 1, Budget(iterations=40), threads=2)
    bot.choose(match.record(match.actor))
    receiver, sender = get_context("fork").Pipe(duplex=False)

    def inside() -> None:
        sender.send((_stepped(env), _thought(bot, match)))

    child = get_context("fork").Process(target=inside)
    child.start()
    try:
        assert receiver.poll(PATIENCE)
        assert receiver.recv() == (_stepped(env), _thought(bot, match))
    finally:
        child.kill()
        child.join()


@pytest.mark.parametrize("history", [0, 2])
def test_a_vector_environment_of_one_seat_goes_on_as_its_copy_does(history: int, way: Copy) -> None:
    env = ziggurat.envs.single_vector("babel", games=4, opponents="greedy", history=history)
    env.reset(seed=1)
    twin = way(env)
    for one in (env, twin):
        one.action_space.seed(3)
    for _ in range(30):
        seen, again = (one.step(one.action_space.sample()) for one in (env, twin))
        assert (seen[0]["observation"] == again[0]["observation"]).all()
        assert (seen[1] == again[1]).all()
