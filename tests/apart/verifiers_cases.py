"""Puzzles and games in `verifiers`, driven to the end by a server that imitates a provider."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf
from verifiers.v1.utils.loaders import resolve_env_config

import ziggurat
from tests.llm.provider import Provider, providing
from tests.looping import run
from ziggurat.envs.text import TextGame
from ziggurat.puzzles import find, puzzles


def play(config: dict[str, Any], tasks: int, *faults: str) -> tuple[list[Any], Provider]:
    """The episodes of the first tasks, and the server that answered."""

    async def episodes(server: Provider) -> list[Any]:
        env = vf.load_environment(resolve_env_config(config))
        client = vf.EvalClientConfig(base_url=server.address, api_key_var="NO_KEY")
        context = vf.ModelContext(model="scripted", client=client)
        async with env.serving():
            return [await env.run_episode(task, context) for task in env.taskset.take(tasks)]

    with providing(*faults) as server:
        return run(episodes(server)), server


def games(game: str = "babel", **settings: Any) -> dict[str, Any]:
    """The configuration of a match against random bots."""
    taskset = {"id": "ziggurat-games", "game": game, **settings.pop("taskset", {})}
    return {"taskset": taskset, "bot": "random", **settings}


def scores(trace: Any) -> dict[str, float]:
    """Rewards and metrics of a trace."""
    return {name: reward.score for name, reward in trace.rewards.items()} | dict(trace.metrics)


def test_every_action_of_a_puzzle_has_a_reward() -> None:
    config = {"taskset": {"id": "ziggurat-puzzles", "games": ["babel"]}}
    episodes, server = play(config, 8, "", "", "prose", "", "megabyte")
    paid = [scores(episode.traces[0]) for episode in episodes]
    assert all(episode.ok for episode in episodes)
    assert len(server.requests) == 8
    first = puzzles(ziggurat.game("babel"))
    for number, (puzzle, one) in enumerate(zip(first, paid, strict=False)):
        assert one["refused"] == (number in (2, 4))
        assert (one["value"] == 0.0) == bool(one["refused"])
        assert (one["value"] == 1.0) == bool(one["right"])
        assert 0.0 <= one["regret"] <= 1.0
        assert find(ziggurat.game("babel"), puzzle.id) == puzzle
    assert len({one["value"] for one in paid}) > 3
    system, prompt = server.requests[0][2]["messages"]
    assert system["content"].startswith(ziggurat.game("babel").rules_text())
    assert "Legal moves" in prompt["content"]


@pytest.mark.parametrize(
    "given",
    [  # only one game each: a command is a process, which compiles
        ("ziggurat-puzzles", "--env.taskset.games", "babel", "ur"),
        ("ziggurat-games", "--env.taskset.game", "babel", "--env.bot", "random"),
    ],
)
def test_the_command(given: tuple[str, ...], tmp_path: Path) -> None:
    """As the documentation writes it."""
    with providing() as server:
        command = [str(Path(sys.executable).parent / "vf-eval"), *given, "-m", "scripted", "-n", "2", "--no-push"]
        command += ["--client.base-url", server.address]
        done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("[success ]") == 2, done.stdout
    assert len(server.requests) >= 2


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_a_whole_match_against_bots(game: str) -> None:
    ((episode,), server) = play(games(game), 1)
    assert episode.ok
    (trace,) = episode.traces
    told = scores(trace)
    assert told["seat"] == 0
    assert -1.0 <= told["win"] <= 1.0
    assert told["refused"] == told["forfeited"] == 0
    assert trace.num_turns == len(server.requests)
    assert all(len(body["messages"]) == 2 for _, _, body in server.requests)  # the rules, and what is known now


def test_seats_rotate_and_deals_repeat() -> None:
    (one, other), server = play(games(), 2)
    assert [scores(episode.traces[0])["seat"] for episode in (one, other)] == [0, 1]
    assert one.task.data.seed == other.task.data.seed
    (again,), repeated = play(games(), 1)
    prompts = [body["messages"] for _, _, body in server.requests]
    assert [body["messages"] for _, _, body in repeated.requests] == prompts[: len(repeated.requests)]
    assert scores(again.traces[0]) == scores(one.traces[0])


def test_several_models_play_each_other() -> None:
    config = games(
        players=2, second={"model": "another"}, player={"harness": {"id": "ziggurat-games", "transcript": True}}
    )
    ((episode,), server) = play(config, 1)
    assert episode.ok
    told = {trace.agent.name: scores(trace) for trace in episode.traces}
    assert set(told) == {"player", "second"}
    assert sorted(one["win"] for one in told.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert {body["model"] for _, _, body in server.requests} == {"scripted", "another"}
    longest = {body["model"]: len(body["messages"]) for _, _, body in server.requests}
    assert longest["another"] == 2 < longest["scripted"]
    for trace in episode.traces:  # nobody reads what another has answered, nor another's hand
        seat = int(scores(trace)["seat"])
        for node in trace.nodes:
            if node.message.role == "user":
                assert f"You are seat {seat}." in node.message.content


def test_refusals_are_told_and_forfeit() -> None:
    ((episode,), server) = play(games(), 1, "prose", "", "prose", "prose", "prose")
    told = scores(episode.traces[0])
    assert (told["refused"], told["forfeited"]) == (4, 1)
    assert told["win"] == -1  # whatever the bot has made of it
    assert len(server.requests) == 5
    assert server.requests[1][2]["messages"][1]["content"].startswith("Unreadable: ")
    assert episode.ok


def test_a_bot_finishes_for_a_model_that_is_out_of_turns() -> None:
    ((episode,), server) = play(games(player={"max_turns": 3}), 1)
    assert len(server.requests) == 3
    assert scores(episode.traces[0])["forfeited"] == 1


def test_a_provider_that_fails_ends_the_episode_as_failed() -> None:
    ((episode,), _) = play(games(), 1, "", "401")
    assert not episode.ok
    assert episode.traces[0].errors


def test_bots_do_not_block_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def noted(game: TextGame) -> None:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        begun.append(game)
        go_on(game)

    go_on = TextGame._go_on
    monkeypatch.setattr(TextGame, "_go_on", noted)
    ((episode,), server) = play(games(), 1)
    assert episode.ok
    assert len(begun) == 1 + len(server.requests)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 3}, "3 players cannot sit in 2 seats."),
        ({"bot": "deep blue"}, "There is no bot called 'deep blue'"),
    ],
)
def test_bad_settings_fail_the_episode(settings: dict[str, Any], said: str) -> None:
    ((episode,), server) = play(games(**settings), 1)
    assert not episode.ok
    assert said in episode.errors[0].message
    assert not server.requests
