"""Writes the table of baselines into docs/llm-bench.md, from docs/results/llm: `python docs/make/baselines.py`.

With `--play`, bots first answer everything again, in half an hour: after a change to puzzles, rules or prompts.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

from ziggurat.llm.result import read, write_short

DOCS = Path(__file__).parents[1]
RESULTS, PAGE = DOCS / "results" / "llm", DOCS / "llm-bench.md"
PLAYERS = ("first", "random", "greedy", "apprentice", "steward", "mayor")
PARTS = {"games": "games", "questions": "puzzles,rules"}
HEADING = """\
| | games: apprentice | steward | mayor | puzzles | regret | rules: legal | points |
|---|---:|---:|---:|---:|---:|---:|---:|
"""
TABLE = re.compile(rf"{re.escape(HEADING)}(?:\|.*\n)*")


def play(player: str) -> None:
    """Let a bot answer everything, and keep the short results."""
    for part, only in PARTS.items():
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder) / "result.jsonl"
            command = ["bench-llm", "--model", f"bot:{player}", "--only", only, "--out", str(whole)]
            subprocess.run([sys.executable, "-m", "ziggurat", *command], check=True)  # noqa: S603 - our own
            write_short(whole, file_of(player, part))


def file_of(player: str, part: str) -> Path:
    """The short result of a player."""
    return RESULTS / f"v0-{player}-{part}.jsonl.xz"


def table() -> str:
    """The table: a row for each player, means of the four games."""
    return HEADING + "".join(row(player) for player in PLAYERS)


def row(player: str) -> str:
    """The row of a player."""
    games, questions = (read(file_of(player, part)).summary or {} for part in PARTS)
    cells = [_share(games["games"], bot) for bot in ("apprentice", "steward", "mayor")]
    cells += [_share(questions["puzzles"], ""), f"{mean(one['regret'] for one in questions['puzzles'].values()):.3f}"]
    cells += [_share(questions["rules"], kind) if questions["rules"] else "" for kind in ("legal", "points")]
    return f"| `bot:{player}` | {' | '.join(cells)} |\n".replace("|  |", "| |").replace("|  |", "| |")


def _share(tasks: dict[str, Any], ending: str) -> str:
    return f"{mean(one['share'] for task, one in tasks.items() if task.endswith(ending)):.0%}"


def main() -> None:
    """Write the table."""
    RESULTS.mkdir(exist_ok=True)
    if "--play" in sys.argv:
        for player in PLAYERS:
            play(player)
    text, times = TABLE.subn(table(), PAGE.read_text("utf-8"))
    if times != 1:
        sys.exit(f"{PAGE} has {times} tables of baselines.")
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
