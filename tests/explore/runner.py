"""Runs explorers in several workers until one finds something, or time is up; says what was covered."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.explore.explorers import Explorer

ROOT = Path(__file__).parents[2]
FAILURES = ROOT / "build" / "failures"
GRACE = 20.0  # seconds in which a worker that is told to stop closes its servers and browser
DUMP = 2.0  # seconds in which one that hangs says where


@dataclass
class Task:
    """What to explore."""

    seed: int
    seconds: float
    only: list[str]  # explorers, by name
    episode: int | None = None  # only this one, of the only explorer
    workers: int = 2
    registry: str = "tests.explore.explorers"
    failures: Path = FAILURES


@dataclass
class Tally:
    """What was done of an explorer."""

    episodes: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)


class Worker:
    """A worker, from outside."""

    def __init__(self, number: int, task: Task, heard: queue.Queue[tuple[Worker, dict[str, Any] | None]]) -> None:
        self.number = number
        self.now: tuple[str, int] | None = None  # the episode it is in
        self.since = time.monotonic()
        self.done: list[tuple[str, int]] = []
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.explore.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            cwd=ROOT,
            start_new_session=True,
            text=True,
        )
        self._send(
            {
                "registry": task.registry,
                "seed": task.seed,
                "worker": number,
                "only": task.only,
                "episode": task.episode,
                "kept": str(task.failures),
            }
        )
        threading.Thread(target=self._listen, args=(heard,), daemon=True).start()

    def _send(self, task: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(task)}\n")
        self.process.stdin.close()

    def _listen(self, heard: queue.Queue[tuple[Worker, dict[str, Any] | None]]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            heard.put((self, json.loads(line)))
        heard.put((self, None))

    def where(self) -> str:
        """What it is doing, in all its threads."""
        self.process.send_signal(signal.SIGUSR1)
        time.sleep(DUMP)
        return self.said()

    def said(self) -> str:
        """The end of its log."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-8000:]

    def tell_to_stop(self) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)

    def end(self, until: float) -> None:
        """Wait for its end, and leave no process of it behind."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, until - time.monotonic()))
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


def _slowness() -> float:
    """How many processes share each core: on a busy machine an episode takes so many times longer, and hangs later."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Run:
    """One run of some workers."""

    def __init__(self, task: Task, explorers: Sequence[Explorer], say: Callable[[str], None]) -> None:
        self.task, self.say = task, say
        self.limits = {explorer.name: explorer.limit for explorer in explorers}
        self.tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self.began = time.monotonic()
        self.finding: dict[str, Any] | None = None
        self._heard: queue.Queue[tuple[Worker, dict[str, Any] | None]] = queue.Queue()

    def go(self) -> dict[str, Any] | None:
        """Run until something is found, time is up, or somebody presses Ctrl-C; the finding, if there is one."""
        count = 1 if self.task.episode is not None else self.task.workers
        workers = [Worker(number, self.task, self._heard) for number in range(count)]
        try:
            self._listen(workers)
        except KeyboardInterrupt:
            self.say("stopped")
        finally:
            for worker in workers:
                worker.tell_to_stop()
            until = time.monotonic() + GRACE
            for worker in workers:
                worker.end(until)
        return self.finding

    def _listen(self, workers: list[Worker]) -> None:
        running = set(workers)
        end = self.began + self.task.seconds
        while running and self.finding is None and (self.task.episode is not None or time.monotonic() < end):
            try:
                worker, message = self._heard.get(timeout=0.2)
            except queue.Empty:
                self._look_for_hanging(running)
                continue
            if message is None:
                running.discard(worker)
                self._gone(worker)
            else:
                self._take(worker, message)

    def _take(self, worker: Worker, message: dict[str, Any]) -> None:
        name, seed = message["explorer"], message["episode"]
        if message["kind"] == "began":
            worker.now, worker.since = (name, seed), time.monotonic()
            return
        tally = self.tallies[name]
        tally.episodes += 1
        tally.seconds += message["seconds"]
        tally.counts += Counter(message["counts"])
        if message["kind"] == "found":
            self._found(worker, message)
            return
        worker.now = None
        worker.done.append((name, seed))
        if reason := message.get("skipped"):
            tally.skipped[reason] += 1
        summary = f"skipped: {reason}" if reason else listed(Counter(message["counts"]))
        self.say(f"{time.monotonic() - self.began:7.1f} s  {name:<11}{seed:<11}{message['seconds']:5.1f} s  {summary}")

    def _look_for_hanging(self, running: set[Worker]) -> None:
        for worker in running:
            if worker.now is None:
                continue
            lasted = time.monotonic() - worker.since
            if lasted > self.limits[worker.now[0]] * _slowness():
                finding = {"found": f"Hangs: it has not ended after {lasted:.0f} seconds", "traceback": worker.where()}
                self._found(worker, finding)

    def _gone(self, worker: Worker) -> None:
        """A worker whose one episode is over leaves; any other has no reason to."""
        if worker.now is not None or self.task.episode is None:
            status = worker.process.wait()
            finding = {"found": f"Gone: the worker ended with status {status}", "traceback": worker.said()}
            self._found(worker, finding)

    def _found(self, worker: Worker, told: dict[str, Any]) -> None:
        if self.finding is not None:
            return
        name, seed = worker.now or ("worker", self.task.seed)
        self.finding = {
            "explorer": name,
            "episode": seed,
            "run": {"seed": self.task.seed, "worker": worker.number, "before": worker.done[-20:]},
            "registry": self.task.registry,
            **{key: value for key, value in told.items() if key not in ("kind", "explorer", "episode")},
        }
        self.task.failures.mkdir(parents=True, exist_ok=True)
        path = self.task.failures / f"explore-{seed}-{name}.json"
        path.write_text(f"{json.dumps(self.finding, indent=2, default=str)}\n", "utf-8")
        self.say(f"\nFOUND by {name}, episode {seed}: {self.finding['found'][:2000]}")
        for kind in ("log", "folder"):
            if kind in self.finding:
                self.say(f"{kind}: {self.finding[kind]}")
        self.say(f"written to {path}")
        self.say(f"again: make explore ONLY={name} EPISODE={seed}")
        self.say(f"   or: python -m tests.explore --replay {path}")

    def summary(self) -> list[str]:
        """What was covered, as a table."""
        lines = ["", f"{'explorer':<12}{'episodes':>8}  {'s each':>6}  covered"]
        for name in self.task.only:
            tally = self.tallies[name]
            each = tally.seconds / tally.episodes if tally.episodes else 0.0
            counts = listed(tally.counts)
            counts += "".join(f"; {count} skipped: {reason}" for reason, count in tally.skipped.items())
            lines.append(f"{name:<12}{tally.episodes:>8}  {each:>6.1f}  {counts}")
        total = sum(tally.episodes for tally in self.tallies.values())
        minutes = (time.monotonic() - self.began) / 60
        outcome = "1 finding" if self.finding else "nothing found"
        lines.append(f"seed {self.task.seed}: {total} episodes in {minutes:.1f} minutes, {outcome}")
        return lines


def listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
