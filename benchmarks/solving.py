"""What the puzzles that come with the games are like, and who solves them.

    python benchmarks/solving.py                 # all games, as rows of Markdown tables
    python benchmarks/solving.py ur --without-levels

Each level is asked once about each puzzle, with iterations for a budget, so that the machine's speed does not matter.
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from statistics import median

import ziggurat
from ziggurat import bots
from ziggurat.puzzles import Puzzle, begin, puzzles
from ziggurat.puzzles.shipped import FILE
from ziggurat.reviewing.report import Why

LEVELS = ("random", "greedy", "apprentice", "scribe", "steward", "network", "learned:200i", "learned:2000i")


def about(name: str, found: tuple[Puzzle, ...]) -> str:
    """Counts, as a row."""
    size = len(files(ziggurat.game(name).package).joinpath(FILE).read_bytes())
    explained = sum(one.reasons[0].kind is not Why.LATER for one in found)
    cells = (
        ziggurat.game(name).title,
        str(len(found)),
        f"{found[0].rating} to {found[-1].rating}",
        f"{median(len(one.options) for one in found):g}",
        str(sum(len(one.answers) > 1 for one in found)),
        f"{median(one.verified.margin for one in found) / 10:.1f}",
        str(explained),
        f"{size / 1000:.0f} kB",
    )
    return f"| {' | '.join(cells)} |"


def solved(level: str, found: tuple[Puzzle, ...]) -> float:
    """The share of the puzzles that a level solves."""
    right = 0
    for number, puzzle in enumerate(found):
        match = begin(puzzle)
        right += bots.find(level)(match.game, number).choose(match.record(puzzle.seat)) in puzzle.answers
    return right / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--without-levels", action="store_true")
    given = parser.parse_args()
    all_found = {name: puzzles(ziggurat.game(name)) for name in given.games}
    for name, found in all_found.items():
        print(about(name, found), flush=True)
    if not given.without_levels:
        for level in LEVELS:
            cells = [f"{100 * solved(level, found):.0f}%" for found in all_found.values()]
            print(f"| `{level}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
