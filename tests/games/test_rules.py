"""The rules of every game have numbered clauses: refusals, lessons and links cite them."""

from __future__ import annotations

import pytest

import ziggurat
from tests.cases import every_game
from tests.clauses import WORDS, clauses, referred_to

each_game = pytest.mark.parametrize("name", every_game())


@each_game
def test_clauses_are_numbered_from_1_in_every_language(name: str) -> None:
    """They stand in the order one learns them; their numbers, which links and refusals cite, stay what they were."""
    assert clauses(name)
    assert sorted(clauses(name)) == list(range(1, len(clauses(name)) + 1))
    for language in ziggurat.game(name).rules_languages:
        assert clauses(name, language) == clauses(name)


@each_game
def test_clauses_that_clauses_refer_to_exist(name: str) -> None:
    for language in set(WORDS) & set(ziggurat.game(name).rules_languages):
        assert referred_to(name, language) <= set(clauses(name))
