"""Makes a task of the ladder: lets its rungs play each other, and writes the task with their ratings.

    PYTHONPATH=src python benchmarks/ladder.py babel 2 --deals 10

Rungs think in iterations, so the same command gives the same ratings on every machine. A task that is there already is
not made again: what is published never changes.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import ziggurat
from ziggurat.ladder.agents import LocalAgent
from ziggurat.ladder.evaluation import LadderGame, play
from ziggurat.ladder.rating import calibrate
from ziggurat.ladder.tasks import BOTS, Rung, Task, fingerprint, from_json

FILE = Path(ziggurat.__file__).parent / "ladder" / "tasks.json"
VERSION = 0
SEED = 20  # of the games that are evaluated; those that rate the rungs have another
DEALS = 20  # an evaluation's, for each rung
PAIRS = tuple(pairwise(BOTS[:-1])) + tuple((BOTS[-1], bot) for bot in BOTS[1:-1])


def main() -> None:
    """Make a task."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("game")
    options.add_argument("seats", type=int)
    options.add_argument("--deals", type=int, default=10, help="for each pair of rungs that meets")
    given = options.parse_args()
    game = ziggurat.game(given.game)
    name = f"{game.name}-{given.seats}-v{VERSION}"
    there = [from_json(one) for one in json.loads(FILE.read_text("utf-8"))] if FILE.exists() else []
    if any(task.name == name for task in there):
        raise SystemExit(f"{name} is there already, and tasks never change.")
    task = Task(
        name=name,
        game=game.name,
        rules=game.rules_version,
        seats=game.check_seats(given.seats),
        options=game.read_options({}),
        reward="win",
        seed=SEED,
        deals=DEALS,
        rungs=tuple(Rung(bot, 0) for bot in BOTS),
        calibration=0,
        network=fingerprint(game),
    )
    met = {}
    trial = replace(task, seed=SEED + 1)
    for one, two in PAIRS:
        climber, rung = LocalAgent(game, one), BOTS.index(two)
        games = [LadderGame(rung, deal, seat) for deal in range(given.deals) for seat in range(task.seats)]
        made = sum(play(trial, each, climber)["points"] for each in games)
        met[one, two] = (made, len(games))
        print(f"{name}: {one} made {made:g} of {len(games)} against {two}", flush=True)
    ratings = calibrate(BOTS, met)
    rungs = tuple(Rung(bot, ratings[bot]) for bot in BOTS)
    task = replace(task, rungs=rungs, calibration=given.deals * task.seats)
    there = [from_json(one) for one in json.loads(FILE.read_text("utf-8"))] if FILE.exists() else []
    every = sorted([*there, task], key=lambda one: one.name)
    FILE.write_text(json.dumps([one.as_json() for one in every], indent=1) + "\n", "utf-8")
    print(f"{name}: {', '.join(f'{bot} {rating}' for bot, rating in rungs)}", flush=True)


if __name__ == "__main__":
    main()
