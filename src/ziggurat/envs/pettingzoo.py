"""The PettingZoo environment: a match in which each seat is an agent."""

from __future__ import annotations

import secrets
import warnings
from typing import Any, ClassVar

import numpy as np
from pettingzoo import AECEnv

from ziggurat.core.errors import BadOption, UnknownOption
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match
from ziggurat.envs.observer import ArrayFormat, Observer
from ziggurat.envs.rendering import MODES, check_mode, show
from ziggurat.envs.single_agent import options_with
from ziggurat.envs.spaces import LegalActions, spaces_of


class SeatsEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """One match, agents `seat_0`, `seat_1` and so on. An illegal action raises `IllegalMove` and changes nothing."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "is_parallelizable": True, "render_fps": 1}

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        reward: str,
        render_mode: str | None,
        flat: bool = False,
        look: ArrayFormat = ArrayFormat(),  # noqa: B008 - it never changes
    ) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"ziggurat_{game.name}"}  # type: ignore[misc]
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.load_options(options)
        self.render_mode = check_mode(render_mode)
        self._observer = Observer(game, reward, look)
        self._stream: np.random.Generator | None = None
        self._match: Match | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.flat = flat
        spaces = {agent: spaces_of(game, **look.spaces) for agent in self.possible_agents}
        self.observation_spaces = {agent: one["observation"] if flat else one for agent, one in spaces.items()}
        self.action_spaces = {agent: LegalActions(game.actions) for agent in self.possible_agents}

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"ziggurat.envs.aec({self.game.name!r}, seats={self.seats}, reward={self._observer.reward!r}{given})"

    __str__ = __repr__

    @property
    def match(self) -> Match:
        """The match that is being played."""
        if self._match is None:
            raise BadOption("Reset the environment first: no match has begun.")
        return self._match

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. A seed decides it and all that follow until the next seed.

        `options` are the game's own, for this match alone. Unknown ones are ignored with a warning: PettingZoo's
        own tests pass some.
        """
        try:
            chosen = options_with(self.game, self.options, options or {})
        except UnknownOption as problem:
            warnings.warn(str(problem), stacklevel=2)
            chosen = self.options
        if seed is not None or self._stream is None:
            self._stream = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        seed = int(self._stream.integers(0, SEEDS, dtype=np.uint64))
        self._match = Match(self.game, self.seats, chosen, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._match.actor]
        self._allow()

    def observe(self, agent: str) -> Any:
        """What an agent sees and its legal actions: none while another seat decides."""
        seen = self._observer.observe(self.match, self._seat_of[agent])
        return seen["observation"] if self.flat else seen

    def step(self, action: Any) -> None:
        """Play an action for the agent to act; None for an agent whose match is over."""
        match = self.match
        agent = self.agent_selection
        if match.over:
            self._was_dead_step(action)
            return
        match.play(action)
        self._cumulative_rewards[agent] = 0.0
        if not match.over:
            self.agent_selection = self.possible_agents[match.actor]
            self._allow()
            return
        for other, reward in zip(self.agents, self._observer.rewards(match), strict=True):
            self.rewards[other] = reward
            self.terminations[other] = True
            self.infos[other] = (
                {"action_mask": np.zeros(self.game.actions, dtype=self._observer.look.masks)} if self.flat else {}
            )
        self._accumulate_rewards()
        self._deads_step_first()

    def _allow(self) -> None:
        """Let the action space of the agent to act sample legal actions."""
        agent = self.agent_selection
        mask = self._observer.observe(self.match, self._seat_of[agent])["action_mask"]
        self.action_spaces[agent].allow(mask)
        if self.flat:
            nothing = np.zeros_like(mask)
            self.infos = {other: {"action_mask": mask if other == agent else nothing} for other in self.agents}

    def render(self) -> Any:
        """The match as the agent to act sees it."""
        seat = self._seat_of.get(self.agent_selection, -1)
        return show(self.match, seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
