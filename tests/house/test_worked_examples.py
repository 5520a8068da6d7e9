"""Every worked example gives the stated result when the engine plays it."""

from __future__ import annotations

from typing import Any

import pytest

import ziggurat
from tests.cases import every_game
from tests.clauses import clauses
from ziggurat.core.game import Claim
from ziggurat.core.lessons.example import Example, examples

EXAMPLES = [(name, example) for name in ziggurat.game_names() for example in examples(ziggurat.game(name))]
each_example = pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=[f"{g}-{e.name}" for g, e in EXAMPLES])


def look(position: Any, path: str) -> Any:
    for step in path.split("."):
        position = position[int(step)] if isinstance(position, list) else position[step]
    return position


@each_example
def test_an_example_scores_what_it_says(game: str, example: Example) -> None:
    match = ziggurat.load(game, example.position)
    before = match.scores
    match.play(*example.moves)
    assert [after - start for start, after in zip(before, match.scores, strict=True)] == example.gains
    assert {path: look(match.position(), path) for path in example.after} == example.after
    if example.refused is not None:
        move, reason = example.refused
        with pytest.raises(ziggurat.IllegalMove, match=reason):
            match.play(move)
    if example.may is not None:
        word = example.may[0].split()[0]
        assert sorted(move for move in match.moves() if move.split()[0] == word) == example.may


@each_example
def test_examples_have_texts_in_every_language_and_cite_a_clause(game: str, example: Example) -> None:
    assert set(example.text) == set(ziggurat.game(game).rules_languages)
    assert all(text.endswith((".", ")")) for text in example.text.values())
    assert example.clause in clauses(game)
    assert example.position["rules"] == ziggurat.game(game).rules_version
    assert example.moves or example.refused or example.may or example.after  # it shows something


@pytest.mark.parametrize("name", every_game(claim=Claim.EXAMPLES))
def test_a_game_has_a_dozen_worked_examples(name: str) -> None:
    own_examples = examples(ziggurat.game(name))
    assert len(own_examples) >= 12
    assert len({example.name for example in own_examples}) == len(own_examples)
    assert any(example.rulebook for example in own_examples)
