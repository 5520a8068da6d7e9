"""Every game of ours has golden logs, a playthrough and champions' games."""

from __future__ import annotations

import pytest

import ziggurat
from tests.cases import every_game
from tests.data import test_champions as champions
from tests.golden import test_golden as golden
from ziggurat.core.game import Claim

each_game = pytest.mark.parametrize("name", every_game(claim=Claim.RECORDINGS))


@each_game
def test_there_are_golden_logs(name: str) -> None:
    assert len(list((golden.HERE / name).glob("*.log"))) >= len(ziggurat.game(name).seat_counts)


@each_game
def test_there_is_a_playthrough_of_openspiel(name: str) -> None:
    assert (golden.HERE / "openspiel" / f"{name}.txt").is_file()


@each_game
def test_there_are_games_of_champions_for_every_seat_count(name: str) -> None:
    seat_counts = {seats for game, seats in champions.FILES if game == name}
    assert seat_counts == set(ziggurat.game(name).seat_counts)
