"""Agents of users play in the arena, in environments and on the command line; their errors are reported to them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
import ziggurat.envs
from ziggurat import BadOption, IllegalMove, bots
from ziggurat.bots import GreedyBot, RandomBot
from ziggurat.bots.arena import Arena
from ziggurat.bots.own import bring

GAME = ziggurat.game("babel")

MODULE = """
import numpy as np
from ziggurat.bots import GreedyBot


def first(observation, mask):
    return np.flatnonzero(mask)[0]


class Greedy(GreedyBot):
    pass


class Weighted:
    def __init__(self):
        self.weights = np.arange(2000)

    def __call__(self, observation, mask):
        return int(np.argmax(np.where(mask, self.weights[: len(mask)], -1)))


nothing = 7
"""


@pytest.fixture
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "their_agents.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def first(observation: Any, mask: Any) -> Any:
    assert observation.dtype == np.uint8
    assert mask.dtype == np.bool_
    return np.flatnonzero(mask)[0]


def test_a_function_sees_what_its_seat_sees_and_may_do() -> None:
    match = ziggurat.new("babel", seed=3)
    seen: list[Any] = []

    def agent(observation: Any, mask: Any) -> int:
        seen.append((observation.copy(), mask.copy()))
        return int(np.flatnonzero(mask)[-1])

    bot = bring(agent)(GAME, 1)
    for _ in range(20):
        seat, legal = match.actor, match.legal()
        match.play(bot.choose(match.record(seat)))
        observation, mask = seen[-1]
        assert observation.tobytes() == match.at(len(match) - 1).observation(seat).tobytes()
        assert np.flatnonzero(mask).tolist() == legal


@pytest.mark.parametrize("name", ["their_agents:first", "their_agents:Greedy", "their_agents:Weighted"])
def test_agents_of_a_module_play_in_the_arena(agents: Path, name: str) -> None:
    arena = Arena(GAME, [name, "random"], seats=2, games=2)
    arena.run()
    assert {standing.bot for standing in arena.report().standings} == {name, "random"}


def test_bots_classes_and_functions_are_agents() -> None:
    arena = Arena(GAME, [first, GreedyBot, RandomBot(GAME, 1)], seats=2, games=6)
    arena.run()
    assert {standing.bot for standing in arena.report().standings} == {"first", "GreedyBot", "RandomBot"}
    env = ziggurat.envs.single("babylonia", seats=3, opponents=[first, "greedy"])
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.action_space.sample())
    assert ziggurat.envs.single("babel", opponents=first).opponents == ["first"]


def test_command_line_accepts_agents(agents: Path) -> None:
    command = [sys.executable, "-m", "ziggurat", "arena", "babel", "--bots", "their_agents:first,random"]
    done = subprocess.run(
        [*command, "--games", "2", "--json"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": f"{agents}:{Path(ziggurat.__file__).parents[1]}"},
    )
    assert json.loads(done.stdout)["bots"] == ["their_agents:first", "random"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [(10**9, "is not legal there"), (-1, "is not legal there"), (None, "None, which is not the number"),
     (1.5, "1.5, which is not the number"), ("7", "which is not the number"), ([1, 2], "which is not the number")],
)  # fmt: skip
def test_invalid_answer_is_refused_with_the_agents_name(answer: Any, said: str) -> None:
    def agent(observation: Any, mask: Any) -> Any:
        return answer

    match = ziggurat.new("babel", seed=3)
    with pytest.raises(IllegalMove, match=said) as refused:
        bring(agent)(GAME, 1).choose(match.record(match.actor))
    assert "agent" in str(refused.value)


def test_refusals_are_sentences(agents: Path) -> None:
    for agent, said in (
        ("no_such_module:thing", "There is no bot and no module called 'no_such_module'"),
        ("their_agents:absent", "has nothing called 'absent'"),
        ("their_agents:nothing", "An agent is a bot's name, a Bot, or a function, not 7"),
        ("nobody", "There is no bot called 'nobody'"),
        (lambda: 1, "has to take two arguments, an observation and a mask"),
    ):
        with pytest.raises(BadOption, match=said):
            bring(agent)
    with pytest.raises(BadOption, match="RandomBot is for Babel, not for Ur"):
        bring(RandomBot(GAME, 1))(ziggurat.game("ur"), 1)


def test_bot_names_from_visitors_are_never_imported() -> None:
    """The server looks bots up with `find`."""
    with pytest.raises(BadOption, match="There is no bot called 'json:loads'"):
        bots.find("json:loads")
