"""Networks as they are sent to browsers, made from the games' own `network.npz`: a wheel has each network once.

Three 32-bit numbers come first (how many numbers and weights there are, and how much room a forward pass needs), then
the numbers (32-bit) and the weights (16-bit); see `ziggurat.bots.forward`. Both are written so that they compress well:
a number's sign is its lowest bit, and all lowest bytes come first, then all second ones.
"""

from __future__ import annotations

import functools
import hashlib
import re
from typing import Any

import numpy as np

from ziggurat.bots import weights
from ziggurat.bots.weights import BadNetwork
from ziggurat.core.game import Game
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names

NAME = re.compile(r"(\w+)-network-[0-9a-f]+\.bin")


def packed(game: Game) -> bytes | None:
    """The network that comes with a game; None if it has none."""
    try:
        network = weights.shipped(game)
    except BadNetwork:
        return None
    head = np.array([network.numbers.size, network.weights.size, network.room], dtype="<u4")
    return head.tobytes() + _in_planes(network.numbers) + _in_planes(network.weights)


def hashed(name: str, content: bytes) -> str:
    """The name under which a device's file is fetched: it changes with the content."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{hashlib.blake2b(content, digest_size=5).hexdigest()}.{ending}"


def named(name: str) -> bytes | None:
    """The network that a page asks for, such as `babel-network-426f73e1c3.bin`; None if it is no network of ours."""
    asked_for = NAME.fullmatch(name)
    if not asked_for or asked_for[1] not in game_names():
        return None
    own_name, content = _of(asked_for[1])
    return content if name == own_name else None


@functools.cache
def _of(game: str) -> tuple[str, bytes | None]:
    content = packed(find_game(game))
    return (hashed(f"{game}-network.bin", content), content) if content else ("", None)


def _in_planes(values: np.ndarray[Any, Any]) -> bytes:
    signless = (values << 1) ^ (values >> (8 * values.itemsize - 1))
    little = signless.astype(signless.dtype.newbyteorder("<"))
    return little.view(np.uint8).reshape(-1, values.itemsize).T.tobytes()
