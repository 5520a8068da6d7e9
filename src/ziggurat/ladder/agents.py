"""The agent that climbs: in a process of its own, where it can be ended, or in ours, if it is no name.

What it prints goes to standard error, so that it cannot spoil ours.
"""

from __future__ import annotations

import os
import time
import traceback
from multiprocessing import get_context
from typing import Any, Protocol

import numpy as np

from ziggurat.bots.own import Agent, FunctionBot, bring
from ziggurat.bots.thinking import Bot
from ziggurat.core.errors import ZigguratError
from ziggurat.core.game import Game, Records
from ziggurat.core.registry import game as find_game
from ziggurat.ladder.faults import read_answer

Answer = tuple[int, str, str]  # an action, or the kind of a fault and what there is to say of it
START_LIMIT = 600.0  # seconds until an agent has been imported and made: it may have to load and compile much


class Climber(Protocol):
    """Who is asked for decisions."""

    def begin(self, seed: int) -> Answer:
        """A new match."""

    def choose(self, records: Records) -> Answer:
        """Decide."""

    def close(self) -> None:
        """No more matches."""


class Here:
    """An agent in our own process: nothing can be done if it never answers."""

    def __init__(self, game: Game, agent: Agent) -> None:
        self._game, self._make = game, bring(agent)
        self._bot: Bot | None = None

    def begin(self, seed: int) -> Answer:
        try:
            self._bot = self._make(self._game, seed)
        except Exception:  # noqa: BLE001 - whatever it raises is reported as its fault
            return -1, "raised", _last_line()
        return 0, "", ""

    def choose(self, records: Records) -> Answer:
        try:
            return read_answer(_ask(self._bot, records))
        except Exception:  # noqa: BLE001 - whatever it raises is reported as its fault
            return -1, "raised", _last_line()

    def close(self) -> None:
        """Nothing is open."""


class Elsewhere:
    """An agent in a process of its own, which is ended when it does not answer; the next match has a new one."""

    def __init__(self, game: Game, agent: str, limit: float, grace: float) -> None:
        self._game, self._agent, self._limit, self._grace = game, agent, limit, grace
        self._process: Any = None
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._game.name, self._agent), daemon=True)
        self._process.start()
        theirs.close()
        problem = self._line.recv() if self._line.poll(START_LIMIT) else "It could not be made in ten minutes."
        if problem:
            self.close()
            raise ZigguratError(str(problem))

    def begin(self, seed: int) -> Answer:
        if self._process is None:
            self._start()
        return self._request(("begin", seed), START_LIMIT)

    def choose(self, records: Records) -> Answer:
        return self._request(("choose", records.tobytes()), self._limit)

    def _request(self, request: Any, limit: float) -> Answer:
        began = time.monotonic()
        try:
            self._line.send(request)
            if self._line.poll(limit + self._grace):
                answer: Answer = self._line.recv()
                late = time.monotonic() - began > limit
                return (-1, "late", f"after more than {limit:g} seconds") if late else answer
        except (EOFError, OSError):
            self.close()
            return -1, "died", "its process ended"
        self.close()
        return -1, "hung", f"for more than {limit + self._grace:g} seconds"

    def close(self) -> None:
        if self._process is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
            self._process = None


def _ask(bot: Any, records: Records) -> Any:
    """What an agent answers, before anybody judges it."""
    if isinstance(bot, FunctionBot):
        return bot.function(*bot.looks_at(records))
    return bot.choose(records)


def _last_line() -> str:
    return traceback.format_exc(limit=-1).strip().splitlines()[-1][:300]


def _serve(line: Any, game: str, agent: str) -> None:
    """In the agent's process: answer until nobody asks any more."""
    os.dup2(2, 1)
    card = find_game(game)
    try:
        climber = Here(card, agent)
    except ZigguratError as problem:
        line.send(str(problem))
        return
    except Exception:  # noqa: BLE001 - whatever it raises is said
        line.send(f"{agent} cannot be made: {_last_line()}")
        return
    line.send("")
    while True:
        try:
            kind, what = line.recv()
        except EOFError:
            return
        if kind == "begin":
            line.send(climber.begin(what))
        else:
            line.send(climber.choose(np.frombuffer(what, dtype=card.state).copy()))
