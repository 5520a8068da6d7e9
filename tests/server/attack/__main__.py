"""Attack a server for a while, and say what came of it.

    python -m tests.server.attack --minutes 30     fuzz it over HTTP and sockets, and watch whether it answers
    python -m tests.server.attack --measure        how long an honest table waits while each attack runs, beside calm

The first needs nobody to look on: it ends with status 1 and what it found, if it found anything. Everything happens on
this machine; attackers come from another address of it, so that limits by address tell them from honest people.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.server.attack import fuzzing, measuring


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="for how long to fuzz")
    parser.add_argument("--seed", type=int, default=1, help="what is drawn by")
    parser.add_argument("--measure", action="store_true", help="measure an honest table during each attack instead")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long to measure each attack")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ziggurat-attack-") as folder:
        if given.measure:
            measuring.measure(Path(folder), given.seconds)
            return 0
        found = fuzzing.fuzz(Path(folder), given.minutes * 60, given.seed)
    for problem in found:
        print(f"FOUND: {problem}")
    print(f"{given.minutes:g} minutes, {len(found)} problems found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
