"""The networks of our games can be loaded and played by the kernels."""

from __future__ import annotations

import numpy as np
import pytest

import ziggurat
from tests.cases import every_game
from ziggurat.bots import forward, network, weights
from ziggurat.core.game import Claim

each_game = pytest.mark.parametrize("name", every_game(claim=Claim.NETWORK))


@each_game
def test_weights_and_room_begin_with_a_line_of_the_cache(name: str) -> None:
    network = weights.of(ziggurat.game(name))
    for array in (network.weights, network.numbers, network.new_room()):
        assert array.ctypes.data % forward.CACHE_LINE == 0


@pytest.mark.parametrize("name", every_game(now="babel", claim=Claim.NETWORK))
def test_a_network_answers_the_same_when_interpreted(name: str) -> None:
    """With a board and without, on the weights that are really played."""
    game = ziggurat.game(name)
    shipped = weights.of(game)
    match = ziggurat.new(name, seed=5)
    for _ in range(30):
        match.play(match.legal()[len(match.legal()) // 2])
    answers = []
    for backend in ("cpu", "interpreted"):
        words = np.zeros((game.observation_size + 7) // 8, dtype=np.uint64)
        preferences, values = np.zeros(game.actions, dtype=np.int64), np.zeros(4)
        game.bind(network.judge, backend)(
            *(match.record(match.actor), match.actor, game.new_mask(), words.view(np.uint8), words),
            *(shipped.weights, shipped.numbers, shipped.new_room(), preferences, values),
        )
        answers.append((preferences.tolist(), values.tolist()))
    assert answers[0] == answers[1]
