"""The training loop: play, learn, challenge the champion, save."""

from __future__ import annotations

import copy
import csv
import io
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from ziggurat.bots import weights
from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.learn import checkpoint
from ziggurat.learn.boards import board_of
from ziggurat.learn.export import take_over, whole_numbers
from ziggurat.learn.graphs import Compiled
from ziggurat.learn.league import GATE, LAST_GATE, Gate, League
from ziggurat.learn.network import Network
from ziggurat.learn.ppo import STATISTICS, Learner
from ziggurat.learn.returns import Decisions
from ziggurat.learn.selfplay import LEAGUE, RIVALS, Lanes
from ziggurat.learn.settings import Ppo, Run

CURVE = "curve.csv"
SIZE_IN_SHAPE = (6, 2, 5)  # where the shape of a network on disk has its layers, channels and width
QUIET = 10.0  # seconds after which a line says how far the run is
UNSAVED = 60.0  # seconds after which a run is saved between two challenges, too
COLUMNS = ("update", "seconds", "decisions", "ahead", "elo", "value_error", "entropy", "moved", "explained")


class OutOfMemory(ZigguratError):
    """A GPU's memory does not hold the games of a run; the message says what to do."""


class NotSaved(ZigguratError):
    """The end of a run could not be written; what was saved before is still there."""


