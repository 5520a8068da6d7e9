"""Measures how long an honest table waits during each attack, compared with calm.

    python -m tests.server.attack --measure

Everything runs on this machine. Attackers use another address of it, so that limits by address affect only them. `make
explore ONLY=http,sockets` looks for errors instead of times.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.server.attack import measuring


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.attack", description=__doc__)
    parser.add_argument("--measure", action="store_true", required=True, help="measure an honest table")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long to measure each attack")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ziggurat-attack-") as folder:
        measuring.measure(Path(folder), given.seconds)


if __name__ == "__main__":
    main()
