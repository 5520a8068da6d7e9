"""Previews predict what a decision scores, from what the seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere
from ziggurat.core.choices.preview import preview


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_preview_matches_the_move_that_is_played(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    stream = random.Random(5)
    for seed in range(6):
        match = somewhere(setup, seed)
        seat = match.actor
        gains, final = preview(game, match.record(seat), seat)
        assert set(gains) | set(final) <= set(match.legal())
        for action in stream.sample(match.legal(), min(12, len(match.legal()))):
            twin = match.copy().play(action)
            change = [new - old for new, old in zip(twin.scores, match.scores, strict=True)]
            if action not in final:
                assert change == gains.get(action, [0] * setup.seats)
            assert (action in final) == (twin.can_undo() == 0)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_truths_a_seat_cannot_tell_apart_have_one_preview(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    for seed in range(6):
        match = somewhere(setup, seed)
        seat = match.actor
        other = match.record(seat)
        game.engine().resample(other, seat, np.uint64(seed + 1))
        game.engine().redact(other, seat)
        assert preview(game, match.record(seat), seat) == preview(game, other, seat)


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_the_interpreted_preview_is_the_compiled_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ziggurat.game(name)
    match = somewhere(Setup(name, game.seat_counts[0], {}), 3)
    record, seat = match.record(match.actor), match.actor
    compiled = preview(game, record, seat)
    monkeypatch.setenv("ZIGGURAT_BACKEND", "interpreted")
    assert preview(game, record, seat) == compiled
