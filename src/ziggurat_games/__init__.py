"""Ziggurat's games for `verifiers`: `vf-eval ziggurat-games`. See docs/language-models.md.

The roles `player`, `second`, `third` and `fourth` are models; `--env.players` says how many of them play, and a bot
has each other seat. By default all roles are the model that is evaluated, so two players or more are self-play. Seats
rotate from task to task, and the number of a task is the seed of its deal.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.core.registry import game as find_game
from ziggurat.envs.text import REFUSALS, TextGame
from ziggurat.llm.dependencies import verifiers as vf
from ziggurat.llm.harness import ChatHarness
from ziggurat.llm.tasks import system_prompt

__all__ = ["ChatHarness", "GamesEnv", "GamesTaskset"]

ROLES = ("player", "second", "third", "fourth")


class GamesConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which game, for how many, and from which seed on."""

    game: str = "babel"
    seats: int | None = None  # the game's usual number
    first_seed: int = 0


class GameData(vf.TaskData):  # type: ignore[misc]
    """A deal. `number` says who begins where."""

    game: str
    seats: int
    seed: int
    number: int


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A match; what it is worth follows from its end."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):  # type: ignore[misc]
    """Deals without end."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        """One task for each deal and each rotation of the seats."""
        game = find_game(self.config.game)
        seats = game.check_seats(self.config.seats or game.default_seats)
        system = system_prompt(game)
        for number in itertools.count():
            seed = self.config.first_seed + number // seats
            data = GameData(
                id=f"{game.name}-{seats}/{seed}-{number % seats}",
                prompt=None,
                system_prompt=system,
                game=game.name,
                seats=seats,
                seed=seed,
                number=number,
            )
            yield GameTask(data, self.config.task)


class GamesEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Who plays, and what they are told."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    second: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    third: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    fourth: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    players: int = 1  # how many of these roles play
    bot: str = "steward"  # in the other seats
    reward: str = "win"  # or rank, or score
    moves: str = "grouped"
    history: str = "news"
    refusals: int = REFUSALS  # in a row, before a bot finishes the seat


class GamesEnv(vf.Env[GamesEnvConfig]):  # type: ignore[misc]
    """A match: models answer in turn, bots think in a thread of their own."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one match, and pay every model."""
        data, config = task.data, self.config
        if not 1 <= config.players <= data.seats:
            raise BadOption(f"{config.players} players cannot sit in {data.seats} seats.")
        roles = {(data.number + place) % data.seats: role for place, role in enumerate(ROLES[: config.players])}
        match = ziggurat.new(data.game, seats=data.seats, seed=data.seed)
        match.rewards(config.reward)  # refused now rather than after the match
        game = await asyncio.to_thread(
            TextGame,
            match,
            {seat: config.bot for seat in range(data.seats) if seat not in roles},
            seed=data.seed,
            refusals=config.refusals,
            moves=config.moves,
            history=config.history,
        )
        traces = {}
        async with AsyncExitStack() as stack:
            talks = {}
            for seat, role in roles.items():
                talks[seat] = await stack.enter_async_context(getattr(agents, role).interaction(task))
                traces[seat] = talks[seat].trace
            while not game.over:
                seat = game.actor
                told = await talks[seat].turn(game.text(seat))
                if told.terminated:  # its limit is reached, or nobody answers
                    await asyncio.to_thread(game.forfeit)
                else:
                    await asyncio.to_thread(game.answer, told.last_reply)
        rewards = game.rewards(config.reward)
        for seat, trace in traces.items():
            trace.record_reward(config.reward, rewards[seat], 1.0)
            trace.record_metric("seat", float(seat))
            trace.record_metric("score", float(match.scores[seat]))
            trace.record_metric("refused", float(game.refused[seat]))
            trace.record_metric("forfeited", float(seat in game.forfeits))
