"""A match keeps the rules version it began with. `tests/example_game` has a game with two versions."""

from __future__ import annotations

import pickle
import random

import pytest

import ziggurat
from tests.cases import every_game
from tests.playing import finish
from ziggurat import BadLog, BadOption


@pytest.mark.parametrize("name", every_game())
def test_a_new_match_has_the_newest_rules(name: str) -> None:
    game = ziggurat.game(name)
    assert ziggurat.new(name).rules == game.rules_version == max(game.known_rules)
    assert game.known_rules == tuple(range(1, game.rules_version + 1))


@pytest.mark.parametrize("name", every_game())
def test_copies_keep_the_rules_version(name: str) -> None:
    for version in ziggurat.game(name).known_rules:
        match = finish(ziggurat.new(name, seed=5, rules=version), random.Random(5))
        half = match.at(len(match) // 2)
        for copy in (
            match,
            match.copy(),
            ziggurat.read(match.to_text()),
            pickle.loads(pickle.dumps(match)),  # noqa: S301 - our own
            ziggurat.load(name, match.position()),
            eval(repr(match), {"ziggurat": ziggurat}),  # noqa: S307
            half,
            ziggurat.read(ziggurat.load(name, half.position()).to_text()),
        ):
            assert copy.rules == version
        assert f"\nrules {version}\n" in match.to_text()
        assert match.position()["rules"] == version


def test_unknown_rules_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match=r"^Ur has rules 1, not 2\.$"):
        ziggurat.new("ur", rules=2)
    log = ziggurat.new("ur", seed=1).to_text().replace("rules 1", "rules 2")
    with pytest.raises(BadLog, match=r"recorded under rules 2 of Ur; this version knows rules 1\.$"):
        ziggurat.read(log)
