"""Whole games are the regression suite: drop a log into this folder and it is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

import ziggurat

HERE = Path(__file__).parent
LOGS = sorted(HERE.rglob("*.log"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_still_replays_to_its_digest(path: Path) -> None:
    match = ziggurat.read(path.read_text("utf-8"))
    assert match.game.name == path.parent.name
