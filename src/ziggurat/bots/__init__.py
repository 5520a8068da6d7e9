"""Players that are programs. A bot sees what its seat sees, a redacted record, and never the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ziggurat.bots import random
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game, Records

Bot = Callable[[Game, Records, Sequence[int], Random], int]
"""Picks one of the legal actions of a redacted record, with a random stream of its own."""

_BOTS: dict[str, Bot] = {"random": random.choose}


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def find(name: str) -> Bot:
    """The bot of that name."""
    if name not in _BOTS:
        raise BadOption(f"There is no bot called {name!r}; there is {', '.join(_BOTS)}.")
    return _BOTS[name]
