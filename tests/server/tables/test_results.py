"""Every ending of a match has a sentence for people and a code for programs."""

from __future__ import annotations

import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere
from ziggurat.server.tables import results


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_ending_has_a_code_of_its_own(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    assert len(set(game.ending_codes)) == len(game.ending_codes) == len(game.endings)
    assert not {results.RESIGNED, results.TIMEOUT, results.UNFINISHED} & set(game.ending_codes)
    match = somewhere(setup, 1)
    assert (match.ending_code == "") is not match.over
    assert results.played_out(match).why == (match.ending_code or "unfinished")
