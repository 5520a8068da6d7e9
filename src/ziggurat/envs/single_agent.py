"""Gymnasium: a match in which the agent has one seat and bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from ziggurat.bots import Bot, find
from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match
from ziggurat.envs.observer import Observer
from ziggurat.envs.showing import MODES, check_mode, show
from ziggurat.envs.spaces import spaces_of


class LegalActions(Discrete):  # type: ignore[misc]
    """All actions of a game. Sampled without a mask, it gives only actions that are legal now."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.legal: np.ndarray[Any, np.dtype[np.int8]] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One action at random: of the mask if one is given, otherwise of the legal ones."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class OneSeatEnv(gymnasium.Env[dict[str, Any], Any]):  # type: ignore[misc]
    """One seat of a match; bots play the others.

    An illegal action raises `IllegalMove` and changes nothing; with an `illegal_reward` it ends the episode with that
    reward instead.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        seat: int,
        opponents: str | Sequence[str],
        reward: str,
        illegal_reward: float | None,
        render_mode: str | None,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.load_options(options)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise BadOption(f"The agent's seat is 0 to {seats - 1}, not {seat!r}.")
        self.seat = seat
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise BadOption(f"There are {seats - 1} other seats, so {seats - 1} opponents, not {len(names)}.")
        self.opponents = names
        self._makers = [find(name) for name in names]
        self._bots: dict[int, Bot] = {}
        self.illegal_reward = illegal_reward
        self.render_mode = check_mode(render_mode)
        self._observer = Observer(game, reward)
        self._match: Match | None = None
        self._forfeited = False
        self.observation_space = spaces_of(game)
        self.action_space = LegalActions(game.actions)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return (
            f"ziggurat.envs.single({self.game.name!r}, seats={self.seats}, seat={self.seat}, "
            f"opponents={self.opponents!r}, reward={self._observer.reward!r}{given})"
        )

    __str__ = __repr__

    @property
    def match(self) -> Match:
        """The match that is being played."""
        if self._match is None:
            raise BadOption("Reset the environment first: no match has begun.")
        return self._match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match; the bots decide until it is the agent's turn."""
        super().reset(seed=seed)
        begin, *seeds = (int(number) for number in self.np_random.integers(0, SEEDS, self.seats, dtype=np.uint64))
        self._match = Match(self.game, self.seats, self.options, begin)
        self._forfeited = False
        others = (seat for seat in range(self.seats) if seat != self.seat)
        self._bots = {seat: make(self.game, seed) for seat, make, seed in zip(others, self._makers, seeds, strict=True)}
        self._let_bots_play()
        return self._look(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action; the bots decide until it is the agent's turn again or the match is over."""
        match = self.match
        if match.over or self._forfeited:
            raise BadOption("The episode is over: reset the environment.")
        try:
            match.play(action)
        except IllegalMove:
            if self.illegal_reward is None:
                raise
            self._forfeited = True
            return self._look(), self.illegal_reward, True, False, {"illegal": int(action)}
        self._let_bots_play()
        reward = self._observer.rewards(match)[self.seat] if match.over else 0.0
        return self._look(), reward, match.over, False, {}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        mask: np.ndarray[Any, Any] = self._observer.observe(self.match, self.seat)["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The match as the agent sees it."""
        return show(self.match, self.seat, self.render_mode)

    def _let_bots_play(self) -> None:
        match = self.match
        while not match.over and (seat := match.actor) != self.seat:
            match.play(self._bots[seat].choose(match.record(seat)))

    def _look(self) -> dict[str, Any]:
        seen = self._observer.observe(self.match, self.seat)
        self.action_space.legal = seen["action_mask"]
        return seen
