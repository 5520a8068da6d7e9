"""The rules are numbered alike in both languages, and every clause has a test that cites it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ziggurat.games.babylonia import GAME

CLAUSES = list(range(1, 31))
CITATION = re.compile(r"# babylonia (\d+(?:, \d+)*)")


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_rules_have_clauses_1_to_30_in_order(language: str) -> None:
    numbers = re.findall(r"^\*\*(\d+)\. ", GAME.rules_text(language), flags=re.MULTILINE)
    assert [int(number) for number in numbers] == CLAUSES


def cited_by_tests() -> set[int]:
    """The clauses cited beside the name of a test, or on the line above it."""
    cited = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        lines = path.read_text("utf-8").splitlines()
        for above, line in zip(["", *lines], lines, strict=False):
            if line.startswith("def test_"):
                found = CITATION.search(line) or CITATION.search(above)
                cited |= {int(number) for number in found[1].split(", ")} if found else set()
    return cited


def test_every_clause_is_cited_by_a_test_and_no_other_number_is() -> None:
    assert sorted(cited_by_tests()) == CLAUSES


@pytest.mark.parametrize(("language", "word"), [("en", "clauses?"), ("nl", "regel")])
def test_the_clauses_that_clauses_refer_to_exist(language: str, word: str) -> None:
    named = re.findall(rf"\b{word} (\d+)", GAME.rules_text(language))
    assert named
    assert {int(number) for number in named} <= set(CLAUSES)
