"""The vector environment on a GPU: how fast, with which settings, and whether every number is right.

    PYTHONPATH=src python3 benchmarks/device_environments.py
    PYTHONPATH=src python3 benchmarks/device_environments.py --games babylonia --lanes 65536 262144 --blocks 128

Needs a CUDA device, numba, numpy and numba-cuda; PyTorch, JAX and pgx are looked at where they are installed, and named
where they are not. Prints one JSON object a line, as soon as it is known:

    what: machine   the device, and what is installed
    what: same      whether 300 steps of 1,000 games leave the same digest as on the processor, for every seat count
    what: speed     steps a second: actions drawn, steps, observations and masks, everything on the device
    what: dlpack    whether PyTorch and JAX read the environment's memory in place, and the same numbers
    what: pgx       pgx's games on the same device, the step alone timed
    what: done      how long everything took

A second process works out the processor's digests meanwhile. After `--limit` seconds no new measurement is begun.
"""

from __future__ import annotations

import argparse
import functools
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, cast

import numpy as np

import ziggurat
import ziggurat.envs

if TYPE_CHECKING:
    from ziggurat.envs.cuda import CudaEnv

MANY = 262_144
SEED = 3
STEPS_TO_COMPARE, LANES_TO_COMPARE = 300, 1000
BEGAN = time.perf_counter()


def tell(what: str, **facts: Any) -> None:
    """Print one line of the table."""
    print(json.dumps({"what": what, **facts}), flush=True)


def spent() -> float:
    """Seconds since the beginning."""
    return round(time.perf_counter() - BEGAN, 1)


def installed(name: str) -> str | None:
    """A package's version, if it is there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def on_device(name: str, **settings: Any) -> CudaEnv:
    """A vector environment on the device."""
    return cast("CudaEnv", ziggurat.envs.vector(name, device="cuda", **settings))


# -------------------------------------------------------------------------------------------------- the same numbers


def digest(name: str, seats: int, device: str) -> str:
    """What is left of some games after some steps, as one word."""
    env = ziggurat.envs.vector(name, games=LANES_TO_COMPARE, seats=seats, seed=SEED, device=device)
    for _ in range(STEPS_TO_COMPARE):
        env.step(env.sample())
    digest: str = env.digest()
    env.close()
    return digest


def digests_of(names: list[str]) -> dict[str, str]:
    """The processor's digests, for another process to work out."""
    return {
        f"{name} {seats}": digest(name, seats, "cpu") for name in names for seats in ziggurat.game(name).seat_counts
    }


def compare(names: list[str], expected: Future[dict[str, str]]) -> None:
    """The device's digests beside the processor's."""
    results = {
        key: digest(*_key(key), "cuda") for key in (f"{n} {s}" for n in names for s in ziggurat.game(n).seat_counts)
    }
    for key, word in results.items():
        name, seats = _key(key)
        tell("same", game=name, seats=seats, same=word == expected.result()[key], digest=word, at=spent())


def _key(key: str) -> tuple[str, int]:
    name, seats = key.split()
    return name, int(seats)


# -------------------------------------------------------------------------------------------------------------- speed


def speed(name: str, lanes: int, block: int, masks: str, seconds: float, *, observe: bool = True) -> None:
    """Steps a second with these settings."""
    from ziggurat.envs import cuda

    cuda.BLOCK = block
    env = on_device(name, games=lanes, masks=masks, observe=observe)
    for _ in range(200):  # compiles, and gets games out of step with each other
        env.step(env.sample())
    env.close()
    steps, began = 0, time.perf_counter()
    while (wall := time.perf_counter() - began) < seconds:
        for _ in range(50):
            env.step(env.sample())
        env.close()  # waits for the device
        steps += 50
    rate = steps * lanes / wall
    env.check()
    tell(
        "speed",
        game=name,
        seats=env.seats,
        lanes=lanes,
        block=block,
        masks=masks,
        observations=observe,
        million_steps_per_second=round(rate / 1e6, 2),
        gigabytes_written_per_second=round(rate * (env.game.observation_size if observe else 0) / 1e9, 1),
        at=spent(),
    )


