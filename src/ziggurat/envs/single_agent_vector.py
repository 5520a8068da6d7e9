"""The vector environment for Gymnasium: the agent plays one seat of every lane, opponents play the others."""

from __future__ import annotations

from collections.abc import Sequence
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
from ziggurat.envs.opponents import opponents_of
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


class OneSeatVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many matches, one seat of each for the agent. A match that ends is followed by the next in the same step.

    `env` is the vector environment itself, and `seats_of_agent` which seat the agent has in each lane.
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
        **settings: Any,
    ) -> None:
        number = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < seats
        if not number and seat != ANY_SEAT:
            raise BadOption(f"The agent's seat is 0 to {seats - 1}, or {ANY_SEAT!r}, not {seat!r}.")
        self.env = CpuEnv(game, games=games, seats=seats, seed=0, masks="bytes", observe=True, **settings)
        self.game, self.num_envs, self.seats, self.seat, self.flat = game, games, seats, seat, flat
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self.opponents = [name_of(one) for one in opponents] if several else name_of(opponents)  # type: ignore[union-attr]
        self._opponents = opponents_of(game, games, seats, opponents)
        self._copy = copy
        self._begun = False
        self._each = np.arange(games)
        self.seats_of_agent: Array = np.zeros(games, dtype=np.int64)
        length, width = check_length(history), game.observation_size
        self._past = ObservationHistory(games, 1, length, width, self.env._numbers) if length else None
        self._own = np.zeros(games, dtype=np.int64)  # the agent is the only one whose history is kept
        top, dtype = 1 if self.env.normalise else 255, self.env.observations.dtype.type
        self.single_observation_space = spaces_of(game, history, flat=flat, top=top, dtype=dtype)
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
            self._forget(np.ones(self.num_envs, dtype=np.bool_))
        self._begun = True
        self._let_opponents_play()
        return self._look(), self._info()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action in each lane; the opponents decide until it is the agent's turn in all of them again."""
        if not self._begun:
            raise BadOption("Reset the environment first: no match has begun.")
        seen = self.env._seen if self._past is None else self.env._seen.copy()
        self.env.step(actions)
        rewards, over, scores = self._paid()
        self._draw_seats(self.env.over)
        self._let_opponents_play(rewards, over, scores)
        if self._past is not None:
            self._past.note(self._each, self._own, seen)
        self._forget(over)
        info = self._info()
        if over.any():
            info.update(scores=scores, _scores=over.copy())
        return self._look(), rewards, over, np.zeros(self.num_envs, dtype=np.bool_), info

    def action_masks(self) -> Array:
        """Which actions are legal in each lane; sb3-contrib's MaskablePPO calls it."""
        return self.env.masks.copy()

    def match(self, lane: int) -> Match:
        """The match of a lane, from where it stands."""
        return self.env.match(lane)

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads, if there are any."""
        self.env.close()

    def _begin(self, seed: int) -> None:
        self.env.reset(seed)
        for number, opponent in enumerate(self._opponents):
            opponent.reset(seed + number)
        self._draw_seats(np.ones(self.num_envs, dtype=np.bool_))

    def _begin_some(self, where: Array, seed: int | None) -> None:
        """Begin the next match in the masked lanes."""
        if where.dtype != np.bool_ or where.shape != (self.num_envs,):
            raise BadOption(f"A reset_mask says yes or no (bool) for each of {self.num_envs} lanes.")
        if seed is not None or not self._begun:
            raise BadOption("A reset_mask is for lanes that are being played, without a seed: all are begun with one.")
        self.env.reset_lanes(where)
        self._draw_seats(where)
        self._forget(where)

    def _forget(self, where: Array) -> None:
        if self._past is not None:
            self._past.forget(where)
            self._past.show(self._own)

    def _draw_seats(self, where: Array) -> None:
        """Set the agent's seat in new matches, drawn by their seeds if it is random."""
        drawn = (self.env.seeds % np.uint64(self.seats)).astype(np.int64) if self.seat == ANY_SEAT else int(self.seat)
        self.seats_of_agent = np.where(where, drawn, self.seats_of_agent)

    def _paid(self) -> tuple[Array, Array, Array]:
        return self.env.rewards[self._each, self.seats_of_agent].copy(), self.env.over.copy(), self.env.scores.copy()

    def _let_opponents_play(self, *outcome: Array) -> None:
        """Play until it is the agent's turn in every lane; adds to rewards, ends and scores."""
        env = self.env
        while (waiting := env.actors != self.seats_of_agent).any():
            actions = np.full(self.num_envs, STAY, dtype=np.int32)
            for seat in range(self.seats):
                for number, behind in ((seat - 1, self.seats_of_agent < seat), (seat, self.seats_of_agent > seat)):
                    lanes = np.flatnonzero(waiting & (env.actors == seat) & behind)
                    if len(lanes):  # opponents are numbered in turn order, without the agent
                        actions[lanes] = self._opponents[number].choose(env, lanes, seat)
            env.step(actions)
            if outcome:
                paid, ended, points = self._paid()
                rewards, over, scores = outcome
                rewards += paid
                over |= ended
                scores[ended] = points[ended]
            self._draw_seats(env.over)

    def _look(self) -> Any:
        seen = self.env.observations.copy() if self._copy else self.env.observations
        past = None if self._past is None else self._past.shown
        if self.flat:
            return seen if past is None else np.concatenate([seen, past.reshape(self.num_envs, -1)], axis=1)
        masks = self.env.masks.view(np.int8)
        look = {"observation": seen, "action_mask": masks.copy() if self._copy else masks}
        return look if past is None else look | {"history": past.copy() if self._copy else past}

    def _info(self) -> dict[str, Any]:
        """The masks, and who the agent is; as Gymnasium does it, with a yes or no for each lane beside every key."""
        every = np.ones(self.num_envs, dtype=np.bool_)
        masks = self.env.masks.copy() if self._copy else self.env.masks
        return {"action_mask": masks, "_action_mask": every, "seat": self.seats_of_agent.copy(), "_seat": every}
