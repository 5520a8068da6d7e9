"""The tasks in `tasks.json`. A task never changes; a changed one gets a new version."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from ziggurat.bots import find, weights
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.thinking import Bot
from ziggurat.core.chance import seed_for
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.match import Match
from ziggurat.core.registry import game as find_game


class Rung(NamedTuple):
    """A bot of the ladder, and how strong it is: a lead of 400 means that ten of eleven games are won.

    >>> from ziggurat import ladder
    >>> ladder.task("babel-2-v0").rungs[1].bot
    'greedy'
    """

    bot: str
    rating: int


@dataclass(frozen=True)
class Task:
    """What is played, and against which bots.

    >>> from ziggurat import ladder
    >>> task = ladder.task("babel-2-v0")
    >>> task.game, task.seats, task.deals
    ('babel', 2, 20)
    """

    name: str
    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    reward: str
    seed: int  # deals and bots follow from it
    deals: int  # for each rung; each is played once in every seat
    rungs: tuple[Rung, ...]
    calibration: int  # games that the ratings of the rungs come from, for each pair that met
    network: str  # the fingerprint of the network that plays

    @property
    def card(self) -> Game:
        """The game itself."""
        return find_game(self.game)

    @property
    def as_frozen(self) -> bool:
        """Whether the network that plays here is the one the task was made with."""
        return self.frozen is not None

    @property
    def frozen(self) -> weights.Weights | None:
        """The network the task was made with; None if this version does not have it."""
        return _frozen(self.card, self.network)

    def rung(self, number: int) -> Callable[[Game, int], Bot]:
        """The factory of a bot of the ladder: from a game and a seed."""
        name = self.rungs[number].bot
        make: Callable[..., Bot] = NetworkBot if name == "network" else find(name)
        guided = name.startswith(("network", "search:"))
        return functools.partial(make, network=self.frozen) if guided else make

    def seed_of(self, *numbers: int) -> int:
        """A seed derived from the task's and these numbers."""
        seed = np.uint64(self.seed)
        for number in numbers:
            seed = np.uint64(seed_for(seed, number))
        return int(seed)

    def new_match(self, deal: int) -> Match:
        """A new match of this deal."""
        return Match(
            self.card, self.seats, self.card.read_options(self.options), self.seed_of(0, deal), rules=self.rules
        )

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**vars(self), "rungs": [list(rung) for rung in self.rungs], "options": dict(self.options)}


def from_json(given: Mapping[str, Any]) -> Task:
    """A task, from what `as_json` writes."""
    return Task(**{**given, "rungs": tuple(Rung(bot, rating) for bot, rating in given["rungs"])})


def fingerprint(game: Game) -> str:
    """The fingerprint of the network shipped with a game; empty if there is none."""
    try:
        return str(weights.of(game).story["fingerprint"])
    except weights.BadNetwork:
        return ""


@functools.cache
def _frozen(game: Game, wanted: str) -> weights.Weights | None:
    """A network by its fingerprint: the game's own, or one kept for older tasks; None if there is none.

    Those lie in a checkout, and for everybody else in the package `ziggurat-ladder`.
    """
    if fingerprint(game) == wanted:
        return weights.of(game)
    for package in filter(find_spec, (__package__, "ziggurat_ladder")):
        with as_file(files(package).joinpath("networks", f"{wanted}.npz")) as path:
            try:
                network = weights.read(path, game)
            except weights.BadNetwork:
                continue
        if network.story["fingerprint"] == wanted:
            return network
    return None


@functools.cache
def _tasks() -> dict[str, Task]:
    given = json.loads(files(__package__).joinpath("tasks.json").read_text("utf-8"))
    return {one["name"]: from_json(one) for one in given}


def task_names() -> tuple[str, ...]:
    """The names of all tasks.

    >>> from ziggurat import ladder
    >>> "babel-2-v0" in ladder.task_names()
    True
    """
    return tuple(_tasks())


def task(name: str) -> Task:
    """The task of that name.

    >>> from ziggurat import ladder
    >>> ladder.task("babel-2-v0").game
    'babel'
    """
    if name not in _tasks():
        raise BadOption(f"There is no task called {name!r}; there is {', '.join(task_names())}.")
    return _tasks()[name]
