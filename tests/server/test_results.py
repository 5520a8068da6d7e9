"""Every ending of a match has a sentence for people and a code for programs."""

from __future__ import annotations

import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere
from ziggurat.server.tables import results


@pytest.mark.parametrize(
    ("ending", "why", "seat"),
    [
        ("seat 2 resigned", "resigned", 2),
        ("seat 0's time ran out", "timeout", 0),
        ("imported unfinished", "unfinished", -1),
        ("a stand is empty", "", -1),  # the page finds its words by the sentence
    ],
)
def test_result_stored_without_a_code_can_be_read(ending: str, why: str, seat: int) -> None:
    old = {"winners": [1], "scores": [3, 7, 5], "ending": ending}
    result = results.read_result(old)
    assert result == Result([1], [3, 7, 5], ending, why, seat)
    assert results.read_result(msgspec.to_builtins(result)) == result


def test_stored_result_agrees_with_the_computed_one() -> None:
    computed = Result([1], [3, 7], "a stand is empty", "empty stand")
    assert results.agree(computed, computed)
    assert results.agree(Result([1], [3, 7], "a stand is empty"), computed)
    assert not results.agree(Result([0], [3, 7], "a stand is empty"), computed)
    assert not results.agree(Result([1], [3, 7], "a stand is empty", "last city"), computed)
    assert not results.agree(computed, None)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_ending_has_a_code_of_its_own(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    assert len(set(game.ending_codes)) == len(game.ending_codes) == len(game.endings)
    assert not {results.RESIGNED, results.TIMEOUT, results.UNFINISHED} & set(game.ending_codes)
    match = somewhere(setup, 1)
    assert (match.ending_code == "") is not match.over
    assert results.played_out(match).why == (match.ending_code or "unfinished")
