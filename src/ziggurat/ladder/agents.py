"""The evaluated agent: in a process of its own if it is given by name, otherwise in this one.

What its process prints goes to standard error.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, Protocol

import numpy as np

from ziggurat.bots import find
from ziggurat.bots.own import Agent, FunctionBot, bring
from ziggurat.bots.thinking import Bot
from ziggurat.core.errors import ZigguratError
from ziggurat.core.game import Game, Records
from ziggurat.core.match import Match
from ziggurat.core.registry import game as find_game
from ziggurat.ladder.faults import read_answer

Answer = tuple[int, str, str]  # an action, or the kind of a fault and what there is to say of it
START_LIMIT = 600.0  # seconds until an agent has been imported and made: it may have to load and compile much
LOOK = 0.2  # seconds between two looks at how much memory it holds
GIGABYTE = 10**9


class LadderAgent(Protocol):
    """Decides for the evaluated agent."""

    def begin(self, seed: int) -> Answer:
        """A new match."""

    def choose(self, records: Records) -> Answer:
        """Decide."""

    def close(self) -> None:
        """No more matches."""


class LocalAgent:
    """An agent in this process; it cannot be stopped if it never answers."""

    def __init__(self, game: Game, agent: Agent) -> None:
        self._game, self._make = game, bring(agent)
        self._bot: Bot | None = None

    def begin(self, seed: int) -> Answer:
        try:
            self._bot = self._make(self._game, seed)
        except (Exception, SystemExit):  # noqa: BLE001 - whatever it raises is reported as its fault
            return -1, "raised", _last_line()
        return 0, "", ""

    def choose(self, records: Records) -> Answer:
        try:
            return read_answer(_ask(self._bot, records))
        except (Exception, SystemExit):  # noqa: BLE001 - whatever it raises is reported as its fault
            return -1, "raised", _last_line()

    def close(self) -> None:
        """Nothing is open."""


class AgentProcess:
    """An agent in a process of its own. Without an answer, or with too much memory, it is killed with its children.

    The next match gets a new process.
    """

    def __init__(self, game: Game, agent: str, limit: float, grace: float, memory: float) -> None:
        self._game, self._agent = game, agent
        self._limit, self._grace, self._memory = limit, grace, memory
        self._process: Any = None
        _, fault, problem = self._start()
        if fault:
            raise ZigguratError(problem)

    def _start(self) -> Answer:
        """Start the process and wait until the agent is ready."""
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._game.name, self._agent))
        self._process.start()
        theirs.close()
        problem, fault = self._hear(START_LIMIT)
        if fault:
            return -1, fault, f"{self._agent} cannot be made: {self._told(fault, START_LIMIT)}."
        if problem:
            self.close()
            return -1, "raised", problem
        return 0, "", ""

    def begin(self, seed: int) -> Answer:
        if self._process is None and (answer := self._start())[1]:
            return answer
        return self._request(("begin", seed), START_LIMIT)

    def choose(self, records: Records) -> Answer:
        return self._request(("choose", records.tobytes()), self._limit)

    def _request(self, request: Any, limit: float) -> Answer:
        began = time.monotonic()
        answer, fault = self._hear(limit + self._grace, request)
        if not fault and time.monotonic() - began > limit:
            return -1, "late", f"after more than {limit:g} seconds"
        if not fault:
            checked: Answer = answer
            return checked
        return -1, fault, self._told(fault, limit + self._grace)

    def _told(self, fault: str, limit: float) -> str:
        if fault == "hung":
            return f"no answer for more than {limit:g} seconds"
        return f"more than {self._memory:g} GB" if fault == "memory" else "its process ended"

    def _hear(self, limit: float, request: Any = None) -> tuple[Any, str]:
        """The answer within so many seconds, to a request if there is one; on a fault the process is killed."""
        end = time.monotonic() + limit
        try:
            if request is not None:
                self._line.send(request)
            fault = ""
            while not fault and not self._line.poll(max(0.0, min(LOOK, end - time.monotonic()))):
                fault = "memory" if self._holds_too_much() else "hung" if time.monotonic() >= end else ""
            if not fault:
                answer = self._line.recv()
                if not self._holds_too_much():
                    return answer, ""
                fault = "memory"
        except (EOFError, OSError):
            fault = "died"
        except BaseException:  # we are told to stop: nobody else would end its process
            self.close()
            raise
        self.close()
        return None, fault

    def _holds_too_much(self) -> bool:
        return held(self._process.pid) > self._memory * GIGABYTE

    def close(self) -> None:
        if self._process is not None:
            self._line.close()
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (AttributeError, OSError):  # no groups here, or it had not come so far as to have one
                self._process.kill()
            self._process.join()
            self._process = None


def held(process: int) -> int:
    """The memory of a process in bytes; 0 where the system does not tell (Linux does)."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as status:
            return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def half_of_memory() -> float:
    """Half of this machine's memory, in gigabytes."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / GIGABYTE / 2
    except (AttributeError, OSError, ValueError):
        return float("inf")


def _ask(bot: Any, records: Records) -> Any:
    """The agent's raw answer."""
    if isinstance(bot, FunctionBot):
        return bot.function(*bot.looks_at(records))
    return bot.choose(records)


def _last_line() -> str:
    return traceback.format_exc(limit=-1).strip().splitlines()[-1][:300]


def load_kernels(game: Game, agent: str) -> None:
    """Load what a first decision needs, before its time counts: a busy machine takes longer for it than the limit.

    Of the agents only bots of ours are asked for a decision: others may remember it.
    """
    match = Match(game, game.seat_counts[0], game.read_options({}), 0)
    records = match.record(match.actor)
    FunctionBot(game, 0, lambda _observation, mask: int(mask.argmax())).choose(records)
    with suppress(ZigguratError):
        find(agent)(game, 0).choose(records)


def _serve(line: Any, game: str, agent: str) -> None:
    """Runs in the agent's process: answers requests until the pipe is closed."""
    os.dup2(2, 1)
    if hasattr(os, "setsid"):  # what it starts belongs to its group, and Ctrl-C is for us alone
        os.setsid()
    card = find_game(game)
    try:
        climber = LocalAgent(card, agent)
    except ZigguratError as problem:
        line.send(str(problem))
        return
    except (Exception, SystemExit):  # noqa: BLE001 - whatever it raises is said
        line.send(f"{agent} cannot be made: {_last_line()}")
        return
    load_kernels(card, agent)
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
