"""Matches by answers in words: refusals, forfeits, forced decisions, rewards."""

from __future__ import annotations

import json
import random

import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.errors import BadOption
from ziggurat.envs.rewards import KINDS, number_of, settle
from ziggurat.envs.text import REFUSALS, TextGame

GAMES = ziggurat.game_names()


def reply(playing: TextGame, drawn: random.Random) -> str:
    """A legal answer."""
    return json.dumps({"move": drawn.choice(playing.match.moves())})


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_played_by_answers(name: str) -> None:
    playing, drawn = TextGame(ziggurat.new(name, seats=2, seed=3), {1: "random"}), random.Random(3)
    while not playing.over:
        assert playing.actor == 0
        assert len(playing.match.legal()) > 1
        assert "Legal moves" in playing.text(0)
        assert playing.answer(reply(playing, drawn)).refusal == ""
    assert playing.refused == [0, 0]
    assert not playing.forfeits
    again, drawn = TextGame(ziggurat.new(name, seats=2, seed=3), {1: "random"}), random.Random(3)
    while not again.over:
        again.answer(reply(again, drawn))
    assert again.match == playing.match


def test_refusals_are_told_to_their_seat_only_and_forgotten() -> None:
    playing, drawn = TextGame(ziggurat.new("ur", seats=3, seed=3)), random.Random(3)
    seat = playing.actor
    outcome = playing.answer("I would rather not say.")
    assert outcome.refusal.startswith("Unreadable: The reply has no move.")
    assert playing.text(seat).startswith("Unreadable: ")
    assert "Unreadable" not in playing.text((seat + 1) % 3)
    taken = playing.match.legal()[0]
    assert playing.answer('{"move": "done"}').refusal.startswith("Illegal: ")
    assert len(playing.match) == 0
    assert taken == playing.match.legal()[0]
    assert playing.answer(reply(playing, drawn)).refusal == ""
    assert "Illegal" not in playing.text(seat)
    assert playing.refused[seat] == 2
    assert not playing.forfeits


def test_a_bot_finishes_a_seat_that_gives_no_answers() -> None:
    playing = TextGame(ziggurat.new("babel", seed=3), {1: "random"})
    seat = playing.actor
    outcomes = [playing.answer("x") for _ in range(REFUSALS)]
    assert [outcome.forfeited for outcome in outcomes] == [False, False, True]
    assert playing.over
    assert playing.forfeits == {seat: 0}
    with pytest.raises(BadOption, match="The game is over"):
        playing.answer("x")


@pytest.mark.parametrize("kind", KINDS)
def test_a_forfeited_seat_is_paid_as_the_last(kind: str) -> None:
    """Or it would pay to answer nothing and let the bot play."""
    playing = TextGame(ziggurat.new("babel", seed=3), {1: "random"})
    seat = playing.actor
    assert playing.rewards(kind) == [0.0, 0.0]
    for _ in range(REFUSALS):
        playing.answer("x")
    paid = playing.match.rewards(kind)
    assert paid[seat] > 0  # steward wins against random
    assert playing.rewards(kind)[seat] == min(paid) < 0
    assert playing.rewards(kind)[1 - seat] == paid[1 - seat]


def test_what_was_played_before_a_refusal_counts_as_an_answer() -> None:
    playing = TextGame(ziggurat.new("babylonia", seats=2, seed=7), refusals=1)
    outcome = playing.answer('{"moves": ["f d7", "f d7"]}')
    assert outcome.played == ["f d7"]
    assert outcome.refusal == "Illegal: Hexagon d7 already holds a token of you (clause 4)."
    assert not outcome.forfeited


def test_bad_settings_are_refused() -> None:
    match = ziggurat.new("babel", seed=3)
    for given, sentence in (
        ({"moves": "some"}, "`moves` is one of"),
        ({"history": "some"}, "`history` is one of"),
        ({"refusals": 0}, "Refusals before a forfeit"),
        ({"seats": {2: "random"}}, "This match has seats 0 to 1, not 2"),
        ({"seats": {1: "deep blue"}}, "There is no bot called"),
    ):
        with pytest.raises(BadOption, match=sentence):
            TextGame(match.copy(), **given)


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_those_of_environments(name: str) -> None:
    import numpy as np

    for seats in ziggurat.game(name).seat_counts:
        match = finish(ziggurat.new(name, seats=seats, seed=3), random.Random(seats))
        for kind in KINDS:
            paid = np.zeros(seats)
            match.game.bind(settle)(match.record(), number_of(kind), paid)
            assert match.rewards(kind) == paid.tolist()
        assert match.at(3).rewards() == [0.0] * seats
    with pytest.raises(BadOption, match="A reward is win, rank or score, not 'luck'"):
        match.rewards("luck")
