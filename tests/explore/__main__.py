"""Run random episodes until something is found or time is up.

    python -m tests.explore --minutes 30                      all explorers
    python -m tests.explore --seed 7 --only clicks,keys       some of them, drawing by a seed
    python -m tests.explore --only matches --episode 1234     one episode
    python -m tests.explore --replay build/failures/explore-1234-matches.json

The exit status is 1 if something was found.
"""

from __future__ import annotations

import argparse
import importlib
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.explore.explorers import Explorer
from tests.explore.runner import FAILURES, Run, Task

REGISTRY = "tests.explore.explorers"


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.explore", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="for how long")
    parser.add_argument("--seed", type=int, help="what everything is drawn by; if none is given, one is drawn and told")
    parser.add_argument("--only", default="", help="explorers, with commas between them")
    parser.add_argument("--skip", default="", help="explorers to leave out")
    parser.add_argument("--episode", type=int, help="the seed of one episode of the only explorer")
    parser.add_argument("--replay", type=Path, help="a finding: run its episode again")
    parser.add_argument("--workers", type=int, default=2, help="how many processes")
    parser.add_argument("--registry", default=REGISTRY, help=argparse.SUPPRESS)  # for the tests of this
    parser.add_argument("--failures", type=Path, default=FAILURES, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.replay is not None:
        finding = json.loads(given.replay.read_text("utf-8"))
        given.only, given.episode, given.registry = finding["explorer"], finding["episode"], finding["registry"]
    every: list[Explorer] = importlib.import_module(given.registry).ALL
    names = [explorer.name for explorer in every]
    chosen, skipped = (part.split(",") if part else [] for part in (given.only, given.skip))
    if unknown := {*chosen, *skipped} - {*names}:
        parser.error(f"There is no explorer {', '.join(sorted(unknown))}; there are {', '.join(names)}.")
    if given.episode is not None and len(chosen) != 1:
        parser.error("An episode belongs to one explorer: name it with --only.")
    usual = [explorer.name for explorer in every if not explorer.alone]
    given.explorers = [each for each in every if each.name in (chosen or usual) and each.name not in skipped]
    given.alone = [] if chosen else [explorer.name for explorer in every if explorer.alone]
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    given = read(arguments)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    say(f"seed {seed}" if given.episode is None else f"episode {given.episode} of {given.only}")
    for name in given.alone:
        say(f"{name} is left out, because others beside it take the time that it needs: make explore ONLY={name}")
    for explorer in given.explorers:
        if reason := explorer.missing():
            say(reason)
    explorers = [explorer for explorer in given.explorers if not explorer.missing()]
    names = [explorer.name for explorer in explorers]
    task = Task(seed, given.minutes * 60, names, given.episode, given.workers, given.registry, given.failures)
    run = Run(task, explorers, say)
    finding = run.go()
    for line in run.summary():
        say(line)
    return 1 if finding else 0


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
