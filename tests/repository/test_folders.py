"""No folder has more than 25 files; larger ones are split by subject."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "tests", "web/src", "web/tests", "benchmarks", "docs", "examples", "deploy", "release")
MADE = {"__pycache__", "node_modules", "ziggurat/page"}  # by tools
MOST = 25


def folders(folder: Path) -> Iterator[Path]:
    yield folder
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in MADE and "/".join(path.parts[-2:]) not in MADE:
            yield from folders(path)


def files(folder: Path) -> int:
    return sum(path.is_file() and not path.name.startswith(".") for path in folder.iterdir())


def test_folders_are_small() -> None:
    counted = {
        folder.relative_to(ROOT).as_posix(): files(folder) for name in SOURCES for folder in folders(ROOT / name)
    }
    assert counted["src/ziggurat/core"] > 10  # it does count
    assert {folder: count for folder, count in counted.items() if count > MOST} == {}
