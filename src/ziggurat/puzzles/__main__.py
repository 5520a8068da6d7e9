"""`python -m ziggurat.puzzles GAME …`: for machines that have NumPy and Numba, and little else."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import ziggurat
from ziggurat import warmup
from ziggurat.core.outputs import check_output_files
from ziggurat.puzzles.command import start


def main() -> None:
    """Search for puzzles."""
    parser = argparse.ArgumentParser(prog="python -m ziggurat.puzzles")
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, help="compiling is not counted")
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    try:
        check_output_files(given.out)
        warmup.compile_all([ziggurat.game(given.game)], ("people", "bots", "champions"), lambda _game, _part: None)
        print(json.dumps(start(given.game, **{key: one for key, one in vars(given).items() if key != "game"})))
    except ziggurat.ZigguratError as problem:
        print(f"ziggurat: {problem}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
