"""What the machine gives the server and is different each time: the time, and random numbers.

All of it comes from `source`. The simulator (`tests/sim`) puts its own there, so that a seed decides everything.
"""

from __future__ import annotations

import base64
import time
from collections.abc import MutableSequence, Sequence
from random import Random, SystemRandom
from typing import Any, TypeVar

T = TypeVar("T")


class MachineSource:
    """The clocks and the random generator of this machine."""

    random: Random = SystemRandom()

    def time(self) -> float:
        """Seconds since 1970; somebody may set the clock."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment; they never go back."""
        return time.perf_counter()


source = MachineSource()


def token_bytes(size: int) -> bytes:
    """Random bytes that nobody can guess."""
    return source.random.randbytes(size)


def token_hex(size: int) -> str:
    """Random bytes that nobody can guess, as hexadecimal text."""
    return token_bytes(size).hex()


def token_urlsafe(size: int) -> str:
    """Random bytes that nobody can guess, as text for an address."""
    return base64.urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode()


def randbelow(end: int) -> int:
    """A random number from 0 to below `end`."""
    return source.random.randrange(end)


def choice(among: Sequence[T]) -> T:
    """A random element."""
    return source.random.choice(among)


def shuffle(items: MutableSequence[Any]) -> None:
    """Bring a list into a random order."""
    source.random.shuffle(items)
