"""How long people wait at a service of many processes: `python benchmarks/server/queueing.py`, one JSON object a line.

We cannot put a hundred thousand people on two cores, so this simulates their queues with measured times. Moves come at
random (Poisson) to tables, and a table belongs to one process. A process handles one move at a time; then its writer
commits everything that has come meanwhile in one transaction, and the move is acknowledged. Moves at tables with clocks
or bots are also read by the leader. Bots' decisions wait for one of the cores that are theirs. The times are those of
docs/make/capacity.py; single ones scatter around them (gamma distributed, as wide as an exponential one at most).

The same seed gives the same figures. With exponential times, one process and no commits it is the queue of the
textbooks (M/M/1), with which tests/docs/test_capacity.py compares it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import runpy
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SPREAD = 2.0  # shape of the gamma distribution; 1 is exponential
TABLES_A_PROCESS = 500
SECONDS, SEED = 60.0, 1


@dataclass(frozen=True)
class Load:
    """What comes, and who there is; times in seconds."""

    moves: float  # a second
    processes: int
    move: float  # of a process
    commit: float  # until the disk of PostgreSQL has it
    followed: float = 0.0  # share of moves that the leader reads too
    follow: float = 0.0  # of the leader
    decisions: float = 0.0  # of bots, a second
    cores: int = 0  # of bots
    decision: float = 0.0
    spread: float = SPREAD


class Process:
    """One event loop, and the writer behind it."""

    def __init__(self) -> None:
        self.free, self.busy = 0.0, 0.0
        self._committed = 0.0  # when the last transaction that has begun ends
        self._next: float | None = None  # when the one ends that gathers moves meanwhile

    def serve(self, at: float, service: float) -> float:
        """Handle something that comes at a time; returns when it is done."""
        self.free = max(at, self.free) + service
        self.busy += service
        return self.free

    def commit(self, at: float, takes: float) -> float:
        """Store something with the next transaction; returns when it is stored."""
        if self._next is not None and at >= self._committed:
            self._committed, self._next = self._next, None
        if at >= self._committed:
            self._committed, self._next = at + takes, None
            return self._committed
        if self._next is None:
            self._next = self._committed + takes
        return self._next


def simulate(load: Load, seconds: float, seed: int) -> dict[str, float]:
    """Waiting times in milliseconds, and how busy everybody is."""
    arrivals, services = random.Random(f"{seed} arrivals"), random.Random(f"{seed} services")
    homes = random.Random(f"{seed} homes")
    home = [homes.randrange(load.processes) for _ in range(load.processes * TABLES_A_PROCESS)]
    processes = [Process() for _ in range(load.processes)]

    def lasts(mean: float) -> float:
        return services.gammavariate(load.spread, mean / load.spread) if mean else 0.0

    waited, to_leader, now = [], [], 0.0
    while (now := now + arrivals.expovariate(load.moves)) < seconds:
        process = processes[home[arrivals.randrange(len(home))]]
        tried = process.serve(now, lasts(load.move))
        stored = process.commit(tried, lasts(load.commit)) if load.commit else tried
        waited.append(1000 * (stored - now))
        if arrivals.random() < load.followed:
            to_leader.append(stored)
    leader = Process()
    followed = [1000 * (leader.serve(at, lasts(load.follow)) - at) for at in sorted(to_leader)]
    bots = _bots(load, seconds, seed)
    busiest = max(process.busy for process in processes) / seconds
    return {
        "moves": len(waited),
        "p50_ms": _part(waited, 0.5),
        "p99_ms": _part(waited, 0.99),
        "mean_ms": round(sum(waited) / len(waited), 2),
        "busiest_process": round(busiest, 2),
        "leader": round(leader.busy / seconds, 2),
        "leader_p99_ms": _part(followed, 0.99),
        "bots_wait_p99_ms": _part(bots, 0.99),
    }


def _bots(load: Load, seconds: float, seed: int) -> list[float]:
    """Milliseconds for which decisions of bots wait for a core."""
    if not load.cores:
        return []
    draw = random.Random(f"{seed} bots")
    free = [0.0] * load.cores
    waited, now = [], 0.0
    while (now := now + draw.expovariate(load.decisions)) < seconds:
        begins = max(now, free[0])
        heapq.heapreplace(free, begins + draw.gammavariate(load.spread, load.decision / load.spread))
        waited.append(1000 * (begins - now))
    return waited


def _part(waited: list[float], part: float) -> float:
    return round(sorted(waited)[int(part * (len(waited) - 1))], 1) if waited else 0.0


def main() -> None:
    """Simulate the sizes of docs/scale.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that are simulated")
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args()
    capacity = runpy.run_path(str(ROOT / "docs" / "make" / "capacity.py"))
    for players in capacity["SIZES"]:
        figures = simulate(capacity["load"](players), wanted.seconds, wanted.seed)
        print(json.dumps({"players": players, **figures}), flush=True)


if __name__ == "__main__":
    main()
