"""Every refusal is one sentence that cites an existing clause."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere
from ziggurat.core.errors import InvalidMove
from ziggurat.core.sentence import Sentence
from ziggurat.core.sentence import clauses as clauses_of

CITED = re.compile(r"\(clauses? ((?:\d+)(?:(?:, | and )\d+)*)\)\.$")
FORMS: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "web" / "src" / "generated" / "refusals.json").read_text("utf-8")
)


def check_form(game: str, reason: Any) -> None:
    """The page can say it in another language: its form is known, and its values are what travels as JSON."""
    assert isinstance(reason, Sentence), reason
    assert reason.form in [*FORMS[game], *FORMS["common"]], reason.form
    assert reason == reason.form.format(**reason.values)
    for name, value in reason.values.items():
        if isinstance(value, Sentence):
            check_form(game, value)
        else:
            assert type(value) in (int, str), (name, value)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_an_illegal_action_is_refused_with_its_clause(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    clauses = set(re.findall(r"^\*\*(\d+)\.", game.rules_text(), re.MULTILINE))
    refused = 0
    for seed in range(60):
        if seed > 5 and refused > 50:
            break
        match = somewhere(setup, seed)
        legal = set(match.legal())
        record = match.record(match.actor)[0]
        for action in random.Random(seed).sample(range(game.actions), min(80, game.actions)):
            if action in legal:
                continue
            reason = game.notation.refuse(record, action)
            check_form(setup.game, reason)
            cited = CITED.search(reason)
            assert cited, reason
            assert set(re.findall(r"\d+", cited[1])) <= clauses, reason
            assert clauses_of(reason) == [int(number) for number in re.findall(r"\d+", cited[1])]
            assert "\n" not in reason
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_invalid_moves_are_refused_in_a_known_form(game: str) -> None:
    texts = ["xyzzy", "m z9", "m a99", "score d7", "card 12", "put a9", "attack a1 c3", "swap spare 7", "cross 9"]
    refused = 0
    for text in [*texts, "use M", "use P", "to maril", "{seat}"]:
        try:
            ziggurat.game(game).notation.read(text)
        except InvalidMove as problem:
            check_form(game, problem.sentence)
            refused += 1
    assert refused > 5


@pytest.mark.parametrize("owner", FORMS)
def test_refusals_name_seats_as_seat_number(owner: str) -> None:
    for form in FORMS[owner]:
        for before in re.findall(r"(\S* ?)\{(?:seat|actor)\}", form):
            assert before.lower() == "seat ", form
