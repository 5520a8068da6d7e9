"""Premoves follow from what a seat knows, and most of them turn out to be legal."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.playing import Setup, somewhere
from ziggurat.core.choices.premoves import premoves


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_most_legal_moves_were_offered_as_premoves(game: str) -> None:
    offered, possible = 0, 0
    for seed in range(100):
        if seed > 2 and possible > 50:
            break
        match, stream = ziggurat.new(game, seed=seed), random.Random(seed)
        guesses: dict[int, set[int]] = {}
        while not match.over:
            guess = guesses.pop(match.actor, None)
            if guess is not None:
                possible += len(match.legal())
                offered += len(guess.intersection(match.legal()))
            before = match.actor
            match.play(stream.choice(match.legal()))
            if not match.over and match.actor != before and len(match) % 5 == 0:
                guesses[before] = {choice.action for choice in premoves(match.game, match.record(before), before)}
    assert possible > 50
    assert offered > 0.8 * possible


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_premoves_depend_on_nothing_hidden(game: str) -> None:
    match = somewhere(Setup(game, ziggurat.game(game).seat_counts[-1], {}), 5)
    seat = (match.actor + 1) % match.seats
    record = match.record(seat)
    other = record.copy()
    match.game.engine().resample(other, seat, 77)  # another truth that this seat thinks possible
    match.game.engine().redact(other, seat)
    assert premoves(match.game, record, seat) == premoves(match.game, other, seat)
    assert record.tobytes() == match.record(seat).tobytes()  # and changes nothing
