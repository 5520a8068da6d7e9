"""The vector environment for Gymnasium: the agent plays one seat of every lane, opponents play the others.

A lane whose match ends has begun the next one already, whatever the autoreset mode is: `NEXT_STEP` and `DISABLED` show
the end until they are asked for more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ziggurat.bots.own import Agent, name_of
from ziggurat.core.copies import writable
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match, check_seed
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.history import ObservationHistory, check_length
from ziggurat.envs.lanes import STAY
from ziggurat.envs.opponents import RandomOpponent, opponents_of
from ziggurat.envs.seats import NOTHING, OPEN, PLAY, step_seats
from ziggurat.envs.single_agent import ANY_SEAT
from ziggurat.envs.spaces import spaces_of

Array = np.ndarray[Any, Any]


class LegalBatch(MultiDiscrete):  # type: ignore[misc]
    """An action for each lane. Sampled without a mask, it gives only actions that are legal now."""

    def __init__(self, actions: int, games: int, masks: Array) -> None:
        super().__init__(np.full(games, actions))
        self._legal = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One action for each lane: of the masks if they are given, otherwise of the legal ones."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        odds = 1 - self.np_random.random(self._legal.shape)  # never 0, which is what is not legal gets
        return (odds * self._legal).argmax(axis=1).astype(self.dtype)


def autoreset_mode_of(given: Any) -> AutoresetMode:
    """A mode by its name: `same_step`, `next_step` or `disabled`, or Gymnasium's own."""
    modes = {mode.name.lower(): mode for mode in AutoresetMode}
    if isinstance(given, AutoresetMode):
        return given
    chosen = modes.get(str(given).lower())
    if chosen is None:
        raise BadOption(f"An autoreset_mode is {', '.join(modes)}, or Gymnasium's AutoresetMode, not {given!r}.")
    return chosen


class OneSeatVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many matches, one seat of each for the agent.

    `env` is the vector environment itself, `autoreset_mode` what follows on the end of a match, and `seats_of_agent`
    which seat the agent has in each lane (where a match has ended: in the next one).
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game,
        *,
        games: int,
        seats: int,
        seat: int | str,
        opponents: Agent | Sequence[Agent],
        flat: bool,
        copy: bool,
        history: int = 0,
        autoreset_mode: Any = AutoresetMode.SAME_STEP,
        mask_dtype: str = "int8",
        **settings: Any,
    ) -> None:
        number = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < seats
        if not number and seat != ANY_SEAT:
            raise BadOption(f"The agent's seat is 0 to {seats - 1}, or {ANY_SEAT!r}, not {seat!r}.")
        self.autoreset_mode = autoreset_mode_of(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.env = CpuEnv(game, games=games, seats=seats, seed=0, masks="bytes", observe=True, **settings)
        self.game, self.num_envs, self.seats, self.seat, self.flat = game, games, seats, seat, flat
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self.opponents = [name_of(one) for one in opponents] if several else name_of(opponents)  # type: ignore[union-attr]
        self._opponents = opponents_of(game, games, seats, opponents)
        self._draws = np.array([isinstance(one, RandomOpponent) for one in self._opponents], dtype=np.uint8)
        self._copy, self._mask_dtype = copy, mask_dtype
        self._begun = False
        self._each = np.arange(games)
        self.seats_of_agent: Array = np.zeros(games, dtype=np.int64)
        self._wanted = np.zeros(games, dtype=np.uint8)
        self._paid = np.zeros(games, dtype=np.float32)
        self._ended = np.zeros(games, dtype=np.bool_)  # in the last step
        self._scores = np.zeros((games, seats), dtype=np.int16)
        self._finals = np.zeros((games, game.observation_size), dtype=np.uint8)
        self._shown_seats = self.seats_of_agent.copy()
        length, width = check_length(history), game.observation_size
        self._past = ObservationHistory(games, 1, length, width, self.env._numbers) if length else None
        self._last_past: Array | None = None  # the history at the end of matches
        self._own = np.zeros(games, dtype=np.int64)  # the agent is the only one whose history is kept
        top, dtype = 1 if self.env.normalise else 255, self.env.observations.dtype.type
        self.single_observation_space = spaces_of(
            game, history, flat=flat, top=top, dtype=dtype, mask_dtype=np.dtype(mask_dtype).type
        )
        self.single_action_space = Discrete(game.actions)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = LegalBatch(game.actions, games, self.env.masks)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(writable(state))
        self.action_space._legal = self.env.masks  # of this copy, not a copy of their own

    def __repr__(self) -> str:
        return (
            f"ziggurat.envs.single_vector({self.game.name!r}, games={self.num_envs}, seats={self.seats}, "
            f"seat={self.seat!r}, opponents={self.opponents!r}, reward={self.env.reward!r})"
        )

    __str__ = __repr__

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all matches, or those in `options={"reset_mask": …}`, and play until the agent's turn.

        A seed decides these and all that follow. Without one, new matches are drawn.
        """
        if unknown := set(options or {}) - {"reset_mask"}:
            raise BadOption(f"A reset takes the option reset_mask, not {', '.join(map(repr, sorted(unknown)))}.")
        if (options or {}).get("reset_mask") is not None:
            self._begin_some(np.asarray((options or {})["reset_mask"]), seed)
        else:
            if seed is not None:
                seed = check_seed(seed)
            super().reset(seed=seed)
            self._begin(int(self.np_random.integers(0, SEEDS, dtype=np.uint64)) if seed is None else seed)
        self._begun = True
        self._shown_seats = np.where(self._at_end(), self._shown_seats, self.seats_of_agent)
        return self._look(), self._info()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action in each lane; the opponents decide until it is the agent's turn in all of them again."""
        if not self._begun:
            raise BadOption("Reset the environment first: no match has begun.")
        over = self._at_end()
        if over.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                raise BadOption(f"Lane {over.argmax()} is over: reset it, with options={{'reset_mask': …}}.")
            actions = np.where(over, STAY, np.asarray(actions))
        self.env._take(actions)
        playing = np.flatnonzero(self.env.actions != STAY)
        seen = None if self._past is None else self.env._seen.copy()
        self._wanted[:] = NOTHING
        self._wanted[playing] = PLAY
        seats = self.seats_of_agent.copy()
        self._play()
        if self._past is not None:
            self._past.note(playing, self._own[playing], seen)  # type: ignore[arg-type]
            if self._ended.any():
                self._past.show(self._own)
                self._last_past = self._past.shown.copy()
            self._forget(self._ended)
        self._shown_seats = np.where(self._at_end(), seats, self.seats_of_agent)
        info = self._info()
        if self._ended.any():
            ended = self._ended.copy()
            info.update(scores=self._scores.copy(), _scores=ended)
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                info.update(self._final(seats))
        return self._look(), self._paid.copy(), self._ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), info

    def action_masks(self) -> Array:
        """Which actions are legal in each lane; sb3-contrib's MaskablePPO calls it."""
        return self._masks(copy=True)

    def match(self, lane: int) -> Match:
        """The match of a lane, from where it stands; the next one where a match has ended."""
        return self.env.match(lane)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads, if there are any."""
        self.env.close()

    def _begin(self, seed: int) -> None:
        self.env.reset(seed)
        for number, opponent in enumerate(self._opponents):
            opponent.reset(seed + number)
        self._open(np.ones(self.num_envs, dtype=np.bool_))

    def _begin_some(self, where: Array, seed: int | None) -> None:
        """Begin the next match in the masked lanes; where one has ended, it has begun already."""
        if where.dtype != np.bool_ or where.shape != (self.num_envs,):
            raise BadOption(f"A reset_mask has one bool for each of {self.num_envs} lanes.")
        if seed is not None or not self._begun:
            raise BadOption("A reset_mask restarts some lanes: reset all of them first, and give no seed.")
        anew = where & ~self._at_end()
        still = self._at_end() & ~where
        if anew.any():
            self.env.reset_lanes(anew)
            self._open(anew)
        self._ended = still

    def _open(self, where: Array) -> None:
        """Matches have begun in these lanes: let the opponents decide until it is the agent's turn."""
        drawn = (self.env.seeds % np.uint64(self.seats)).astype(np.int64) if self.seat == ANY_SEAT else int(self.seat)
        self.seats_of_agent = np.where(where, drawn, self.seats_of_agent)
        self._wanted[:] = np.where(where, OPEN, NOTHING)
        self._play()
        self._forget(where)

    def _play(self) -> None:
        """Do what is wanted in each lane, then what opponents choose, until it is the agent's turn everywhere."""
        env, waiting = self.env, self._wanted != NOTHING
        self._paid[:], self._ended[:] = 0, False
        while waiting.any():
            env._in_slices(self._play_slice)
            waiting = self._wanted != NOTHING
            if not waiting.any():
                return
            actions = np.full(self.num_envs, STAY, dtype=np.int32)
            for seat in range(self.seats):
                for number, behind in ((seat - 1, self.seats_of_agent < seat), (seat, self.seats_of_agent > seat)):
                    lanes = np.flatnonzero(waiting & (env.actors == seat) & behind)
                    if len(lanes):  # opponents are numbered in turn order, without the agent
                        actions[lanes] = self._opponents[number].choose(env, lanes, seat)
            env._take(actions)
            self._wanted[waiting] = PLAY

    def _play_slice(self, first: int, last: int, work: Array) -> None:
        env = self.env
        own = (self.seats_of_agent, int(self.seat == ANY_SEAT), self._draws, self._paid, self._ended.view(np.uint8))
        play = self.game.bind(step_seats)
        play(first, last, env.actions, self._wanted, *own, self._scores, self._finals, *env._arguments(work))
        env._convert(first, last)

    def _at_end(self) -> Array:
        """Which lanes show the end of a match until they are reset."""
        return self._ended & (self.autoreset_mode is not AutoresetMode.SAME_STEP)

    def _forget(self, where: Array) -> None:
        if self._past is not None:
            self._past.forget(where)
            self._past.show(self._own)

    def _masks(self, *, copy: bool) -> Array:
        """What is legal. At the end of a match nothing is, or whatever one likes where it is ignored."""
        over = self._at_end()
        masks = self.env.masks.copy() if copy or over.any() else self.env.masks
        masks[over] = self.autoreset_mode is AutoresetMode.NEXT_STEP
        return masks

    def _look(self) -> Any:
        over = self._at_end()
        seen = self.env.observations.copy() if self._copy or over.any() else self.env.observations
        seen[over] = np.take(self.env._numbers, self._finals[over])
        past = None if self._past is None else self._past.shown
        if past is not None and over.any():
            past = np.where(over[:, None, None], self._last_past, past)  # type: ignore[arg-type]
        if self.flat:
            return seen if past is None else np.concatenate([seen, past.reshape(self.num_envs, -1)], axis=1)
        look = {"observation": seen, "action_mask": self._masks(copy=self._copy).view(self._mask_dtype)}
        return look if past is None else look | {"history": past.copy() if self._copy else past}

    def _info(self) -> dict[str, Any]:
        """The masks, and who the agent is; as Gymnasium does it, with a yes or no for each lane beside every key."""
        every = np.ones(self.num_envs, dtype=np.bool_)
        masks, seats = self._masks(copy=self._copy), self._shown_seats.copy()
        return {"action_mask": masks, "_action_mask": every, "seat": seats, "_seat": every}

    def _final(self, seats: Array) -> dict[str, Any]:
        """The last observations of matches that have ended, and what there is to say of them."""
        ended = self._ended.copy()
        looks = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(ended):
            seen = np.take(self.env._numbers, self._finals[lane])
            past = None if self._past is None else self._last_past[lane]  # type: ignore[index]
            if self.flat:
                looks[lane] = seen if past is None else np.concatenate([seen, past.reshape(-1)])
                continue
            looks[lane] = {"observation": seen, "action_mask": np.zeros(self.game.actions, dtype=self._mask_dtype)}
            if past is not None:
                looks[lane]["history"] = past
        about = {"action_mask": np.zeros_like(self.env.masks), "seat": seats, "scores": self._scores.copy()}
        final = about | {f"_{name}": ended for name in about}
        return {"final_obs": looks, "_final_obs": ended, "final_info": final, "_final_info": ended}


def play_matches(
    choose: Callable[[Array, Array], Any],
    card: Game,
    seats: int,
    seat: int | str,
    opponents: Agent | Sequence[Agent],
    games: int,
    seed: int,
    settings: dict[str, Any],
) -> float:
    """The share of the matches that the policy won: one in each lane, so that long matches count as often as short."""
    envs = OneSeatVectorEnv(
        card, games=games, seats=seats, seat=seat, opponents=opponents, flat=True, copy=True, reward="win", **settings
    )
    seen, info = envs.reset(seed=seed)
    shares, playing = np.zeros(games), np.ones(games, dtype=np.bool_)
    while playing.any():
        lanes, actions = np.flatnonzero(playing), np.full(games, STAY, dtype=np.int32)
        actions[lanes] = np.asarray(choose(seen[lanes], info["action_mask"][lanes]))
        seen, rewards, over, _, info = envs.step(actions)
        shares[over] = (1 + rewards[over] * (seats - 1)) / seats  # a victory that is shared by k is 1 / k
        playing &= ~over
    envs.close()
    return float(shares.mean())
