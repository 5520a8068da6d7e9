"""Prospects follow from what a seat knows and agree on every backend; a game may have none."""

from __future__ import annotations

import dataclasses
import random

import msgspec
import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, finish, setups, somewhere
from ziggurat import BadOption, Match
from ziggurat.core.match import Match as PlainMatch


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_truths_a_seat_cannot_tell_apart_have_the_same_prospects(setup: Setup) -> None:
    """Random games, every few positions, every seat and a spectator: only what they may know counts."""
    game = ziggurat.game(setup.game)
    if game.prospects is None:
        pytest.skip("this game has none")
    stream = random.Random(7)
    checked = 0

    def look(match: Match) -> None:
        nonlocal checked
        if stream.random() > 0.06:
            return
        for seat in range(-1, setup.seats):
            other = match.record(seat)
            game.engine().resample(other, seat, np.uint64(checked + 1))
            game.engine().redact(other, seat)
            assert game.prospects is not None
            assert game.prospects(other, seat) == match.prospects(seat)
            checked += 1

    for seed in range(4):
        finish(setup.new(seed), stream, look)
    assert checked


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_prospects_travel_as_json(setup: Setup) -> None:
    prospects = somewhere(setup, 4).prospects(0)
    assert msgspec.json.decode(msgspec.json.encode(prospects), type=type(prospects)) == prospects


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_interpreted_prospects_are_the_compiled_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ziggurat.game(name)
    matches = [somewhere(Setup(name, game.seat_counts[-1], {}), seed) for seed in range(5)]
    records = [(match.record(match.actor), match.actor) for match in matches]
    compiled = [match.prospects(match.actor) for match in matches]
    monkeypatch.setenv("ZIGGURAT_BACKEND", "interpreted")
    assert [game.prospects and game.prospects(*seen) for seen in records] == compiled


def test_prospects_of_an_unknown_seat_are_refused() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=1)
    with pytest.raises(BadOption, match="seats 0 to 1"):
        match.prospects(2)


def test_game_without_prospects() -> None:
    game = dataclasses.replace(ziggurat.game("babel"), prospects=None, _engines={})
    assert PlainMatch(game, 2, game.read_options({}), 1).prospects(0) is None
