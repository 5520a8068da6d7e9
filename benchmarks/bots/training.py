"""How fast `ziggurat train` learns on a GPU: `python benchmarks/bots/training.py babel ur --device cuda`.

Prints, for each game, milliseconds of playing and learning an update, of a challenge of the champion, decisions a
second with everything, the share of the time in which the GPU was busy, and seconds until it was ready (kernels
compiled, CUDA graphs captured). "plain" is the same learner kernel by kernel, without graphs, compiled networks and
many games; `--profile` also lists the longest kernels.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import torch

import ziggurat
from ziggurat.learn import graphs
from ziggurat.learn.settings import BATCHES, GAMES, Ppo, Run
from ziggurat.learn.training import Training

PLAIN_GAMES = 24576
NEVER = 10**9
READY = 4  # updates before the clock starts: all kernels have been compiled, and all graphs captured


class Setting(NamedTuple):
    """How a run is made."""

    name: str
    games: int
    captured: bool
    compiled: bool
    batches: int


PLAIN = Setting("plain", PLAIN_GAMES, captured=False, compiled=False, batches=32)
USUAL = Setting("today", GAMES["cuda"], captured=True, compiled=True, batches=BATCHES["cuda"])


class Measured:
    """A training run whose parts are timed."""

    def __init__(self, name: str, setting: Setting, device: str) -> None:
        began = time.perf_counter()
        self.name, self.setting = name, setting
        game = ziggurat.game(name)
        graphs.AS_IT_IS = 2 if setting.captured else NEVER
        self._folder = tempfile.TemporaryDirectory()
        run = Run(
            game=game,
            seat_counts=game.seat_counts,
            device=device,
            folder=Path(self._folder.name) / "run",
            games=setting.games,
            updates=NEVER if setting.compiled else 1,
            how=replace(Ppo.of_game(game), batches=setting.batches),
        )
        self.training = Training(run, tell=lambda line: print(f"  {name}: {line}", flush=True))
        self.made = time.perf_counter() - began
        league = self.training.league
        league.earlier.append(league.champion.state_dict())  # the games against earlier selves from the beginning
        for _ in range(READY):
            self.update()
        self.ready = time.perf_counter() - began

    def update(self) -> tuple[float, float]:
        """Milliseconds of playing and learning."""
        training = self.training
        began, played = time.perf_counter(), training._playing
        training._play_and_learn(0.1)
        training._wait()
        whole, played = time.perf_counter() - began, training._playing - played
        return 1000 * played, 1000 * (whole - played)

    def gate(self) -> float:
        """Milliseconds of a challenge."""
        began = time.perf_counter()
        training = self.training
        training.gate.ahead(training.average, training.league.champion, 1)
        training._wait()
        return 1000 * (time.perf_counter() - began)

    def line(self, updates: int) -> str:
        """A row of the table."""
        times = [self.update() for _ in range(updates)]
        play, learn = (sum(column) / updates for column in zip(*times, strict=True))
        gate = self.gate()
        run = self.training.run
        decisions = self.training.lanes.games * run.steps
        rate = decisions / (play + learn + gate / run.gate_every) / 1000
        memory = torch.cuda.max_memory_allocated() / 2**30 if run.device == "cuda" else 0
        return (
            f"| {self.name} | {self.setting.name} | {self.training.lanes.games:,} | {play:.0f} | {learn:.0f} | "
            f"{gate:.0f} | {rate:.2f} | {self.busy():.0%} | {self.ready:.0f} | {memory:.0f} |"
        )

    def busy(self) -> float:
        """The share of an update in which any kernel ran."""
        if self.training.run.device != "cuda":
            return 1.0
        spans = sorted((event.time_range.start, event.time_range.end) for event in self.events())
        covered, end = 0.0, 0.0
        for first, last in spans:
            covered += max(0.0, last - max(first, end))
            end = max(end, last)
        return float(covered / (spans[-1][1] - spans[0][0]))

    def events(self) -> list[Any]:
        """All kernels of one update."""
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            self.update()
        return [event for event in profile.events() if event.device_type == torch.autograd.DeviceType.CUDA]

    def longest(self, number: int = 14) -> list[str]:
        """The kernels that take most of an update, with milliseconds and launches."""
        total: dict[str, list[float]] = {}
        for event in self.events():
            entry = total.setdefault(event.name[:90], [0.0, 0])
            entry[0] += event.time_range.elapsed_us() / 1000
            entry[1] += 1
        ranked = sorted(total.items(), key=lambda item: -item[1][0])[:number]
        whole = sum(entry[0] for entry in total.values())
        launches = sum(entry[1] for entry in total.values())
        lines = [f"    {whole:8.1f} ms {launches:6.0f} all"]
        return lines + [f"    {ms:8.1f} ms {count:6.0f} {name}" for name, (ms, count) in ranked]


HEAD = (
    "| game | | games at once | play ms | learn ms | challenge ms | million decisions/s | GPU busy | ready after s "
    "| GiB |\n"
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "games", nargs="*", default=["babylonia", "amyitis", "babel", "ur"], help="all four if left out"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--updates", type=int, default=5, help="updates that are timed")
    parser.add_argument("--profile", action="store_true", help="list the longest kernels")
    asked = parser.parse_args()
    lines = [HEAD]
    for name in asked.games:
        for setting in (PLAIN, USUAL):
            measured = Measured(name, setting, asked.device)
            lines.append(measured.line(asked.updates))
            if asked.profile:
                print("\n".join(measured.longest()), flush=True)
            del measured
    print("\n".join(lines))


if __name__ == "__main__":
    main()
