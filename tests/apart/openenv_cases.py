"""Matches over OpenEnv: a real server, its typed client, many sessions."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import uvicorn

import ziggurat
from tests.llm.agent import answer
from ziggurat.core.errors import BadOption
from ziggurat.envs.openenv import ZigguratAction, ZigguratClient, ZigguratEnvironment, make_app

SESSIONS = 8


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(make_app(SESSIONS, bot="random"), port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def play(address: str, seed: int, **settings: Any) -> tuple[list[str], Any, Any]:
    """A whole match of the scripted agent: all texts, the last result and the state."""
    with ZigguratClient(base_url=address).sync() as env:
        result = env.reset(seed=seed, **settings)
        assert result.observation.rules.startswith(ziggurat.game(settings.get("game", "babel")).rules_text())
        texts = [result.observation.text]
        while not result.done:
            assert result.reward == 0.0
            result = env.step(ZigguratAction(text=answer(result.observation.text)))
            texts.append(result.observation.text)
        return texts, result, env.state()


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_a_whole_match(game: str, address: str) -> None:
    texts, result, state = play(address, 3, game=game)
    seats = ziggurat.game(game).default_seats
    assert (state.game, state.seats, state.seat, state.over) == (game, seats, 3 % seats, True)
    assert result.observation.seat == state.seat
    assert -1.0 <= result.reward <= 1.0
    assert state.step_count == len(texts) - 1
    assert "The game is over" in texts[-1]
    assert all(f"You are seat {state.seat}." in text for text in texts)


def test_seeds_deal_the_same_in_sessions_at_once(address: str) -> None:
    """As a group of rollouts needs it: the same seed, the same match; another seed, another one."""
    with ThreadPoolExecutor(SESSIONS) as threads:
        played = list(threads.map(lambda number: play(address, number // 4), range(SESSIONS)))
    texts = [one[0] for one in played]
    assert texts[0] == texts[1] == texts[2] == texts[3]
    assert texts[4] == texts[5] == texts[6] == texts[7]
    assert texts[0] != texts[4]
    assert {one[2].seat for one in played} == {0, 1}


def test_more_sessions_than_allowed_are_refused(address: str) -> None:
    open_ones = [ZigguratClient(base_url=address).sync() for _ in range(SESSIONS)]
    for env in open_ones:
        env.reset(seed=1)
    with pytest.raises(Exception, match=r"(?i)capacity|session|closed"):
        ZigguratClient(base_url=address).sync().reset(seed=1)
    for env in open_ones:
        env.close()


def test_seeds_leave_the_global_generator_alone() -> None:
    random.seed(5)
    expected = random.random()
    random.seed(5)
    ZigguratEnvironment(bot="random").reset(seed=9)
    assert random.random() == expected


def test_refusals_are_told_and_forfeit() -> None:
    env = ZigguratEnvironment(bot="random")
    seen = env.reset(seed=0)
    for number, reply in enumerate(["hello", '{"move": "end"}', "\x00\x1b[2J" + "x" * 1_000_000], 1):
        assert not seen.done
        seen = env.step(ZigguratAction(text=reply))
        assert seen.refusal.startswith("Illegal: " if number == 2 else "Unreadable: ")
        assert env.state.refused == number
    assert seen.done
    assert seen.forfeited
    assert seen.reward == -1.0  # whatever the bot has made of it
    assert env.state.forfeited
    with pytest.raises(BadOption, match="The game is over"):
        env.step(ZigguratAction(text="{}"))


def test_nothing_hidden_is_told() -> None:
    env = ZigguratEnvironment(bot="random", seat=0)
    seen = env.reset(seed=987654321)
    assert "Seat 1: 0 points, hand 5 cards" in seen.text
    assert "987654321" not in f"{seen.model_dump_json()} {env.state.model_dump_json()}"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"game": "chess"}, "There is no game called 'chess'"),
        ({"seats": 3}, "Babel is for 2 seats, not 3"),
        ({"seat": 2}, "This match has seats 0 to 1, not 2"),
        ({"bot": "deep blue"}, "There is no bot called 'deep blue'"),
        ({"reward": "gold"}, "gold"),
        ({"colour": "red"}, "There is no setting 'colour'"),
        ({"refusals": 0}, "Refusals before a forfeit"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], said: str, address: str) -> None:
    with pytest.raises(ziggurat.ZigguratError, match=said):
        make_app(**settings)
    with ZigguratClient(base_url=address).sync() as env:
        with pytest.raises(Exception, match=said):
            env.reset(seed=1, **settings)
        assert not env.reset(seed=1).done  # the session lives on


def test_a_step_before_a_reset_is_refused() -> None:
    with pytest.raises(BadOption, match="call `reset` first"):
        ZigguratEnvironment().step(ZigguratAction(text=""))


def test_the_command_refuses_what_cannot_be() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ziggurat.envs.openenv", "--game", "chess"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "There is no game called 'chess'" in done.stderr