def plan(names: list[str], lanes: list[int], blocks: list[int]) -> Iterator[tuple[str, int, int, str, bool]]:
    """What to measure, what matters most first."""
    for name in names:
        for block in blocks:
            yield name, MANY, block, "bits", True
    for name in names:
        yield name, MANY, blocks[len(blocks) // 2], "bytes", True
        yield name, MANY, blocks[len(blocks) // 2], "bits", False
        for some in lanes:
            yield name, some, blocks[len(blocks) // 2], "bits", True


# ----------------------------------------------------------------------------------------------------- other libraries


COMPACT = ("observations", "masks", "actions")
FIELDS = ("actors", "rewards", "over", "scores", "counts")  # of one record: strided, which JAX refuses


def shared(library: str, read: Callable[[Any], tuple[Any, str]], names: tuple[str, ...]) -> None:
    """Whether a library reads the environment's memory in place, and the numbers that a processor has."""
    env = on_device("babel", games=4096, seed=SEED)
    twin = ziggurat.envs.vector("babel", games=4096, seed=SEED, device="cpu")
    for step in count(1):
        env.step(env.sample())
        twin.step(twin.sample())
        if step == 40:
            break
    env.close()
    same, where = {}, ""
    for name in names:
        values, where = read(getattr(env, name))
        same[name] = bool(np.array_equal(np.asarray(values), np.asarray(getattr(twin, name))))
    tell(
        "dlpack",
        library=library,
        version=installed(library),
        on=where,
        same=all(same.values()),
        arrays=same,
        at=spent(),
    )


def with_torch() -> None:
    """PyTorch on the device's memory, and actions from it."""
    import torch

    def read(array: Any) -> tuple[Any, str]:
        tensor = torch.from_dlpack(array)
        return tensor.cpu().numpy(), str(tensor.device)

    shared("torch", read, (*COMPACT, *FIELDS))
    env = on_device("babel", games=4096, seed=SEED)
    masks, observations = torch.from_dlpack(env.masks), torch.from_dlpack(env.observations)
    before = observations.sum().item()
    for _ in range(20):
        env.step(masks.float().multinomial(1).squeeze(1))
    env.check()
    tell(
        "dlpack",
        library="torch",
        note="20 steps with actions drawn by PyTorch",
        moved=observations.sum().item() != before,
    )


def with_jax() -> None:
    """JAX on the device's memory, as far as that is compact."""
    import jax

    def read(array: Any) -> tuple[Any, str]:
        values = jax.dlpack.from_dlpack(array)
        return np.asarray(values), str(next(iter(values.devices())).platform)

    shared("jax", read, COMPACT)


def with_pgx(seconds: float) -> None:
    """pgx's games, those of benchmarks/environments.py."""
    for name in ("othello", "hex", "sparrow_mahjong", "backgammon", "go_9x9", "chess"):
        for lanes in (16_384, MANY):
            attempt("pgx", functools.partial(pgx_speed, name, lanes, seconds))


def pgx_speed(name: str, lanes: int, seconds: float) -> None:
    """Steps a second of one of them: the step alone is timed, not the drawing of actions."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=-1))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, lanes))
    steps, wall = -1, 0.0
    while wall < seconds:
        key, one, two = jax.random.split(key, 3)
        keys = jax.random.split(two, lanes)
        action = jax.block_until_ready((draw(one, state.legal_action_mask), keys))[0]
        began = time.perf_counter()
        state = jax.block_until_ready(step(state, action, keys))
        steps += 1
        if steps:  # the first one compiles
            wall += time.perf_counter() - began
    rate = steps * lanes / wall / 1e6
    tell("pgx", game=name, lanes=lanes, device=jax.devices()[0].platform, million_steps_per_second=round(rate, 2))


def attempt(library: str, work: Callable[[], None]) -> None:
    """Do something with a library that may not be there, or not work on this machine; say so in a line."""
    try:
        work()
    except ImportError as missing:
        tell("left out", library=library, why=str(missing))
    except Exception as problem:  # noqa: BLE001 - other people's library, other people's exceptions; the rest goes on
        tell("failed", library=library, why=f"{type(problem).__name__}: {problem}"[:300])


# --------------------------------------------------------------------------------------------------------------- main


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="*", default=list(ziggurat.game_names()), help="which of our games")
    parser.add_argument("--lanes", nargs="*", type=int, default=[16_384, 65_536], help=f"besides {MANY:,}")
    parser.add_argument("--blocks", nargs="*", type=int, default=[64, 128, 256], help="threads to a block")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each setting is measured")
    parser.add_argument("--limit", type=float, default=270, help="seconds after which no new measurement is begun")
    chosen = parser.parse_args()

    from ziggurat.core.compile.gpu import cuda, require

    try:
        require()
    except ziggurat.ZigguratError as refusal:
        parser.exit(1, f"{refusal}\n")
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    libraries = {library: installed(library) for library in ("numba", "numba-cuda", "numpy", "torch", "jax", "pgx")}
    tell("machine", device=name, multiprocessors=device.MULTIPROCESSOR_COUNT, **libraries)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        expected = other.submit(digests_of, chosen.games)
        for game, lanes, block, masks, observe in plan(chosen.games, chosen.lanes, chosen.blocks):
            if spent() < chosen.limit:
                speed(game, lanes, block, masks, chosen.seconds, observe=observe)
        compare(chosen.games, expected)
    attempt("torch", with_torch)
    attempt("jax", with_jax)
    if spent() < chosen.limit:
        with_pgx(chosen.seconds)
    tell("done", seconds=spent())


if __name__ == "__main__":
    main()
