"""The rules page and the tests agree: every clause is tested, and both languages have the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ziggurat
from ziggurat.games.amyitis import moves
from ziggurat.games.amyitis.actions import ACTIONS

HERE = Path(__file__).parent
CLAUSE = re.compile(r"^\*\*(\d+)\. .+?\*\* ", re.MULTILINE)


def clauses(language: str) -> list[int]:
    return [int(number) for number in CLAUSE.findall(ziggurat.game("amyitis").rules_text(language))]


def test_clauses_are_numbered_from_1() -> None:
    assert clauses("en") == list(range(1, len(clauses("en")) + 1))


def test_both_languages_have_the_same_clauses() -> None:
    assert clauses("en") == clauses("nl")


def test_every_clause_is_tested_and_no_other_is_cited() -> None:
    cited = {
        int(number)
        for path in HERE.glob("test_*.py")
        for line in re.findall(r"# amyitis ([\d, ]+)", path.read_text("utf-8"))
        for number in line.replace(" ", "").split(",")
        if number
    }
    assert cited == set(clauses("en"))


def test_messages_cite_clauses_that_exist() -> None:
    text = Path(moves.__file__).read_text("utf-8")
    assert {int(number) for number in re.findall(r"\(clause (\d+)\)", text)} <= set(clauses("en"))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_kind_of_move_is_described(language: str) -> None:
    described = ziggurat.game("amyitis").rules_text(language)
    verbs = {moves.write(action).split()[0] for action in range(ACTIONS)}
    assert all(f"`{verb}" in described for verb in verbs)
