"""How fast our games are, beside the peers, in one run: `make bench`, or `python benchmarks/speed.py`.

Machines are shared and noisy, so the ratios of one run are what counts. Everything runs on one thread. Peers are
measured by `peers.py`, which says what is counted; without them only our own rows appear. On a machine with a GPU,
`--device cuda` adds a row for it (and leaves the peers out, unless they are installed there).
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import ziggurat
from ziggurat.sim import simulate


class Row(NamedTuple):
    """One line of the table."""

    who: str
    how: str
    actions_per_second: float
    games_per_second: float


def batch(name: str, seats: int, seconds: float, device: str) -> Row:
    """Random games in a batch: one thread of the processor, or the GPU."""
    game = ziggurat.game(name)
    trial = simulate(game, seats=seats, games=2000 if device == "cpu" else 1 << 20, device=device, threads=1)
    games = max(1000, int(trial.games_per_second * seconds))
    run = simulate(game, seats=seats, games=games, seed=1, device=device, threads=1)
    how = "batch, one thread" if device == "cpu" else "batch, GPU"
    return Row(f"ziggurat {name}, {seats} seats", how, run.actions_per_second, run.games_per_second)


def through_match(name: str, seats: int, seconds: float) -> Row:
    """Random games through `Match`, in ordinary Python: `legal()` and `play()`, a call per action."""
    stream = random.Random(1)
    actions = games = 0
    finish_one = ziggurat.new(name, seats=seats, seed=0)
    while not finish_one.over:
        finish_one.play(stream.choice(finish_one.legal()))
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        match = ziggurat.new(name, seats=seats, seed=games)
        while not match.over:
            match.play(stream.choice(match.legal()))
        actions += len(match)
        games += 1
    took = time.perf_counter() - began
    return Row(f"ziggurat {name}, {seats} seats", "Match, plain Python", actions / took, games / took)


def small_costs(name: str) -> list[tuple[str, str]]:
    """What a person at a prompt notices: starting up, and copying a position."""
    start = "import time; t = time.perf_counter(); import ziggurat; print(time.perf_counter() - t)"
    first = (
        "import time, ziggurat; t = time.perf_counter(); "
        f"ziggurat.new('{name}', seed=1).legal(); print(time.perf_counter() - t)"
    )
    match = ziggurat.new(name, seed=1)
    match.legal()
    return [
        ("import ziggurat", f"{_fastest(start):.3f} s"),
        (f"first legal() of {name}, warm cache", f"{_fastest(first):.3f} s"),
        ("copying a position, Match.record()", f"{_microseconds(match.record):.2f} µs"),
        ("copying a match, Match.copy()", f"{_microseconds(match.copy):.2f} µs"),
        (f"size of a position of {name}", f"{match.game.state.itemsize} bytes"),
    ]


def _fastest(script: str) -> float:
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def _microseconds(call: Callable[[], object], times: int = 20_000) -> float:
    began = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - began) / times * 1e6


def peer_rows(seconds: float) -> list[Row]:
    """The peers' rows; none, with a word why, when they are not installed."""
    from peers import PeerMissing, measure

    try:
        return [
            Row(f"{rate.peer} {rate.game}", rate.how, rate.actions_per_second, rate.games_per_second)
            for rate in measure(seconds)
        ]
    except PeerMissing as missing:
        print(f"No peers in this table: {missing}\n")
        return []


def show(rows: list[Row], ratios_to: Row) -> None:
    """Print the table; the last column says how many times faster the first row is."""
    width = max(len(row.who) for row in rows)
    print(f"{'':{width}}  {'':20}  {'actions/s':>14}  {'games/s':>10}  {'actions':>8}  {'games':>8}")
    for row in rows:
        actions = ratios_to.actions_per_second / row.actions_per_second
        games = ratios_to.games_per_second / row.games_per_second
        print(
            f"{row.who:{width}}  {row.how:20}  {row.actions_per_second:14,.0f}  {row.games_per_second:10,.1f}"
            f"  {actions:7.1f}x  {games:7.1f}x"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each row is measured")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu", help="cuda adds a row for the GPU")
    parser.add_argument("--games", nargs="*", default=list(ziggurat.game_names()), help="which of our games")
    arguments = parser.parse_args()
    devices = ["cpu", "cuda"] if arguments.device == "cuda" else ["cpu"]
    for name in arguments.games:
        seats = ziggurat.game(name).seat_counts[-1]
        rows = [batch(name, seats, arguments.seconds, device) for device in devices]
        rows.append(through_match(name, seats, arguments.seconds))
        if name == arguments.games[0]:
            peers = peer_rows(arguments.seconds)
        print(f"Speed of {name}; the ratios say how many times faster its first row is.")
        show(rows + peers, rows[0])
        print()
        for what, cost in small_costs(name):
            print(f"{what}: {cost}")
        print()


if __name__ == "__main__":
    main()
