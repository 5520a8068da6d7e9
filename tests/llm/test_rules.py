"""Questions about the rules: the engine gives the answers, and each can be answered from its prompt."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

import ziggurat
from tests.cases import first
from ziggurat.core.match import Match
from ziggurat.core.sentence import clauses
from ziggurat.core.text.clauses import clauses as all_clauses
from ziggurat.llm import rules
from ziggurat.llm.tasks import task_set

FROZEN = {1: "008011301bca82fd"}  # of some answers, by the version of the questions
GAMES = [game for game, _ in task_set("v0").games]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", first(6, 500))
def test_questions_are_what_the_engine_says(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is made again beside the position it came from."""
    game = ziggurat.game(name)
    positions: list[Match] = []
    told = rules._told

    def noted(match: Match) -> str:
        positions.append(match.copy())
        return told(match)

    monkeypatch.setattr(rules, "_told", noted)
    texts = set()
    for number in range(count):
        question = rules.make(game, "legal", number)
        match = positions[-1]
        texts.add(question.text)
        legal = set(match.moves())
        assert {move for move in question.moves if move in legal} == set(question.legal)
        forbidden = [move for move in question.moves if move not in legal]
        assert forbidden
        assert len(set(question.offered)) == rules.OFFERED
        assert set(question.offered) <= set(all_clauses(game))
        for move in forbidden:
            with pytest.raises(ziggurat.IllegalMove) as refused:
                match.play(move)
            assert clauses(refused.value.sentence) == [question.clause]
            assert question.clause in question.offered
        asked = rules.make(game, "points", number)
        match = positions[-1]
        texts.add(asked.text)
        (move,), seat, before = asked.moves, match.actor, match.scores
        match.play(move)
        assert match.scores[seat] - before[seat] == asked.points
        assert not match.revealed
        assert (asked.points != 0) == (number % 2 != 0)
    assert len(texts) == 2 * count


@pytest.mark.parametrize("name", GAMES)
def test_right_and_wrong_answers(name: str) -> None:
    game, stream = ziggurat.game(name), random.Random(1)
    for kind in rules.KINDS:
        question = rules.make(game, kind, 3)
        assert rules.make(game, kind, 3) == question
        assert rules.judge(game, question, f"Well: {json.dumps(question.answer)}")["right"]
        for wrong in ("", "{}", '{"points": "many"}', '{"legal": 3}', '{"legal": [3, null], "clause": true}'):
            assert not rules.judge(game, question, wrong)["right"]
        assert rules.judge(game, question, "I do not know.")["refusal"]
        assert not rules.judge(game, question, rules.guess(question, stream))["refusal"]
        assert not rules.judge(game, question, rules.guess(question, None))["refusal"]
    legal = rules.make(game, "legal", 3)
    shouted = {"legal": [f"{move.upper()}." for move in legal.legal], "clause": legal.clause}
    assert rules.judge(game, legal, json.dumps(shouted))["right"]
    half = rules.judge(game, legal, json.dumps({**legal.answer, "clause": 0}))
    assert (half["right"], half["moves_right"], half["clause_right"]) == (False, True, False)


def test_questions_never_change() -> None:
    """Whoever changes them makes results incomparable: raise `VERSION`."""
    made = [rules.make(ziggurat.game(name), kind, 7) for name in GAMES for kind in rules.KINDS]
    answers = [(question.moves, question.answer) for question in made]
    assert hashlib.blake2b(json.dumps(answers).encode(), digest_size=8).hexdigest() == FROZEN[rules.VERSION]
