"""Whether reviews hold live tables up: `python benchmarks/server/reviews.py --moves 150`.

One server with one process for its bots, one person who plays Babel against a bot, one table after the other, as fast
as the bot answers: how long that takes, and how long the server takes to acknowledge a move, first with nothing else to
do and then while a match is reviewed; with `--analyses 4`, while so many people have analysis boards search, each of
them asking for the next search as soon as one is answered. Both in one run, in turns, because machines differ from
minute to minute.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.serving import Chair, Person, serving  # noqa: E402

import ziggurat  # noqa: E402

ROUNDS = 3
BOT = "steward"


def log_of(seed: int) -> str:
    """A match to review."""
    match, chance = ziggurat.new("babel", seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match.to_text()


class Times:
    """What was waited for, in milliseconds."""

    def __init__(self) -> None:
        self.bots: list[float] = []
        self.moves: list[float] = []

    def __str__(self) -> str:
        return "; ".join(f"{name} {_told(times)}" for name, times in (("bot", self.bots), ("move", self.moves)))


def _told(times: list[float]) -> str:
    ranked = sorted(times)
    late = ranked[int(0.99 * (len(ranked) - 1))]
    return f"median {statistics.median(ranked):.0f} ms, p99 {late:.0f} ms of {len(ranked)}"


def play(person: Person, moves: int, times: Times, chance: random.Random) -> None:
    """Play on, at new tables where matches end."""
    chair: Chair | None = None
    while moves > 0:
        if chair is None or chair.view["over"]:
            chair = person.join(person.open_table("me", BOT, game="babel", public=False))
        if chair.view["actor"] == 0:
            began = time.perf_counter()
            chair.play(chance.choice(chair.choices))
            times.moves.append(1000 * (time.perf_counter() - began))
            moves -= 1
        else:
            began = time.perf_counter()
            chair.hear("changed")
            times.bots.append(1000 * (time.perf_counter() - began))


def analyse(person: Person, ended: threading.Event) -> None:
    """Have one position searched, deeper and deeper, again and again."""
    start = person.ask("POST", "/api/analysis", {"game": "babel"})["start"]
    iterations = 1024
    while not ended.is_set():
        person.ask("POST", "/api/analysis/lines", {"start": start, "path": [], "iterations": iterations})
        iterations = 1024 if iterations >= 65_536 else 2 * iterations


def beside_analyses(people: list[Person], person: Person, moves: int, times: Times, chance: random.Random) -> None:
    """Play on while others analyse."""
    ended = threading.Event()
    threads = [threading.Thread(target=analyse, args=(one, ended)) for one in people]
    for thread in threads:
        thread.start()
    play(person, moves, times, chance)
    ended.set()
    for thread in threads:
        thread.join()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=150, help="of the person, in each of three rounds of each kind")
    parser.add_argument("--analyses", type=int, default=0, help="people who analyse, instead of a review")
    given = parser.parse_args()
    alone, beside = Times(), Times()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/ziggurat.db", bots=1, review_seconds=20) as server,
    ):
        person, chance = Person(server), random.Random(1)
        tables = [person.ask("POST", "/api/import", {"log": log_of(seed)})["id"] for seed in range(ROUNDS)]
        play(person, 20, Times(), chance)  # what has to be loaded is loaded
        analysts = [Person(server) for _ in range(given.analyses)]
        for table in tables:
            play(person, given.moves, alone, chance)
            if analysts:
                beside_analyses(analysts, person, given.moves, beside, chance)
                continue
            person.ask("POST", f"/api/tables/{table}/review")
            play(person, given.moves, beside, chance)
            under_way = person.ask("GET", f"/api/tables/{table}/review")
            print(f"review {under_way['status']}, {under_way['progress']:.0%}", flush=True)
            while person.ask("GET", f"/api/tables/{table}/review")["status"] != "done":
                time.sleep(0.5)
    print(f"alone:          {alone}")
    print(f"beside {'analyses' if given.analyses else 'reviews'}: {beside}")


if __name__ == "__main__":
    main()
