"""CUDA cannot break unnoticed: every game's batch kernel is compiled to PTX, without a GPU."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import ziggurat
from ziggurat.core.compile import gpu
from ziggurat.sim import simulate
from ziggurat.sim.cuda import play_batch
from ziggurat.sim.playout import RESULT


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_a_batch_compiles_to_ptx(name: str) -> None:
    game = ziggurat.game(name)
    arrays = (
        game.new_records(2),
        np.zeros((2, game.state.itemsize // 8), dtype=np.uint64),
        np.zeros(2, dtype=RESULT),
    )
    numbers = (numba.types.int64, numba.types.int64)
    options = numba.typeof(game.encode_options(game.read_options({})))
    signature = (*map(numba.typeof, arrays), *numbers, options, numba.types.uint64, numba.types.int64)
    ptx = gpu.compile_to_ptx(play_batch.source_for("cuda", game.binding), signature)
    assert ".target sm_90" in ptx
    assert ".entry" in ptx


@pytest.mark.skipif(not gpu.available(), reason="no GPU on this machine")
@pytest.mark.parametrize("name", ziggurat.game_names())
def test_gpu_plays_the_same_games(name: str) -> None:
    game = ziggurat.game(name)
    for seats in game.seat_counts:
        cpu = simulate(game, seats=seats, games=20_000, seed=1)
        cuda = simulate(game, seats=seats, games=20_000, seed=1, device="cuda")
        assert cuda.digest == cpu.digest
        assert cuda.mean_scores == cpu.mean_scores


@pytest.mark.skipif(gpu.available(), reason="there is a GPU on this machine")
def test_without_a_gpu_the_refusal_is_a_sentence() -> None:
    with pytest.raises(ziggurat.ZigguratError, match="use --device cpu"):
        simulate(ziggurat.game("babylonia"), seats=2, games=10, device="cuda")
