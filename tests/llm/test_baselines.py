"""The baselines of the benchmark: the table follows from the results, and the results from their answers."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from ziggurat.llm.result import read
from ziggurat.llm.verification import verify

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = sorted((DOCS / "results" / "llm").glob("*.xz"))


def test_the_table_is_that_of_the_results() -> None:
    made = runpy.run_path(str(DOCS / "make" / "baselines.py"))
    assert made["table"]() in (DOCS / "llm-bench.md").read_text("utf-8"), "python docs/make/baselines.py"
    assert len(RESULTS) == 2 * len(made["PLAYERS"])


@pytest.mark.long
@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.name)
def test_a_baseline_can_be_verified(path: Path) -> None:
    """Fails after a change to puzzles, rules or prompts: then `python docs/make/baselines.py --play`."""
    scores = verify(read(path))
    assert scores["done"] > 100
