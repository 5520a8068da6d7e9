"""The vector environment's CUDA kernels compile to PTX for every game, without a GPU; with one, the numbers agree."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba import types

import ziggurat
import ziggurat.envs
from ziggurat.core.compile import gpu
from ziggurat.envs import cuda
from ziggurat.envs.cuda import CudaEnv
from ziggurat.envs.lanes import LANE

each_game = pytest.mark.parametrize("name", ziggurat.game_names())


@each_game
def test_the_kernels_compile_to_ptx(name: str) -> None:
    game = ziggurat.game(name)
    actions = np.zeros(2, dtype=np.int32)
    lanes = np.zeros(2, dtype=LANE)
    masks = np.zeros((2, game.words), dtype=np.uint64, order="F")
    columns = np.zeros((2, 5), dtype=np.uint8, order="F")
    words = np.zeros((2, 3), dtype=np.uint64)
    arrays = [game.new_records(2), words, lanes, masks, columns, columns]
    options = numba.typeof(game.encode_options(game.read_options({})))
    numbers = (types.int64, options, types.uint64, types.int64, types.int64)
    common = [*map(numba.typeof, arrays), *numbers]
    wanted = numba.typeof(np.zeros(2, dtype=np.uint8))
    for entry, signature in (
        (cuda.reset_all, [wanted, *common]),
        (cuda.step_all, [numba.typeof(actions), *common]),
        (cuda.sample_all, list(map(numba.typeof, (actions, lanes, masks)))),
    ):
        ptx = gpu.compile_to_ptx(entry.source_for("cuda", game.binding), tuple(signature))
        assert ".target sm_90" in ptx
        assert ".entry" in ptx


@pytest.mark.skipif(not gpu.available(), reason="no GPU on this machine")
@each_game
def test_gpu_gives_the_same_numbers(name: str) -> None:
    for seats in ziggurat.game(name).seat_counts:
        for masks in ("bytes", "bits"):
            digests = []
            for device in ("cpu", "cuda"):
                env = ziggurat.envs.vector(name, games=1000, seats=seats, seed=3, device=device, masks=masks)
                for _ in range(300):
                    env.step(env.sample())
                if isinstance(env, CudaEnv):
                    env.check()
                digests.append(env.digest())
            assert digests[0] == digests[1]


@pytest.mark.skipif(not gpu.available(), reason="no GPU on this machine")
@each_game
def test_gpu_lanes_are_saved_restored_and_reset_as_on_the_cpu(name: str) -> None:
    """Snapshots move between devices, and each way to fill a lane gives the same numbers."""
    envs = [ziggurat.envs.vector(name, games=300, seed=3, device=device) for device in ("cpu", "cuda")]
    kept = []
    for env in envs:
        for _ in range(50):
            env.step(env.sample())
        kept.append(env.snapshot())
        for _ in range(20):
            env.step(env.sample())
        env.reset_lanes([4, 2])
        env.reset_lanes([5], seeds=[9])
        env.start_from([ziggurat.new(name, seed=8)], [7])
        env.restore(kept[0][[1, 1]], [8, 9])
        env.step(env.sample())
    assert envs[0].digest() == envs[1].digest()
    for env, other in zip(envs, reversed(kept), strict=True):
        env.restore(other)
    assert envs[0].digest() == envs[1].digest()


@pytest.mark.skipif(gpu.available(), reason="there is a GPU on this machine")
def test_without_a_gpu_the_refusal_is_a_sentence() -> None:
    with pytest.raises(ziggurat.ZigguratError, match="no CUDA device was found"):
        ziggurat.envs.vector("babylonia", games=10, device="cuda")