def tensorboard(folder: Path, tell: Callable[[str], None]) -> Any:
    """A TensorBoard writer for the run's folder; None if TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        tell(f"TensorBoard is not installed; {CURVE} has the same numbers.")
        return None
    return SummaryWriter(str(folder / "tensorboard"))


def curve_until(path: Path, update: int) -> list[dict[str, str]]:
    """The lines of a curve up to an update, without those that are not whole."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        whole = [line for line in csv.DictReader(file) if None not in line.values() and "update" in line]
    return [line for line in whole if line["update"].isdigit() and int(line["update"]) <= update]


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
        self.how = run.how or Ppo.of_game(run.game, run.device)
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
        self.average = copy.deepcopy(self.network)  # who challenges the champion: steadier than the last update
        self.league = League(self.network)
        self.update, self.decisions, self.seconds = 0, 0, 0.0
        self._playing = 0.0  # seconds of it
        self._told = -QUIET  # when the last line was printed
        self._saved = 0.0  # when the run was last saved
        self._draws = torch.Generator()
        self._draws.manual_seed(run.seed)
        for path in run.rivals:
            rival = Network(board_of(run.game), size).to(run.device)
            self._take(path, rival)
            self.league.earlier.append(rival.state_dict())
        saved = checkpoint.load(run.folder, run.device) if resume else None
        self._curve: list[dict[str, str]] = []  # the lines of the curve so far
        if saved is not None:
            self._restore(saved)
        if run.against is not None:
            self._take(run.against, self.league.champion)
            self.league.frozen = True
        self._make_lanes, self._games = lanes, run.games
        self._compiled: dict[int, Compiled] = {}  # networks as they play, by their identity
        self._prepare(None if saved is None else saved["optimiser"])
        self._board = tensorboard(run.folder, tell)
        self.gate = Gate(run.game, run.seat_counts, run.challenge_games, run.device, tell=tell)

    def _prepare(self, optimiser: dict[str, Any] | None) -> None:
        """Make the games that are played, and what learns from them; half as many where memory is too small."""
        try:
            self._make(optimiser)
        except torch.cuda.OutOfMemoryError:
            self._halve()
            self._make(optimiser)

    def _make(self, optimiser: dict[str, Any] | None) -> None:
        run, compiled = self.run, self.run.compiles
        league = (RIVALS if run.rivals else LEAGUE) if run.against is None else 1
        counts = (*dict.fromkeys(run.twice), *run.seat_counts)
        early, seed = max(run.seat_counts), run.seed + self.update
        more = {"compiled": True} if compiled else {}
        self.lanes = self._make_lanes(
            run.game, counts, self._games, run.steps, seed, run.device, league, early=early, tell=self._tell, **more
        )
        decisions = Decisions(self.lanes.memory, self.lanes.seats, early)
        self.learner = Learner(self.network, decisions, self.how, compiled=compiled, tell=self._tell)
        if optimiser is not None:
            self.learner.load(optimiser)

    def _halve(self) -> None:
        """Play half as many games from here on, once."""
        if self._games < self.run.games:
            raise OutOfMemory(f"The GPU's memory is too small for {self._games} games at once; --games takes fewer.")
        self._games //= 2
        self._tell(f"The GPU's memory is too small for {self.run.games} games at once: from here on, {self._games}.")

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
        weights_text = f"{sum(part.numel() for part in self.network.parameters()):,}"
        self._tell(f"{run.game.title}: {self.lanes.games:,} games at once on {run.device}, {weights_text} weights.")
        while (part := self._part()) < 1:
            statistics = self._play_and_learn(part)
            self.update += 1
            self._move_average()
            self.decisions += run.steps * self.lanes.games
            self._wait()
            self.seconds = before + time.perf_counter() - began
            last = self._part() >= 1
            if last or self.update % run.gate_every == 0:
                self._look(statistics, last=last)
                self.seconds = before + time.perf_counter() - began
                self._told = self.seconds
                continue
            if self.seconds - self._told >= QUIET:
                self._tell(f"{self._progress()}.")
                self._told = self.seconds
            if self.seconds - self._saved >= UNSAVED:
                self._save(lambda: checkpoint.save(run.folder, self._state()))
        self.lanes.close()

    def _play_and_learn(self, part: float) -> torch.Tensor:
        """One update; returns its statistics. If the GPU's memory is too small, half as many games are played."""
        try:
            began = time.perf_counter()
            self.lanes.play(self._to_play(self.network), self._to_play(self.league.opponent(self._draws)))
            self._wait()
            self._playing += time.perf_counter() - began
            return self.learner.learn(part)
        except torch.cuda.OutOfMemoryError:
            self._halve()
        optimiser = self.learner.optimiser.state_dict()
        self.lanes.close()
        del self.lanes, self.learner
        if self.run.device == "cuda":
            torch.cuda.empty_cache()
        self._prepare(optimiser if optimiser["state"] else None)
        return self._play_and_learn(part)

    def _to_play(self, network: Network | None) -> Any:
        """A network as it plays: compiled in long runs on a GPU."""
        if network is None or not self.run.compiles:
            return network
        if id(network) not in self._compiled:
            self._compiled[id(network)] = Compiled(network, self._tell)
        return self._compiled[id(network)]

    def _wait(self) -> None:
        """Wait for the GPU, so that seconds are right."""
        if self.run.device == "cuda":
            torch.cuda.synchronize()

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

    def _progress(self) -> str:
        rate = self.decisions / max(self.seconds, 1e-9)
        return f"{self.seconds:5.0f} s, update {self.update}, {self.decisions:,} decisions ({rate:,.0f}/s)"

    def _look(self, measured: torch.Tensor, *, last: bool = False) -> None:
        """Challenge the champion, report it, and save."""
        statistics = dict(zip(STATISTICS, measured.tolist(), strict=True))
        by_seats = self.gate.ahead(self.average, self.league.champion, self.run.seed + self.update)
        ahead = sum(by_seats) / len(by_seats)
        crowned = self.league.challenge(self.average, ahead, LAST_GATE if last else GATE)
        by_seats_text = ", ".join(
            f"{part:.1%} with {seats}" for part, seats in zip(by_seats, self.run.seat_counts, strict=True)
        )
        self._tell(
            f"{self._progress()}: ahead of the champion {by_seats_text}"
            f"{', the new champion' if crowned else ''}; {self.league.elo:+.0f} Elo since the beginning; "
            f"entropy {statistics['entropy']:.2f}, values explain {statistics['explained']:.0%}; "
            f"{self._playing:.0f} s played"
        )
        values = {"update": self.update, "seconds": self.seconds, "decisions": self.decisions, "ahead": ahead}
        row = {**values, "elo": self.league.elo, **statistics}
        self._save(lambda: self._write_down(row), last=last)

    def _save(self, write: Callable[[], None], *, last: bool = False) -> None:
        """Write to the run's folder. A full disk ends a run only if there is nothing more to come."""
        self._saved = self.seconds
        try:
            write()
        except OSError as problem:
            if last:
                raise NotSaved(f"The run could not be saved in {self.run.folder}: {problem.strerror}.") from problem
            self._tell(f"The run could not be saved: {problem.strerror}. It goes on, and is saved again later.")

    def _write_down(self, row: dict[str, float]) -> None:
        folder = self.run.folder
        self._curve.append(
            {name: f"{part:.6g}" if isinstance(part, float) else str(part) for name, part in row.items()}
        )
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(self._curve)
        checkpoint.replace(folder / CURVE, text.getvalue().encode())
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
            "optimiser": self.learner.optimiser.state_dict(),
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
        self.league.restore(state["league"])
        self.update, self.decisions, self.seconds = state["update"], state["decisions"], state["seconds"]
        self._saved = self.seconds
        self._curve = curve_until(self.run.folder / CURVE, self.update)
        torch.set_rng_state(state["random"].cpu())
        self._draws.set_state(state["draws"].cpu())
        if self.run.device == "cuda" and "random_cuda" in state:
            torch.cuda.set_rng_state(state["random_cuda"].cpu())

    def _deterministic(self) -> None:
        """The same seed, the same curve; matrices multiply in TF32, which is exact enough here and far faster."""
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.set_float32_matmul_precision("high")
