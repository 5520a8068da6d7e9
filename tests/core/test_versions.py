"""Matches keep the rules they were begun under; new ones have the newest."""

from __future__ import annotations

import pickle
import random
import re

import pytest

import ziggurat
from tests.playing import finish
from ziggurat import BadLog, BadOption, BadPosition

VERSIONS = [(name, version) for name in ziggurat.game_names() for version in ziggurat.game(name).known_rules]
each_version = pytest.mark.parametrize(("name", "version"), VERSIONS)


@each_version
def test_a_match_keeps_its_rules_wherever_it_goes(name: str, version: int) -> None:
    match = finish(ziggurat.new(name, seed=5, rules=version), random.Random(5))
    assert match.rules == version
    half = match.at(len(match) // 2)
    for again in (
        match.copy(),
        ziggurat.read(match.to_text()),
        pickle.loads(pickle.dumps(match)),  # noqa: S301 - our own
        ziggurat.load(name, match.position()),
        eval(repr(match), {"ziggurat": ziggurat}),  # noqa: S307
        half,
        ziggurat.read(ziggurat.load(name, half.position()).to_text()),
    ):
        assert again.rules == version
    assert f"\nrules {version}\n" in match.to_text()
    assert match.position()["rules"] == version


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_a_new_match_has_the_newest_rules(name: str) -> None:
    game = ziggurat.game(name)
    assert ziggurat.new(name).rules == game.rules_version == max(game.known_rules)
    assert game.known_rules == tuple(range(game.known_rules[0], game.rules_version + 1))


@pytest.mark.parametrize("version", [0, 3, True, "1", 1.0])
def test_rules_that_never_were_are_refused_in_a_sentence(version: object) -> None:
    with pytest.raises(BadOption, match=r"^Ur has rules 1 or 2, not .*\.$"):
        ziggurat.new("ur", rules=version)  # type: ignore[arg-type]
    position = {**ziggurat.new("ur", seed=1).position(), "rules": version}
    with pytest.raises(BadPosition, match=r"^rules is 1, 2, not "):
        ziggurat.load("ur", position)


def test_a_log_of_rules_to_come_says_so() -> None:
    text = re.sub("rules 2", "rules 3", ziggurat.new("ur", seed=1).to_text())
    with pytest.raises(BadLog, match=r"recorded under rules 3 of Ur; this version knows rules 1 and 2\.$"):
        ziggurat.read(text)


def test_a_log_of_rules_1_is_not_read_by_rules_2() -> None:
    """The digest would not tell in the first position; the version in the heading does."""
    old = ziggurat.new("ur", seed=1, rules=1)
    assert ziggurat.read(old.to_text()).rules == 1
    with pytest.raises(BadLog, match=r"it has been changed|another position"):
        ziggurat.read(old.to_text().replace("rules 1", "rules 2"))


def test_the_former_name_of_an_option_is_read_and_not_written() -> None:
    match = ziggurat.new("ur", seats=3, seed=1, bonus="seed")
    assert match.options["bonus"] == "rulebook"
    assert "bonus rulebook" in match.to_text()
    assert ziggurat.read(match.to_text().replace("bonus rulebook", "bonus seed")).digest() == match.digest()
    with pytest.raises(BadOption, match=r"Option bonus is rulebook or published, not 'egg'\."):
        ziggurat.new("ur", bonus="egg")
