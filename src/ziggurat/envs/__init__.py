"""Every game as a research environment: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

What an environment needs besides Ziggurat comes with `pip install 'ziggurat[rl]'` and is imported when it is asked for.
Where Gymnasium is installed, it knows the games once this is imported: `gymnasium.make("ziggurat/Babel-v0")`.

Environments share nothing that changes, so threads may each play their own. One environment is for one thread at a
time.

>>> import ziggurat.envs
>>> env = ziggurat.envs.vector("babylonia", games=64, seats=2, seed=1)
>>> env.step(env.sample())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.registry import game as find_game
from ziggurat.envs.dependencies import need
from ziggurat.envs.lanes import STAY
from ziggurat.envs.returns import seat_returns

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode

    from ziggurat.bots.own import Agent
    from ziggurat.core.game import Game
    from ziggurat.envs.batch import CpuEnv
    from ziggurat.envs.cuda import CudaEnv
    from ziggurat.envs.pettingzoo import SeatsEnv
    from ziggurat.envs.single_agent import OneSeatEnv
    from ziggurat.envs.single_agent_vector import OneSeatVectorEnv

__all__ = [
    "STAY",
    "MissingDependency",
    "aec",
    "register_gymnasium",
    "register_openspiel",
    "seat_returns",
    "single",
    "single_vector",
    "vector",
    "win_rate",
]


def aec(
    game: str | Game,
    *,
    seats: int | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    flat: bool = False,
    masks: str = "int8",
    dtype: str = "uint8",
    normalise: bool = False,
    **options: Any,
) -> SeatsEnv:
    """A match as a PettingZoo environment, in which each seat is an agent.

    Without a seat count the game's largest is taken. `reward` is `win`, `rank` or `score`; `render_mode` is `ansi`,
    `svg` or `human`. With `flat` an observation is the numbers alone, and the mask is `infos[agent]["action_mask"]`.
    `masks` are `int8` or `bool`; `dtype` and `normalise` are as in `vector`.

    >>> import ziggurat
    >>> env = ziggurat.envs.aec("babel")
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'seat_0'
    """
    need("pettingzoo", "PettingZoo", "An environment of agents")
    from ziggurat.envs.observer import ArrayFormat
    from ziggurat.envs.pettingzoo import SeatsEnv

    card = find_game(game)
    look = ArrayFormat.of(masks, dtype, normalise=normalise)
    return SeatsEnv(card, card.default_seats if seats is None else seats, options, reward, render_mode, flat, look)


def single(
    game: str | Game,
    *,
    seats: int | None = None,
    seat: int | str = 0,
    opponents: Agent | Sequence[Agent] = "random",
    reward: str = "win",
    illegal_reward: float | None = None,
    render_mode: str | None = None,
    flat: bool = False,
    history: int = 0,
    masks: str = "int8",
    dtype: str = "uint8",
    normalise: bool = False,
    **options: Any,
) -> OneSeatEnv:
    """One seat of a match as a Gymnasium environment; bots play the other seats, in turn order from seat 0.

    An opponent is a bot's name, a `Bot`, or a function from an observation and a mask to an action.
    With `seat="random"` the agent's seat is drawn for every match (`env.seat`). An illegal action raises `IllegalMove`,
    or ends the episode with `illegal_reward` where one is given. With `flat` an observation is the numbers alone, and
    the mask is `info["action_mask"]`. With a `history` of k the last k observations come along as `history`, the newest
    first; with `flat` they follow the observation. `masks` are `int8` or `bool`; `dtype` and `normalise` are as in
    `vector`.

    >>> import ziggurat
    >>> env = ziggurat.envs.single("babel", opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> sorted(observation)
    ['action_mask', 'observation']
    """
    need("gymnasium", "Gymnasium", "An environment for one agent")
    from ziggurat.envs.observer import ArrayFormat
    from ziggurat.envs.single_agent import OneSeatEnv

    card = find_game(game)
    seats = card.check_seats(card.default_seats if seats is None else seats)
    look = ArrayFormat.of(masks, dtype, normalise=normalise)
    return OneSeatEnv(card, seats, options, seat, opponents, reward, illegal_reward, render_mode, flat, history, look)


def register_gymnasium() -> tuple[str, ...]:
    """Make every game known to Gymnasium, as `ziggurat/Babel-v0` and so on; returns the names.

    >>> import ziggurat
    >>> ziggurat.envs.register_gymnasium()[-1]
    'ziggurat/Babel-v0'
    """
    need("gymnasium", "Gymnasium", "Registering the games with Gymnasium")
    from ziggurat.envs.gym import register

    return register()


def register_openspiel() -> tuple[str, ...]:
    """Make every game known to OpenSpiel, as `ziggurat_babylonia(seats=4)` and so on; returns the names.

    The mini variants are known too, as `ziggurat_babel_mini` and so on. It needs OpenSpiel:

        ziggurat.envs.register_openspiel()
        game = pyspiel.load_game("ziggurat_babylonia(seats=3)")
    """
    need("pyspiel", "OpenSpiel", "Registering the games with OpenSpiel")
    from ziggurat.envs.openspiel import register

    return register()


def single_vector(
    game: str | Game,
    *,
    games: int | None = None,
    num_envs: int | None = None,
    seats: int | None = None,
    seat: int | str = 0,
    opponents: Agent | Sequence[Agent] = "random",
    reward: str = "win",
    flat: bool = False,
    copy: bool = True,
    skip_forced: bool = False,
    dtype: str = "uint8",
    normalise: bool = False,
    threads: int = 1,
    history: int = 0,
    autoreset_mode: str | AutoresetMode = "same_step",
    masks: str = "int8",
    **options: Any,
) -> OneSeatVectorEnv:
    """One seat of many matches as a `gymnasium.vector.VectorEnv`; opponents play the other seats.

    Observations are as those of `single`, and with `flat` the numbers alone; the masks are in `info["action_mask"]`
    too. With `copy=False` arrays are the environment's own, which the next step writes over. `num_envs` is
    Gymnasium's word for `games`. A `history` is as that of `single`. `autoreset_mode` is Gymnasium's: `same_step`,
    `next_step` or `disabled`. `masks` are `int8` or `bool` in observations, and `bool` in `info`.

    >>> import ziggurat
    >>> env = ziggurat.envs.single_vector("babel", games=8)
    >>> observations, info = env.reset(seed=7)
    >>> info["action_mask"].shape
    (8, 99)
    """
    need("gymnasium", "Gymnasium", "An environment for one agent")
    from ziggurat.envs.observer import ArrayFormat
    from ziggurat.envs.single_agent_vector import OneSeatVectorEnv

    card = find_game(game)
    if (games is None) == (num_envs is None):
        raise BadOption("The number of games is given once, as games or as num_envs.")
    settings: dict[str, Any] = {
        "options": options,
        "reward": reward,
        "skip_forced": skip_forced,
        "dtype": dtype,
        "normalise": normalise,
        "threads": threads,
    }
    return OneSeatVectorEnv(
        card,
        games=games if games is not None else num_envs,  # type: ignore[arg-type]
        seats=card.check_seats(card.default_seats if seats is None else seats),
        seat=seat,
        opponents=opponents,
        flat=flat,
        copy=copy,
        history=history,
        autoreset_mode=autoreset_mode,
        mask_dtype=ArrayFormat.of(masks).masks,
        **settings,
    )


def vector(
    game: str | Game,
    *,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    device: str = "cpu",
    reward: str = "win",
    masks: str = "bytes",
    observe: bool = True,
    threads: int = 1,
    skip_forced: bool = False,
    dtype: str = "uint8",
    normalise: bool = False,
    history: int = 0,
    **options: Any,
) -> CpuEnv | CudaEnv:
    """Many games stepped together: arrays in, arrays out, the same numbers on `cpu` and on `cuda`.

    Without a seat count the game's largest is taken. `reward` is `win`, `rank`, `score` or `progress`; `masks` are
    `bytes`, or sets of `bits` in words of 64, or of 32 as `bits32`; `observe=False` leaves observations out, for those
    who only need results. With `skip_forced` decisions that have only one answer are made by the environment. `dtype`
    is `uint8`, `float32` or `float16`, and `normalise` divides such numbers by 255. With a `history` of k, `history`
    has the last k observations of the seat to act, from its earlier decisions in this match, the newest first.

    >>> import ziggurat
    >>> env = ziggurat.envs.vector("babel", games=64, seed=7)
    >>> env.step(env.sample())
    >>> env.rewards.shape
    (64, 2)
    """
    card = find_game(game)
    settings: dict[str, Any] = {
        "games": games,
        "seats": card.default_seats if seats is None else seats,
        "options": options,
        "seed": seed,
        "reward": reward,
        "masks": masks,
        "observe": observe,
        "threads": threads,
        "skip_forced": skip_forced,
        "dtype": dtype,
        "normalise": normalise,
    }
    if device == "cpu":
        settings["history"] = history
        from ziggurat.envs.batch import CpuEnv

        return CpuEnv(card, **settings)
    if device == "cuda":
        if history:
            raise BadOption("Histories need device='cpu': on a GPU, stack the observations yourself.")
        from ziggurat.envs.cuda import CudaEnv

        return CudaEnv(card, **settings)
    raise BadOption(f"A device is cpu or cuda, not {device!r}.")


def win_rate(
    choose: Callable[[Any, Any], Any],
    game: str | Game,
    *,
    opponents: Agent | Sequence[Agent] = "random",
    games: int = 200,
    seats: int | None = None,
    seat: int | str = "random",
    seed: int = 0,
    dtype: str = "uint8",
    normalise: bool = False,
    history: int = 0,
    **options: Any,
) -> float:
    """The share of matches that a policy wins against bots; of a victory shared by k it gets 1 / k.

    The policy takes observations (lanes x size) and masks (lanes x actions, bool) of the matches that go on, and
    returns an action for each. Everything else is as in `single_vector`. The same seed deals the same matches.

    >>> import ziggurat
    >>> first = lambda observations, masks: masks.argmax(axis=1)
    >>> 0 <= ziggurat.envs.win_rate(first, "babel", opponents="greedy", games=20) <= 1
    True
    """
    need("gymnasium", "Gymnasium", "An environment for one agent")
    from ziggurat.envs.single_agent_vector import play_matches

    card = find_game(game)
    seats = card.check_seats(card.default_seats if seats is None else seats)
    settings = {"options": options, "dtype": dtype, "normalise": normalise, "history": history}
    return play_matches(choose, card, seats, seat, opponents, games, seed, settings)


with suppress(ImportError):  # without Gymnasium there is nothing to register with
    from ziggurat.envs import gym as _registers  # noqa: F401
