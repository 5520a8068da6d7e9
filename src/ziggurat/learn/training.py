"""The training loop: play, learn, challenge the champion, save."""

from __future__ import annotations

import copy
import csv
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from ziggurat.bots import weights
from ziggurat.core.errors import BadOption
from ziggurat.learn import checkpoint
from ziggurat.learn.boards import board_of
from ziggurat.learn.export import take_over, whole_numbers
from ziggurat.learn.league import GATE, LAST_GATE, Gate, League
from ziggurat.learn.network import Network
from ziggurat.learn.ppo import learn
from ziggurat.learn.returns import Decisions
from ziggurat.learn.selfplay import LEAGUE, RIVALS, Lanes
from ziggurat.learn.settings import Ppo, Run

CURVE = "curve.csv"
SIZE_IN_SHAPE = (6, 2, 5)  # where the shape of a network on disk has its layers, channels and width
COLUMNS = ("update", "seconds", "decisions", "ahead", "elo", "value_error", "entropy", "moved", "explained")


def tensorboard(folder: Path, tell: Callable[[str], None]) -> Any:
    """A TensorBoard writer for the run's folder; None if TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        tell(f"TensorBoard is not installed; {CURVE} has the same numbers.")
        return None
    return SummaryWriter(str(folder / "tensorboard"))


class Training:
    """A training run in progress."""

    def __init__(
        self,
        run: Run,
        *,
        resume: bool = False,
        tell: Callable[[str], None] = print,
        lanes: Callable[..., Any] = Lanes,  # what plays; another one has a cluster play
    ) -> None:
        checkpoint.prepare(run.folder, resume=resume)
        self.run, self._tell = run, tell
        self.how = run.how or Ppo.of_game(run.game)
        if run.begin is not None:
            self.how = self.how.going_on()
        if run.against is not None:  # it meets nobody else: what to expect of that one is all it needs
            self.how = replace(self.how, from_all_chairs=False)
        self._deterministic()
        torch.manual_seed(run.seed)
        size = run.network_size
        self.network = Network(board_of(run.game), size).to(run.device)
        self._origin: dict[str, str] = {}  # the fingerprint of what it began as, if that knew something
        if run.begin is not None:
            self._origin["from"] = self._take(run.begin, self.network)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=self.how.rate, eps=1e-5)
        self.average = copy.deepcopy(self.network)  # who challenges the champion: steadier than the last update
        self.league = League(self.network)
        self.update, self.decisions, self.seconds = 0, 0, 0.0
        self._playing = 0.0  # seconds of it
        self._waiting: Decisions | None = None  # for what follows them, when the next rollout is played
        self._draws = torch.Generator()
        self._draws.manual_seed(run.seed)
        for path in run.rivals:
            rival = Network(board_of(run.game), size).to(run.device)
            self._take(path, rival)
            self.league.earlier.append(rival.state_dict())
        if resume:
            self._restore(checkpoint.load(run.folder, run.device))
        if run.against is not None:
            self._take(run.against, self.league.champion)
            self.league.frozen = True
        league = (RIVALS if run.rivals else LEAGUE) if run.against is None else 1
        seed = run.seed + self.update
        counts = (*dict.fromkeys(run.twice), *run.seat_counts)
        self.lanes = lanes(run.game, counts, run.games, run.steps, seed, run.device, league)
        self._board = tensorboard(run.folder, tell)
        self.gate = Gate(run.game, run.seat_counts, run.gate_games, run.device)

    def _take(self, path: Path, network: Network) -> str:
        """Load a file's weights into a network; refuses another game or size. Returns their fingerprint."""
        story = weights.read(path, self.run.game).story
        arrays = weights.arrays_of(path)
        if [int(arrays["shape"][at]) for at in SIZE_IN_SHAPE] != list(network.size):
            raise BadOption(f"{path} is a network of another size than this run's.")
        take_over(network, arrays)
        return str(story["fingerprint"])

    def train(self) -> None:
        """Train until the time or the number of updates is used up."""
        run = self.run
        began, before = time.perf_counter(), self.seconds
        while (part := self._part()) < 1:
            before_playing = time.perf_counter()
            memory = self.lanes.play(self.network, self.league.opponent(self._draws))
            if run.device == "cuda":
                torch.cuda.synchronize()
            self._playing += time.perf_counter() - before_playing
            statistics, self._waiting = learn(
                self.network, self.optimiser, memory, self._waiting, self.lanes.seats, self.how, part
            )
            self.update += 1
            self._move_average()
            self.decisions += run.steps * self.lanes.games
            self.seconds = before + time.perf_counter() - began
            last = self._part() >= 1
            if last or self.update % run.gate_every == 0:
                self._look(statistics, last=last)
                self.seconds = before + time.perf_counter() - began
        self.lanes.close()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _move_average(self) -> None:
        """Update the moving average of the weights."""
        part = 1 / min(self.run.average, self.update)
        for averaged, current in zip(self.average.parameters(), self.network.parameters(), strict=True):
            averaged.lerp_(current, part)

    def _part(self) -> float:
        """The share of the run that is over."""
        if self.run.updates is not None:
            return self.update / self.run.updates
        return self.seconds / (60 * self.run.minutes)

    def _look(self, statistics: dict[str, float], *, last: bool = False) -> None:
        """Challenge the champion, report it, and save."""
        by_seats = self.gate.ahead(self.average, self.league.champion, self.run.seed + self.update)
        ahead = sum(by_seats) / len(by_seats)
        crowned = self.league.challenge(self.average, ahead, LAST_GATE if last else GATE)
        rate = self.decisions / max(self.seconds, 1e-9)
        by_seats_text = ", ".join(
            f"{part:.1%} with {seats}" for part, seats in zip(by_seats, self.run.seat_counts, strict=True)
        )
        self._tell(
            f"{self.seconds:5.0f} s, update {self.update}, {self.decisions / 1e6:,.0f} million decisions "
            f"({rate:,.0f}/s): ahead of the champion {by_seats_text}"
            f"{', the new champion' if crowned else ''}; {self.league.elo:+.0f} Elo since the beginning; "
            f"entropy {statistics['entropy']:.2f}, values explain {statistics['explained']:.0%}; "
            f"{self._playing:.0f} s played"
        )
        values = {"update": self.update, "seconds": self.seconds, "decisions": self.decisions, "ahead": ahead}
        self._write_down({**values, "elo": self.league.elo, **statistics})

    def _write_down(self, row: dict[str, float]) -> None:
        folder = self.run.folder
        path = folder / CURVE
        fresh = not path.exists()
        with path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if fresh:
                writer.writeheader()
            writer.writerow({name: f"{row[name]:.6g}" if isinstance(row[name], float) else row[name] for name in row})
        if self._board is not None:
            for name in COLUMNS[1:]:
                self._board.add_scalar(f"{self.run.game.name}/{name}", row[name], self.update)
            self._board.flush()
        checkpoint.save(folder, self._state())
        self.export(folder / weights.NAME)

    def export(self, path: Path) -> None:
        """Write the champion as a network file for bots."""
        story = {
            "command": self.run.command,
            "seats": list(self.run.seat_counts),
            "seconds": round(self.seconds),
            "decisions": self.decisions,
            "elo": round(self.league.elo),
            **self._origin,
        }
        best = self.average if self.league.frozen else self.league.champion
        weights.write(path, self.run.game, whole_numbers(best), story)

    def _state(self) -> dict[str, Any]:
        state = {
            "identity": self.run.identity,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "league": self.league.state(),
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "random": torch.get_rng_state(),
            "draws": self._draws.get_state(),
        }
        if self.run.device == "cuda":
            state["random_cuda"] = torch.cuda.get_rng_state()
        return state

    def _restore(self, state: dict[str, Any]) -> None:
        if state.get("identity") != self.run.identity:
            raise BadOption(f"{self.run.folder} holds a run of another game, of other rules or of another network.")
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state.get("average", state["network"]))  # older checkpoints have none
        self.optimiser.load_state_dict(state["optimiser"])
        self.league.restore(state["league"])
        self.update, self.decisions, self.seconds = state["update"], state["decisions"], state["seconds"]
        torch.set_rng_state(state["random"].cpu())
        self._draws.set_state(state["draws"].cpu())
        if self.run.device == "cuda" and "random_cuda" in state:
            torch.cuda.set_rng_state(state["random_cuda"].cpu())

    def _deterministic(self) -> None:
        """The same seed, the same curve; matrices multiply in TF32, which is exact enough here and far faster."""
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.set_float32_matmul_precision("high")
