"""Simulate the server: one world, or new ones for some minutes of processor time.

    python -m tests.sim --seed 7 --profile crashes       one world
    python -m tests.sim --minutes 10                     all profiles in turn, with new seeds
    python -m tests.sim --seed 7 --dump trace.txt        with everything that happens

The exit status is 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import itertools
import secrets
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from tests.sim import mutations
from tests.sim.profile import LARGE, PROFILES
from tests.sim.world import Outcome, simulate


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.sim", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="the first seed; one is drawn if none is given")
    parser.add_argument("--profile", choices=list(PROFILES), help="the kind of world; default: the large ones in turn")
    parser.add_argument("--minutes", type=float, default=0.0, help="minutes of processor time; default: one world")
    parser.add_argument("--mutate", choices=list(mutations.ALL), help="remove a safeguard")
    parser.add_argument("--dump", type=Path, help="a file for everything that happens")
    parser.add_argument("--verbose", action="store_true", help="all counts")
    given = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    total: Counter[str] = Counter()
    hours, used = 0.0, dict.fromkeys([given.profile] if given.profile else LARGE, 0.0)
    with mutations.applied(given.mutate):
        for number in itertools.count():
            name = min(used, key=lambda profile: used[profile] / LARGE.get(profile, 1.0))
            with given.dump.open("w") if given.dump else nullcontext() as dump:
                outcome = simulate(seed + number, name, dump=dump)
            total += outcome.counts
            hours += outcome.table_hours
            used[name] += outcome.cpu
            print(line(outcome), flush=True)
            if outcome.violation is not None:
                print("before it:", *outcome.trail, f"\n{outcome.violation}", sep="\n")
                again = f"python -m tests.sim --seed {outcome.seed} --profile {name}"
                print(f"\nagain: {again}{f' --mutate {given.mutate}' if given.mutate else ''}")
                return 1
            if sum(used.values()) >= 60 * given.minutes:
                break
    print(
        f"{number + 1} worlds in {sum(used.values()):.0f} s of processor time: {total['crashes']} crashes,"
        f" {hours:.0f} table-hours, {total['acknowledged']} acknowledged messages; no promise broken"
    )
    if given.verbose:
        for what, count in sorted(total.items(), key=lambda pair: -pair[1]):
            print(f"{count:9} {what}")
    return 0


def line(outcome: Outcome) -> str:
    """An outcome, in a line."""
    counts = outcome.counts
    return (
        f"seed {outcome.seed} {outcome.profile}: {outcome.simulated:.0f} s simulated in {outcome.cpu:.1f} s,"
        f" {counts['crashes']} crashes, {outcome.table_hours:.1f} table-hours, {counts['acknowledged']} acknowledged,"
        f" trace {outcome.trace[:12]}"
    )


if __name__ == "__main__":
    sys.exit(main())
