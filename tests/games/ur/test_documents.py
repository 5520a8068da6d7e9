"""What the rules text of Ur says beyond its clauses."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import ziggurat
from ziggurat.cli import app
from ziggurat.core.game import write_option
from ziggurat.games.ur.board import MARCHES, STONES, TURNS


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
            assert f"`{write_option(value)}`" in text
    assert {"en": "house variant", "nl": "huisvariant"}[language] in text


def test_the_list_of_games_marks_the_house_variant() -> None:  # ur 1
    listed = CliRunner().invoke(app, ["games"]).output
    assert "seats 2 (a house variant: the published game is for 3 or 4), 3, 4" in listed
