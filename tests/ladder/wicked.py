"""Agents that misbehave, and one that does not, for testing the ladder."""

from __future__ import annotations

import os
import threading
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ziggurat.ladder.evaluation import games_of, opponents
from ziggurat.ladder.tasks import Task


def first(_observation: Any, mask: Any) -> Any:
    return mask.argmax()


def last(_observation: Any, mask: Any) -> int:
    return int(mask.nonzero()[0][-1])


class Moody:
    """Answers differently each time it is asked."""

    def __init__(self) -> None:
        self._stream = np.random.default_rng(1)

    def __call__(self, _observation: Any, mask: Any) -> int:
        return int(self._stream.choice(mask.nonzero()[0]))


class Reader:
    """Knows the published deals and the bots of the ladder: it has tried at random until it had won each game."""

    def __init__(self, task: Task, deals: int) -> None:
        self._answers: dict[bytes, int] = {}
        stream = np.random.default_rng(1)
        for game in games_of(task, deals):
            won = False
            while not won:
                match, bots, made = task.new_match(game.deal), opponents(task, game), {}
                while not match.over:
                    if match.actor == game.seat:
                        action = int(stream.choice(match.legal()))
                        made[match.observation(game.seat).tobytes()] = action
                    else:
                        action = bots[match.actor].choose(match.record(match.actor))
                    match.play(action)
                won = match.winners == [game.seat]
            self._answers.update(made)

    def __call__(self, observation: Any, mask: Any) -> Any:
        action = self._answers.get(observation.tobytes(), -1)
        return action if action >= 0 and mask[action] else last(observation, mask)


def illegal(_observation: Any, mask: Any) -> int:
    return int(mask.argmin())


def beyond(_observation: Any, _mask: Any) -> int:
    return 10**12


def words(_observation: Any, _mask: Any) -> str:
    print("an agent may print")
    return "the middle one"


def fraction(_observation: Any, _mask: Any) -> float:
    return 0.5


def nothing(_observation: Any, _mask: Any) -> None:
    return None


def raising(_observation: Any, _mask: Any) -> int:
    raise RuntimeError("I do not feel like it")


def hanging(_observation: Any, _mask: Any) -> int:
    threading.Event().wait()
    return 0


def dying(_observation: Any, _mask: Any) -> int:
    os._exit(3)


def leaving(_observation: Any, _mask: Any) -> int:
    raise SystemExit(2)


_HELD: list[bytearray] = []


def hoarding(_observation: Any, mask: Any) -> Any:
    """Leaks a little with every decision, and answers in time."""
    _HELD.append(bytearray(b"x" * 50_000_000))
    return mask.argmax()


class Once:
    """Can be made once, and ends its process at its first decision; a file says that it has been."""

    def __init__(self) -> None:
        path = Path(os.environ["WICKED"])
        if path.exists():
            raise RuntimeError("made before")
        path.touch()

    def __call__(self, _observation: Any, _mask: Any) -> int:
        os._exit(3)


class Busy:
    """Starts a child process that never ends, and prints its process id."""

    def __call__(self, _observation: Any, _mask: Any) -> int:
        worker = get_context("spawn").Process(target=_wait)
        worker.start()
        Path(os.environ["WICKED"]).write_text(str(worker.pid), "utf-8")
        raise RuntimeError("so be it")


def _wait() -> None:
    threading.Event().wait()


class Gone:
    """Ends its process before it is made."""

    def __init__(self) -> None:
        os._exit(3)

    def __call__(self, _observation: Any, _mask: Any) -> int:
        return 0


class Unmade:
    """Cannot even begin."""

    def __init__(self) -> None:
        raise RuntimeError("no weights")

    def __call__(self, _observation: Any, _mask: Any) -> int:
        return 0
