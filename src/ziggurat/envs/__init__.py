"""Every game as a research environment: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

What an environment needs besides Ziggurat comes with `pip install 'ziggurat[rl]'` and is imported when it is asked for.

>>> import ziggurat.envs
>>> env = ziggurat.envs.vector("babylonia", games=64, seats=2, seed=1)
>>> env.step(env.sample())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ziggurat.core.errors import BadOption
from ziggurat.core.registry import game as find_game
from ziggurat.envs.missing import MissingDependency

if TYPE_CHECKING:
    from ziggurat.envs.batch import CpuEnv
    from ziggurat.envs.cuda import CudaEnv

__all__ = ["MissingDependency", "vector"]


def vector(
    game: str,
    *,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    device: str = "cpu",
    reward: str = "win",
    masks: str = "bytes",
    observe: bool = True,
    threads: int = 1,
    **options: Any,
) -> CpuEnv | CudaEnv:
    """Many games stepped together: arrays in, arrays out, the same numbers on `cpu` and on `cuda`.

    Without a seat count the game's largest is taken. `reward` is `win`, `rank` or `score`; `masks` is `bytes` or `bits`.
    """
    found = find_game(game)
    settings = {
        "games": games,
        "seats": found.seat_counts[-1] if seats is None else seats,
        "options": options,
        "seed": seed,
        "reward": reward,
        "masks": masks,
        "observe": observe,
        "threads": threads,
    }
    if device == "cpu":
        from ziggurat.envs.batch import CpuEnv

        return CpuEnv(found, **settings)
    if device == "cuda":
        from ziggurat.envs.cuda import CudaEnv

        return CudaEnv(found, **settings)
    raise BadOption(f"A device is cpu or cuda, not {device!r}.")
