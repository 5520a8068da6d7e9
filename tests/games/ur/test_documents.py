"""The rules text of Ur is complete: both languages, every clause tested, every message's clause there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ziggurat
from ziggurat.cli import app
from ziggurat.games.ur import moves
from ziggurat.games.ur.board import MARCHES, STONES, TURNS

CLAUSE = re.compile(r"^\*\*(\d+)\. ", re.MULTILINE)
TESTS = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def clauses(language: str) -> list[int]:
    return [int(number) for number in CLAUSE.findall(ziggurat.game("ur").rules_text(language))]


def test_clauses_are_numbered_from_1_in_both_languages() -> None:
    assert clauses("en") == clauses("nl") == list(range(1, 18))


@pytest.mark.parametrize("clause", clauses("en"))
def test_every_clause_is_tested(clause: int) -> None:
    cited = {int(n) for line in re.findall(r"# ur (\d+(?:, \d+)*)", TESTS) for n in line.split(", ")}
    assert clause in cited


def test_messages_cite_clauses_that_exist() -> None:
    source = Path(moves.__file__).read_text("utf-8")
    cited = {int(n) for n in re.findall(r"clauses? (\d+)", source)}
    assert cited <= set(clauses("en"))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_word_of_the_notation_is_explained(language: str) -> None:
    text = ziggurat.game("ur").rules_text(language)
    game = ziggurat.game("ur")
    for word in {game.notation.write(action).split()[0] for action in range(game.actions)}:
        assert f"`{word}" in text


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_limits_are_those_of_the_rules(language: str) -> None:  # ur 10, 14
    text = ziggurat.game("ur").rules_text(language)
    assert f" {TURNS} " in text
    assert {"en": "twenty", "nl": "twintig"}[language] in text
    assert MARCHES == STONES == 20


@pytest.mark.parametrize("language", ["en", "nl"])
def test_options_and_the_house_variant_are_explained(language: str) -> None:
    text = ziggurat.game("ur").rules_text(language)
    for option in ziggurat.game("ur").options:
        assert f"`{option.name}`" in text
        for value in option.values:
            assert f"`{value}`" in text
    assert {"en": "house variant", "nl": "huisvariant"}[language] in text


def test_the_list_of_games_marks_the_house_variant() -> None:  # ur 1
    listed = CliRunner().invoke(app, ["games"]).output
    assert "seats 2 (a house variant: the published game is for 3 or 4), 3, 4" in listed
