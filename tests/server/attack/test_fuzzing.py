"""The fuzzers that can run for hours find nothing in some seconds either."""

from __future__ import annotations

from pathlib import Path

from tests.server.attack import fuzzing


def test_the_fuzzers_find_nothing(tmp_path: Path) -> None:
    assert fuzzing.fuzz(tmp_path, 12, seed=1) == []
