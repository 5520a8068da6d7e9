"""The Gymnasium environment: the agent plays one seat of a match, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.utils import seeding

from ziggurat.bots import Bot
from ziggurat.bots.own import Agent, bring, name_of
from ziggurat.core.copies import writable
from ziggurat.core.errors import AmbiguousMove, BadOption, IllegalMove, InvalidMove, UnknownOption
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.sentence import quoted
from ziggurat.envs.history import check_length
from ziggurat.envs.observer import ArrayFormat, Observer
from ziggurat.envs.rendering import MODES, check_mode, show
from ziggurat.envs.spaces import LegalActions, Mask, spaces_of

ANY_SEAT = "random"


class OneSeatEnv(gymnasium.Env[Any, Any]):  # type: ignore[misc]
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
        seat: int | str,
        opponents: Agent | Sequence[Agent],
        reward: str,
        illegal_reward: float | None,
        render_mode: str | None,
        flat: bool = False,
        history: int = 0,
        look: ArrayFormat = ArrayFormat(),  # noqa: B008 - it never changes
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.load_options(options)
        self._wanted = self._check_seat(seat)
        self.seat = 0 if self._wanted == ANY_SEAT else int(self._wanted)  # in this match
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        agents: list[Any] = list(opponents) if several else [opponents] * (seats - 1)  # type: ignore[arg-type]
        if len(agents) != seats - 1:
            raise BadOption(f"There are {seats - 1} other seats, so {seats - 1} opponents, not {len(agents)}.")
        self.opponents = [name_of(agent) for agent in agents]
        self._makers = [bring(agent) for agent in agents]
        self._bots: dict[int, Bot] = {}
        self.illegal_reward = illegal_reward
        self.render_mode = check_mode(render_mode)
        self._observer = Observer(game, reward, look)
        self._match: Match | None = None
        self._forfeited = False
        self.flat = flat
        self._past = np.zeros((check_length(history), game.observation_size), dtype=look.dtype)
        self._last = np.zeros(game.observation_size, dtype=look.dtype)
        self.observation_space = spaces_of(game, history, flat=flat, **look.spaces)
        self.action_space = LegalActions(game.actions, self._first_mask)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(writable(state))

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return (
            f"ziggurat.envs.single({self.game.name!r}, seats={self.seats}, seat={self._wanted!r}, "
            f"opponents={self.opponents!r}, reward={self._observer.reward!r}{given})"
        )

    __str__ = __repr__

    @property
    def match(self) -> Match:
        """The match that is being played."""
        if self._match is None:
            raise BadOption("Reset the environment first: no match has begun.")
        return self._match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match; the bots decide until it is the agent's turn.

        `options` are for this match alone: `seat`, and the game's own.
        """
        wanted, chosen = self._for_one_match(options or {})
        super().reset(seed=seed)
        self._match, self._bots, self.seat = self._begin(self.np_random, wanted, chosen)
        self._forfeited = False
        self._past[:] = 0
        self._let_bots_play(self._match, self._bots, self.seat)
        return self._look(fresh=True)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; the bots decide until it is the agent's turn again or the match is over."""
        match = self.match
        if match.over or self._forfeited:
            raise BadOption("The episode is over: reset the environment.")
        try:
            match.play(action)
        except IllegalMove as problem:
            if self.illegal_reward is None or isinstance(problem, InvalidMove | AmbiguousMove):
                raise  # what cannot be read is a slip in a program, and no choice of an agent
            self._forfeited = True
            seen, info = self._look()
            return seen, self.illegal_reward, True, False, {**info, "illegal": match._read(action)}
        if len(self._past):
            self._past[1:] = self._past[:-1].copy()
            self._past[0] = self._last
        self._let_bots_play(match, self._bots, self.seat)
        reward = self._observer.rewards(match)[self.seat] if match.over else 0.0
        seen, info = self._look()
        return seen, reward, match.over, False, info

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal; sb3-contrib's MaskablePPO calls it."""
        mask: np.ndarray[Any, Any] = self._observer.observe(self.match, self.seat)["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The match as the agent sees it."""
        return show(self.match, self.seat, self.render_mode)

    def _check_seat(self, seat: Any) -> int | str:
        number = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.seats
        if not number and seat != ANY_SEAT:
            raise BadOption(f"The agent's seat is 0 to {self.seats - 1}, or {ANY_SEAT!r}, not {seat!r}.")
        return seat  # type: ignore[no-any-return]

    def _for_one_match(self, given: dict[str, Any]) -> tuple[int | str, dict[str, Any]]:
        """The agent's seat and the game's options, including those given at a reset."""
        own = {name: value for name, value in given.items() if name != "seat"}
        return self._check_seat(given.get("seat", self._wanted)), options_with(self.game, self.options, own, "seat")

    def _begin(
        self, stream: np.random.Generator, wanted: int | str, options: dict[str, Any]
    ) -> tuple[Match, dict[int, Bot], int]:
        """A match, its bots, and the agent's seat."""
        begin, *seeds = (int(number) for number in stream.integers(0, SEEDS, self.seats, dtype=np.uint64))
        own = int(stream.integers(self.seats)) if wanted == ANY_SEAT else int(wanted)
        others = (seat for seat in range(self.seats) if seat != own)
        bots = {seat: make(self.game, seed) for seat, make, seed in zip(others, self._makers, seeds, strict=True)}
        return Match(self.game, self.seats, options, begin), bots, own

    def _first_mask(self, seed: int) -> Mask:
        """What is legal at the agent's first decision after `reset(seed=seed)`."""
        match, bots, own = self._begin(seeding.np_random(seed)[0], self._wanted, self.options)
        self._let_bots_play(match, bots, own)
        mask: Mask = self._observer.observe(match, own)["action_mask"]
        return mask

    def _let_bots_play(self, match: Match, bots: dict[int, Bot], own: int) -> None:
        while not match.over and (seat := match.actor) != own:
            match.play(bots[seat].choose(match.record(seat)))

    def _look(self, *, fresh: bool = False) -> tuple[Any, dict[str, Any]]:
        seen = self._observer.observe(self.match, self.seat)
        self.action_space.allow(seen["action_mask"], fresh=fresh)
        if len(self._past):
            self._last = seen["observation"]
            seen["history"] = self._past.copy()
        if not self.flat:
            return seen, {}
        numbers = (
            np.concatenate([seen["observation"], self._past.reshape(-1)]) if len(self._past) else seen["observation"]
        )
        return numbers, {"action_mask": seen["action_mask"]}


def options_with(game: Game, options: dict[str, Any], given: dict[str, Any], *others: str) -> dict[str, Any]:
    """A game's options with changes for one match; raises for unknown ones."""
    names = [*others, *(option.name for option in game.options)]
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise UnknownOption(f"A reset of {game.title} takes the options {', '.join(names)}, not {quoted(unknown)}.")
    return game.load_options({**options, **given}) if given else options
