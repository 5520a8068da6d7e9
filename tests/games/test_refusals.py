"""Every refusal is one sentence that names the clause it comes from, and that clause is in the rules."""

from __future__ import annotations

import random
import re

import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere

CITED = re.compile(r"\(clauses? ((?:\d+)(?:(?:, | and )\d+)*)\)\.$")


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_an_illegal_action_is_refused_with_its_clause(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    clauses = set(re.findall(r"^\*\*(\d+)\.", game.rules_text(), re.MULTILINE))
    refused = 0
    for seed in range(6):
        match = somewhere(setup, seed)
        legal = set(match.legal())
        known = match.record(match.actor)[0]
        for action in random.Random(seed).sample(range(game.actions), min(80, game.actions)):
            if action in legal:
                continue
            reason = game.notation.refuse(known, action)
            cited = CITED.search(reason)
            assert cited, reason
            assert set(re.findall(r"\d+", cited[1])) <= clauses, reason
            assert "\n" not in reason
            refused += 1
    assert refused > 50
