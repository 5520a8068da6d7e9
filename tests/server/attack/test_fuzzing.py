"""The fuzzers that can run for hours find nothing at a few tables, or in some seconds, either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.attack import fuzzing


def test_a_fuzzer_finds_nothing_at_a_few_tables(tmp_path: Path) -> None:
    assert fuzzing.fuzz_at(tmp_path, 2, seed=1) == []


@pytest.mark.long
def test_the_fuzzers_find_nothing(tmp_path: Path) -> None:
    assert fuzzing.fuzz(tmp_path, 12, seed=1) == []
