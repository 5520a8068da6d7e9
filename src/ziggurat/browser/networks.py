"""Networks as they are sent to browsers: the arrays that kernels read, one after another.

Three 32-bit numbers come first (how many numbers and weights there are, and how much room a forward pass needs), then
the numbers (32-bit) and the weights (16-bit); see `ziggurat.bots.forward`.
"""

from __future__ import annotations

import numpy as np

from ziggurat.bots.network import network_of
from ziggurat.core.game import Game


def packed(game: Game) -> bytes | None:
    """A game's network; None if it has none."""
    network = network_of(game)
    if network is None:
        return None
    head = np.array([network.numbers.size, network.weights.size, network.room], dtype="<u4")
    return head.tobytes() + network.numbers.astype("<i4").tobytes() + network.weights.astype("<i2").tobytes()
