"""Bots refuse records they cannot decide about, with one sentence."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, setups
from ziggurat import BadRecord, Match, bots
from ziggurat.bots.own import bring
from ziggurat.core.game import Game
from ziggurat.core.record import copied

NAMES = [*bots.names(), "network", "search:0.2", "classic:20i", "learned:20i"]
each_bot = pytest.mark.parametrize("bot", [*NAMES, "a function"])
each_game = pytest.mark.parametrize(
    "game", [ziggurat.game(name) for name in ziggurat.game_names()], ids=lambda game: game.name
)
SECRETS = [setup for setup in setups() if ziggurat.game(setup.game).secrets]


def made(bot: str, game: Game) -> bots.Bot:
    return bring((lambda _, mask: int(mask.argmax())) if bot == "a function" else bot)(game, 1)


def finished(game: Game) -> Match:
    match, stream = ziggurat.new(game.name, seed=1), random.Random(1)
    while not match.over:
        match.play(stream.choice(match.legal()))
    return match


def refusals(bot: bots.Bot, records: Any) -> set[str]:
    """The sentence with which a bot refuses a record, whatever it is asked."""
    sentences = set()
    for ask in (bot.choose, bot.think):
        with pytest.raises(BadRecord) as refusal:
            ask(records)
        sentences.add(str(refusal.value))
    return sentences


@each_bot
@each_game
def test_bot_refuses_a_finished_match(bot: str, game: Game) -> None:
    match = finished(game)
    for seat in range(-1, match.seats):
        sentence = f"This match of {game.title} is over: there is nothing to decide."
        assert refusals(made(bot, game), match.record(seat)) == {sentence}
    assert refusals(made(bot, game), match) == {sentence}


@each_bot
@each_game
def test_bot_refuses_the_record_of_another_game(bot: str, game: Game) -> None:
    for other in set(ziggurat.game_names()) - {game.name}:
        foreign = ziggurat.new(other, seed=1)
        sentence = f"This bot plays {game.title}; it was given a record of {foreign.game.title}."
        assert refusals(made(bot, game), foreign.record(0)) == {sentence}
        assert refusals(made(bot, game), foreign) == {sentence}


@each_bot
@each_game
def test_bot_refuses_what_is_no_record(bot: str, game: Game) -> None:
    match, player = ziggurat.new(game.name, seed=1), made(bot, game)
    for thing in (None, 3, "record", match.record(0)[0], match.record(0).tobytes()):
        (sentence,) = refusals(player, thing)
        assert sentence.startswith("A bot decides about a match or a record, match.record(match.actor), not about ")
    assert refusals(player, np.zeros(5)) == {
        f"This bot plays {game.title}; it was given an array that is no record of it."
    }
    for several in (match.record(0)[:0], np.concatenate([match.record(0)] * 2)):
        (sentence,) = refusals(player, several)
        assert sentence.startswith("A bot decides about one record at a time, not about an array of shape ")
    assert refusals(player, game.new_records()) == {
        f"This record is not a position of {game.title}: it is empty or damaged."
    }


@each_bot
@pytest.mark.parametrize("setup", SECRETS, ids=str)
def test_bot_refuses_the_record_of_another_seat(bot: str, setup: Setup) -> None:
    match = setup.new(1)
    actor, player = match.actor, made(bot, match.game)
    for seat in {*range(-1, match.seats)} - {actor}:
        sentence = f"Seat {actor} is to move, and this is not its record: use match.record({actor})."
        assert refusals(player, match.record(seat)) == {sentence}


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_check_tells_seats_apart_throughout_a_match(setup: Setup) -> None:
    """A record with the same content as the actor's is accepted, whichever seat it was made for; others are refused.

    If the actor has no secrets at the moment, a spectator's record could be the actor's of another match.
    """
    for seed in range(3):
        match, stream = setup.new(seed), random.Random(seed)
        check = made("random", match.game).check
        while not match.over:
            own = match.record(match.actor)
            without_secrets = copied(own)
            match.game.engine().redact(without_secrets, (match.actor + 1) % match.seats)
            first = -1 if without_secrets.tobytes() != own.tobytes() else 0
            check(match.record())  # the whole position
            for seat in range(first, match.seats):
                records = match.record(seat)
                if records.tobytes() == own.tobytes():
                    check(records)
                else:
                    with pytest.raises(BadRecord, match="is not its record"):
                        check(records)
            match.play(stream.choice(match.legal()))


def test_check_leaves_the_record_alone() -> None:
    match = ziggurat.new("babel", seed=1)
    records = match.record(match.actor)
    records.flags.writeable = False
    before = records.tobytes()
    made("random", match.game).check(records)
    assert records.tobytes() == before
