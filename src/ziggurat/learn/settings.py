"""What is trained, for how long and how: `Run` and `Ppo`. Needs no PyTorch, so that the command line can read it.

Fields of `Run` that carry a `typer.Option` are options of `ziggurat train`; see `ziggurat.cli.training`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from ziggurat.core.game import Game, NetworkSize

GAMES = {"cpu": 128, "cuda": 98304}  # by device: games at once
BATCHES = {"cpu": 32, "cuda": 64}  # by device: parts of an update, learned from one after another
GATE_GAMES = {"cpu": 64, "cuda": 512}  # by device: of a challenge, for each seat count
COMPILED_FROM = 3.0  # minutes of a run
COMPILED_FROM_UPDATES = 100


@dataclass(frozen=True)
class Ppo:
    """The settings of proximal policy optimisation."""

    epochs: int = 2
    batches: int = BATCHES["cpu"]
    rate: float = 7e-4
    last_rate: float = 0.05  # of the rate, at the end of the run
    discount: float = 1.0  # for each decision of one's own: below 1, who is ahead hurries to end the game
    last_discount: float = 1.0  # at the end of the run
    smoothing: float = 0.95  # the lambda of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.01
    last_entropy: float = 0.2  # of the entropy's weight, at the end
    value_weight: float = 0.5
    others_weight: float = 0.25  # of the values of the seats that do not decide
    gradient: float = 0.5
    from_all_chairs: bool = True  # values are learned from the decisions of others, too

    @classmethod
    def of_game(cls, game: Game, device: str = "cpu") -> Ppo:
        """The usual settings on a device, with the game's own discounts."""
        discount, last_discount = game.discounts
        return cls(batches=BATCHES[device], discount=discount, last_discount=last_discount)

    def discount_at(self, part: float) -> float:
        """The discount when this part of the run is over."""
        return self.discount + part * (self.last_discount - self.discount)

    def going_on(self) -> Ppo:
        """For a network that has learned already: smaller steps, and the discount of the end from the beginning."""
        return replace(self, rate=self.rate / 3, discount=self.last_discount)


@dataclass(frozen=True)
class Run:
    """One training run."""

    game: Game
    seat_counts: tuple[int, ...]
    device: str
    folder: Path
    minutes: Annotated[float, Option(help="Training time, including that of a resumed run.")] = 25.0
    updates: Annotated[
        int | None,
        Option(min=1, help="Stop after this many updates instead: the same seed then gives the same curve."),
    ] = None
    seed: Annotated[int, Option(min=0, help="Random seed.")] = 1
    games: int = 0  # at once; 0: as many as suit the device
    steps: int = 32  # decisions of each game between two updates
    gate_every: Annotated[int, Option(min=1, help="Updates between two challenges of the champion.")] = 25
    gate_games: Annotated[
        int | None,
        Option(
            min=1,
            help="Games of a challenge, for each seat count: more are more precise and take longer; "
            f"{GATE_GAMES['cuda']} on a GPU and {GATE_GAMES['cpu']} on a processor if left out.",
        ),
    ] = None
    command: str = ""  # which began the run; it is kept with the network
    size: NetworkSize | None = None  # the game's own if left out
    how: Ppo | None = None  # the game's own if left out
    against: Annotated[
        Path | None,
        Option("--against", help="Play only against this network.npz, to find out whether it can be exploited."),
    ] = None
    begin: Annotated[
        Path | None, Option("--from", help="Begin as a copy of this network.npz instead of with random weights.")
    ] = None
    rivals: Annotated[
        Sequence[Path], Option("--league", help="Also play against this network.npz now and then; may be repeated.")
    ] = ()
    average: Annotated[
        int, Option(help="The challenger of the champion is the average of about this many updates.")
    ] = 1
    twice: Annotated[
        Sequence[int], Option(metavar="N", help="A seat count to play in twice as many games; may be repeated.")
    ] = ()

    def __post_init__(self) -> None:
        """Fill in what depends on the device."""
        object.__setattr__(self, "games", self.games or GAMES[self.device])

    @property
    def challenge_games(self) -> int:
        """Games of a challenge, for each seat count."""
        return self.gate_games or GATE_GAMES[self.device]

    @property
    def network_size(self) -> NetworkSize:
        """The size of the network to train."""
        return self.size or self.game.network_size

    @property
    def compiles(self) -> bool:
        """Whether the network is compiled for the GPU: that takes about a minute, and pays off in a longer run."""
        long = self.minutes >= COMPILED_FROM if self.updates is None else self.updates >= COMPILED_FROM_UPDATES
        return self.device == "cuda" and long

    @property
    def identity(self) -> dict[str, Any]:
        """What a resumed run must have in common with how it began."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "observation": self.game.observation_size,
            "size": list(self.network_size),
        }
