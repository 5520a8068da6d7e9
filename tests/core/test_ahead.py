"""What can be chosen next is guessed from what a seat knows, and most guesses are right."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.playing import Setup, somewhere
from ziggurat.core.ahead import ahead


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_most_of_what_can_be_chosen_next_was_told_before(game: str) -> None:
    told, possible = 0, 0
    for seed in range(100):
        if seed > 2 and possible > 50:
            break
        match, stream = ziggurat.new(game, seed=seed), random.Random(seed)
        guesses: dict[int, set[int]] = {}
        while not match.over:
            known = guesses.pop(match.actor, None)
            if known is not None:
                possible += len(match.legal())
                told += len(known.intersection(match.legal()))
            before = match.actor
            match.play(stream.choice(match.legal()))
            if not match.over and match.actor != before and len(match) % 5 == 0:
                guesses[before] = {choice.action for choice in ahead(match.game, match.record(before), before)}
    assert possible > 50
    assert told > 0.8 * possible


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_a_guess_depends_on_nothing_hidden(game: str) -> None:
    match = somewhere(Setup(game, ziggurat.game(game).seat_counts[-1], {}), 5)
    seat = (match.actor + 1) % match.seats
    known = match.record(seat)
    other = known.copy()
    match.game.engine().resample(other, seat, 77)  # another truth that this seat thinks possible
    match.game.engine().redact(other, seat)
    assert ahead(match.game, known, seat) == ahead(match.game, other, seat)
    assert known.tobytes() == match.record(seat).tobytes()  # and changes nothing
