"""Makes tasks of the ladder: lets their rungs play each other, and writes the tasks with the ratings.

    PYTHONPATH=src python benchmarks/ladder.py amyitis-2 babel-2 babylonia-2 ur-3 --games build/ladder.jsonl

Every pair that meets plays at least 200 games. Rungs think in iterations, so the same command gives the same ratings on
every machine. Games that are in the file already are not played again: a run that was stopped continues. A task that is
there already is not made again: what is published never changes.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import ziggurat
from ziggurat.ladder.agents import LocalAgent
from ziggurat.ladder.evaluation import LadderGame, play
from ziggurat.ladder.rating import calibrate
from ziggurat.ladder.tasks import Rung, Task, fingerprint, from_json

FILE = Path(ziggurat.__file__).parent / "ladder" / "tasks.json"
VERSION = 1
BOTS = ("random", "greedy", "classic:50i", "classic:500i", "network", "search:100i", "search:1000i")
SEED = 41  # of the games that are evaluated; those that rate the rungs have the next one
DEALS = 20  # an evaluation's, for each rung
GAMES = 200  # for each pair that meets, at least
AT_ONCE = 2  # deals in one piece of work


class Piece(NamedTuple):
    """Some deals that two rungs play against each other: the first in every seat in turn, the second in the others."""

    task: str
    network: str  # its fingerprint: with another one, everything is played again
    first: str
    second: str
    deal: int  # the first of them
    deals: int


def bots(seats: int) -> tuple[str, ...]:
    """The rungs of a task, from the weakest: with more than two seats, the last one takes too long."""
    return BOTS if seats == 2 else BOTS[:-1]


def unrated(name: str) -> Task:
    """The task of a game and a seat count, such as `babel-2`, before its rungs have ratings."""
    game_name, _, seats = name.rpartition("-")
    game = ziggurat.game(game_name)
    return Task(
        name=f"{name}-v{VERSION}",
        game=game.name,
        rules=game.rules_version,
        seats=game.check_seats(int(seats)),
        options=game.read_options({}),
        reward="win",
        seed=SEED,
        deals=DEALS,
        rungs=tuple(Rung(bot, 0) for bot in bots(int(seats))),
        calibration=0,
        network=fingerprint(game),
    )


def pieces(name: str) -> Iterator[Piece]:
    """All that has to be played for a task, what takes longest first.

    Neighbours meet, and their neighbours: further apart, one side wins nearly everything.
    """
    task = unrated(name)
    deals, rungs = math.ceil(GAMES / task.seats), bots(task.seats)
    for weak, strong in reversed([*pairwise(rungs), *zip(rungs, rungs[2:], strict=False)]):
        first, second = (weak, strong) if task.seats == 2 else (strong, weak)  # who thinks longer has one seat of three
        for deal in range(0, deals, AT_ONCE):
            yield Piece(name, task.network, first, second, deal, min(AT_ONCE, deals - deal))


def played(piece: Piece) -> tuple[float, int]:
    """The points that the first rung makes, and the games."""
    task = unrated(piece.task)
    trial = replace(task, seed=SEED + 1)
    climber, rung = LocalAgent(task.card, piece.first), bots(task.seats).index(piece.second)
    deals = range(piece.deal, piece.deal + piece.deals)
    games = [LadderGame(rung, deal, seat) for deal in deals for seat in range(task.seats)]
    return sum(play(trial, game, climber)["points"] for game in games), len(games)


def read_pieces(path: Path) -> dict[Piece, tuple[float, int]]:
    """The pieces that were played before, from a file of lines."""
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {Piece(*line["piece"]): (line["points"], line["games"]) for line in lines}


def rated(name: str, results: Mapping[Piece, tuple[float, int]]) -> Task:
    """The task with its rungs rated by the results of all its pieces."""
    met: dict[tuple[str, str], tuple[float, int]] = {}
    for piece in pieces(name):
        points, games = results[piece]
        before = met.get((piece.first, piece.second), (0.0, 0))
        met[piece.first, piece.second] = (before[0] + points, before[1] + games)
    for (first, second), (points, games) in met.items():
        print(f"{name}: {first} made {points:g} of {games} against {second}")
    task = unrated(name)
    ratings = calibrate(bots(task.seats), met)
    rungs = tuple(Rung(bot, ratings[bot]) for bot in bots(task.seats))
    return replace(task, rungs=rungs, calibration=min(games for _, games in met.values()))


def write_task(task: Task) -> None:
    """Add a task to those that are there."""
    there = [from_json(one) for one in json.loads(FILE.read_text("utf-8"))]
    every = sorted([*there, task], key=lambda one: one.name)
    FILE.write_text(json.dumps([one.as_json() for one in every], indent=1) + "\n", "utf-8")
    print(f"{task.name}: {', '.join(f'{bot} {rating}' for bot, rating in task.rungs)}", flush=True)


def main() -> None:
    """Make tasks."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tasks", nargs="+", metavar="TASK", help="game and seats, such as babel-2")
    options.add_argument("--games", type=Path, required=True, help="the file of what has been played")
    options.add_argument("--processes", type=int, default=os.cpu_count())
    options.add_argument("--seconds", type=float, default=math.inf, help="begin nothing after this time")
    given = options.parse_args()
    there = {one["name"] for one in json.loads(FILE.read_text("utf-8"))}
    if old := there & {unrated(name).name for name in given.tasks}:
        raise SystemExit(f"{', '.join(sorted(old))} is there already, and tasks never change.")
    end = time.monotonic() + given.seconds
    results = read_pieces(given.games)
    missing = [piece for name in given.tasks for piece in pieces(name) if piece not in results]
    with ProcessPoolExecutor(given.processes) as pool, given.games.open("a", encoding="utf-8") as file:
        playing: dict[Future[tuple[float, int]], Piece] = {}
        while (missing or playing) and (playing or time.monotonic() < end):
            while missing and len(playing) < given.processes and time.monotonic() < end:
                piece = missing.pop(0)
                playing[pool.submit(played, piece)] = piece
            done = next(as_completed(playing))
            piece, (points, games) = playing.pop(done), done.result()
            results[piece] = (points, games)
            file.write(json.dumps({"piece": piece, "points": points, "games": games}) + "\n")
            file.flush()
            print(f"{len(missing) + len(playing)} left: {piece.task} {piece.first} : {piece.second}", flush=True)
    for name in given.tasks:
        if all(piece in results for piece in pieces(name)):
            write_task(rated(name, results))


if __name__ == "__main__":
    main()
