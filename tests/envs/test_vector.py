"""The vector environment plays exactly the games that matches play one at a time."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import ziggurat
import ziggurat.envs
from tests.cases import one_setup_a_game
from tests.playing import Setup
from ziggurat import BadOption, IllegalMove
from ziggurat.core.bits import members
from ziggurat.envs import rewards
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.dlpack import CPU, Exported
from ziggurat.envs.lanes import reset_lanes, sample_lanes, step_lanes

each_setup = pytest.mark.parametrize("setup", one_setup_a_game())
each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def make(setup: Setup, games: int = 4, **settings: object) -> CpuEnv:
    env = ziggurat.envs.vector(setup.game, games=games, seats=setup.seats, **settings, **setup.options)  # type: ignore[arg-type]
    assert isinstance(env, CpuEnv)
    return env


@each_setup
def test_every_lane_is_a_match_of_its_own(setup: Setup) -> None:
    """Observation, mask, actor, seed, scores and rewards are what `Match` says, game after game."""
    env = make(setup, seed=3)
    matches = [setup.new(int(seed)) for seed in env.seeds]
    ended = 0
    for step in range(6000):  # the longest games of all, Ur's with two seats, take some 850 decisions
        for lane, match in enumerate(matches):
            assert env.actors[lane] == match.actor
            assert np.flatnonzero(env.masks[lane]).tolist() == match.legal()
        lane = ended % env.games
        assert env.observations[lane].tobytes() == matches[lane].observation(matches[lane].actor).tobytes()
        env.step(env.sample())
        for lane, match in enumerate(matches):
            match.play(int(env.actions[lane]))
            assert env.over[lane] == match.over
            if match.over:
                ended += 1
                assert env.scores[lane].tolist() == match.scores
                assert set(np.flatnonzero(env.rewards[lane] == env.rewards[lane].max())) == set(match.winners)
                matches[lane] = setup.new(int(env.seeds[lane]))
            else:
                assert not env.rewards[lane].any()
        if ended > 6 or (ended and step >= 600):
            break
    assert ended


@each_setup
def test_the_same_seed_gives_the_same_numbers(setup: Setup) -> None:
    digests = []
    for seed, threads in ((5, 1), (5, 3), (6, 1)):
        env = make(setup, games=10, seed=seed, threads=threads)
        for _ in range(250):
            env.step(env.sample())
        digests.append(env.digest())
        env.close()
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


@each_setup
def test_interpreted_equals_compiled(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = make(setup, games=2, seed=8)
    interpreted = make(setup, games=2, seed=8)
    for name, source in (("_reset", reset_lanes), ("_step", step_lanes), ("_sample", sample_lanes)):
        monkeypatch.setattr(interpreted, name, interpreted.game.bind(source, "interpreted"))
    for env in (compiled, interpreted):
        env.reset()
        for _ in range(40):
            env.step(env.sample())
    assert compiled.digest() == interpreted.digest()


@each_game
def test_a_lane_does_not_depend_on_its_neighbours(name: str) -> None:
    few, many = (ziggurat.envs.vector(name, games=games, seed=2) for games in (2, 9))
    for _ in range(50):
        few.step(few.sample())
        many.step(many.sample())
    assert few.observations[:2].tobytes() == many.observations[:2].tobytes()  # type: ignore[index]


@each_game
def test_bit_masks_equal_byte_masks(name: str) -> None:
    with_bits, with_bytes = (ziggurat.envs.vector(name, games=5, seed=1, masks=masks) for masks in ("bits", "bytes"))
    for _ in range(60):
        for lane in range(5):
            flags = with_bytes.masks[lane]  # type: ignore[index]
            assert members(with_bits.masks[lane]) == np.flatnonzero(flags).tolist()  # type: ignore[index]
        with_bits.step(with_bits.sample())
        with_bytes.step(with_bytes.sample())


@each_game
def test_masks_of_32_bits_have_every_action(name: str) -> None:
    """JAX makes 64 bits 32 unless it is told otherwise, and would lose half of the actions."""
    words, flags = (ziggurat.envs.vector(name, games=3, seed=1, masks=masks) for masks in ("bits32", "bytes"))
    for _ in range(40):
        given: Any = words.masks
        actions = np.arange(words.game.actions)
        assert given.dtype == np.uint32
        assert ((given[:, actions // 32] >> (actions % 32)) & 1 == flags.masks).all()
        words.step(words.sample())
        flags.step(flags.sample())


@pytest.mark.parametrize("games", [1, 3, 64])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_memory_lies_where_jax_reads_it_in_place(games: int, dtype: str) -> None:
    for masks in ("bytes", "bits", "bits32"):
        env: Any = ziggurat.envs.vector("babel", games=games, masks=masks, dtype=dtype)
        for array in (env.observations, env.masks, env.actions, pickle.loads(pickle.dumps(env)).observations):  # noqa: S301 - our own
            assert array.ctypes.data % 64 == 0


@each_game
def test_an_illegal_action_changes_nothing(name: str) -> None:
    env = ziggurat.envs.vector(name, games=3, seed=1)
    assert isinstance(env, CpuEnv)
    before = env.digest()
    for wrong in (-1, env.game.actions, 2**40, int(np.flatnonzero(~env.masks[1])[0])):
        actions = env.sample().astype(np.int64)
        env.reset()
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"Lane 1 cannot play action {wrong}:"):
            env.step(actions)
        assert env.digest() == before
    for wide, wrong in ((np.uint32, 2**31), (np.uint64, 2**63), (np.uint64, 2**32)):  # the first has STAY's bits
        actions = env.sample().astype(wide)
        env.reset()
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"Lane 1 cannot play action {wrong}:"):
            env.step(actions)
        assert env.digest() == before


def test_the_seed_of_a_lane_is_a_seed() -> None:
    """As NumPy gives it: nobody has to know which kind of whole number that is."""
    drawn: Any = np.int64(7)
    env: Any = ziggurat.envs.vector("babel", games=2, seed=drawn)
    assert ziggurat.new("babel", seed=env.seeds[1]).digest() == env.match(1).digest()
    assert type(ziggurat.new("babel", seed=env.seeds[1]).seed) is int


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"seats": 3, "reward": "rank", "variant": True},
        {"masks": "bits", "observe": False, "threads": 2},
        {"dtype": "float16", "normalise": True, "skip_forced": True, "history": 2},
    ],
    ids=str,
)
def test_repr_makes_it_again(settings: dict[str, Any]) -> None:
    env: Any = ziggurat.envs.vector("babylonia", games=3, seed=5, **settings)
    again = eval(repr(env))  # noqa: S307 - our own
    assert repr(again) == repr(env)
    assert again.digest() == env.digest()
    assert (again.observations == env.observations).all()
    assert again.observations.dtype == env.observations.dtype
    assert (again.history is None) == (env.history is None)


def test_a_lane_can_be_played_on_as_a_match() -> None:
    env = ziggurat.envs.vector("babylonia", games=3, seats=3, seed=4)
    for _ in range(30):
        env.step(env.sample())
    match = env.match(1)
    assert match.legal() == np.flatnonzero(env.masks[1]).tolist()  # type: ignore[index]


def test_nothing_is_allocated_by_a_step() -> None:
    env = ziggurat.envs.vector("babylonia", games=3, seats=2)
    assert isinstance(env, CpuEnv)
    arrays = [getattr(env, name).__array_interface__["data"] for name in ("observations", "masks", "rewards", "over")]
    env.step(env.sample())
    again = [getattr(env, name).__array_interface__["data"] for name in ("observations", "masks", "rewards", "over")]
    assert arrays == again


@pytest.mark.parametrize("kind", rewards.KINDS)
@each_setup
def test_rewards_add_up_to_nothing_and_keep_the_order(setup: Setup, kind: str) -> None:
    env = make(setup, games=16, seed=2, reward=kind, observe=False)
    seen = 0
    for _ in range(700):
        env.step(env.sample())
        for lane in np.flatnonzero(env.over):
            seen += 1
            paid, scores = env.rewards[lane], env.scores[lane]
            assert abs(float(paid.sum())) < 1e-4
            if kind == "score":
                others = (scores.sum() - scores) / (setup.seats - 1)
                assert np.allclose(paid, scores - others)
            else:
                assert paid.max() <= 1
                assert paid.min() >= -1
        if seen > 20:
            break
    assert seen


def test_refusals_are_sentences() -> None:
    for settings, sentence in (
        ({"games": 0}, "The number of games is 1 or more, not 0."),
        ({"masks": "words"}, "Masks are bytes, bits or bits32, not 'words'."),
        ({"reward": "money"}, "A reward is win, rank, score or progress, not 'money'."),
        ({"device": "tpu"}, "A device is cpu or cuda, not 'tpu'."),
        ({"threads": 0}, "The number of threads is 1 or more, not 0."),
        ({"seed": -1}, r"A seed is a whole number from 0 to 2\*\*64 - 1, not -1."),
    ):
        with pytest.raises(BadOption, match=sentence):
            ziggurat.envs.vector("babylonia", **{"games": 2, **settings})  # type: ignore[arg-type]
    env = ziggurat.envs.vector("babylonia", games=2)
    with pytest.raises(BadOption, match="Actions are 2 whole numbers"):
        env.step(np.zeros(3, dtype=np.int64))


SHARED = ("observations", "masks", "actors", "counts", "rewards", "over", "scores", "seeds", "actions")


@pytest.mark.long
def test_pytorch_sees_every_step_without_reading_again() -> None:
    import torch

    torch.manual_seed(1)
    env = ziggurat.envs.vector("babel", games=4, seed=2)
    tensors = {array: torch.from_dlpack(getattr(env, array)) for array in SHARED}
    for _ in range(150):
        env.step(tensors["masks"].float().multinomial(1).squeeze(1))
        for array, tensor in tensors.items():
            assert tensor.numpy().tobytes() == np.asarray(getattr(env, array)).tobytes()


@pytest.mark.parametrize("dtype", ["u1", "i2", "i4", "u8", "f4", "?"])
def test_memory_is_read_without_a_copy(dtype: str) -> None:
    """A field of a record array, exported and read back through DLPack, is the same memory."""
    memory = np.zeros(5, dtype=[("before", "u8"), ("field", dtype, (4,)), ("after", "u1")])
    field = memory["field"][:, :3]
    shared = Exported(field.__array_interface__["data"][0], field.shape, field.strides, field.dtype, memory, (CPU, 0))
    if any(stride % field.itemsize for stride in field.strides):
        pytest.skip("not a whole number of elements apart")
    read = np.from_dlpack(shared)
    field[2, 1] = 1
    assert read.tobytes() == field.tobytes()
    assert read.dtype == field.dtype
