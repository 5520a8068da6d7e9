"""Networks as they are sent to browsers, made from the games' own `network.npz`: a wheel has each network once.

Three 32-bit numbers come first (how many numbers and weights there are, and how much room a forward pass needs), then
the numbers (32-bit), then the weights, `BLOCK` at a time, as bits, the highest first (see `ziggurat.bots.forward`):

- A block of zeros is four ones.
- Any other begins with two numbers of four bits: K, and how many zeros each weight ends with at least. The weights
  follow without these zeros, as Rice codes: 0, -1, 1, -2, … are 0, 1, 2, 3, …; such a number's bits above the lowest K
  are so many ones and a zero, and the lowest K follow as they are.

`web/src/device/networks.ts` reads it.
"""

from __future__ import annotations

import functools
import hashlib
import re
from typing import Any

import numpy as np

from ziggurat.bots import weights
from ziggurat.bots.weights import BadNetwork, Weights
from ziggurat.core.game import Game
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names

LARGEST = 600_000  # bytes of a packed network that comes with Ziggurat: what a phone should have to load
BLOCK = 32
ALL_ZERO = 15  # instead of K
NAME = re.compile(r"(\w+)-network-[0-9a-f]+\.bin")


def packed(game: Game) -> bytes | None:
    """The network that comes with a game; None if it has none."""
    try:
        return pack(weights.shipped(game))
    except BadNetwork:
        return None


def pack(network: Weights) -> bytes:
    """A network as it is sent."""
    head = np.array([network.numbers.size, network.weights.size, network.room], dtype="<u4")
    return head.tobytes() + network.numbers.astype("<i4").tobytes() + _coded(network.weights)


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


def _coded(values: np.ndarray[Any, Any]) -> bytes:
    blocks = np.pad(values.astype(np.int32), (0, -values.size % BLOCK)).reshape(-1, BLOCK)
    is_used: Any = blocks.any(axis=1)
    blocks = blocks[is_used]
    together = np.bitwise_or.reduce(blocks, axis=1)
    shifts = np.log2(together & -together).astype(np.int32)
    short = blocks >> shifts[:, None]
    folded = np.where(short < 0, -2 * short - 1, 2 * short)
    ks = np.argmin([((folded >> k) + 1 + k).sum(axis=1) for k in range(ALL_ZERO)], axis=0)[:, None]

    # Every part of a block is so many ones, then a number in so many bits.
    zeros = np.zeros((len(blocks), 2), dtype=np.int32)
    ones = np.hstack([zeros, folded >> ks])
    numbers = np.hstack([ks, shifts[:, None], folded & (1 << ks) - 1])
    widths = np.hstack([zeros + 4, np.broadcast_to(ks + 1, blocks.shape)])  # with the zero after the ones

    lengths = np.full(len(is_used), 4)
    lengths[is_used] = (ones + widths).sum(axis=1)
    ends = np.cumsum(lengths)
    bits = np.ones(ends[-1], dtype=np.uint8)
    ends = (ends - lengths)[is_used, None] + np.cumsum(ones + widths, axis=1)
    for place in range(ALL_ZERO):
        there = widths > place
        bits[ends[there] - 1 - place] = numbers[there] >> place & 1
    return np.packbits(bits).tobytes()
