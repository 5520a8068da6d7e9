"""Invariants of Ur, checked in thousands of random games."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import ziggurat
from tests.cases import among, first
from tests.playing import Setup, finish, setups
from ziggurat.core.bits import members
from ziggurat.core.game import OptionValue
from ziggurat.games.ur import GAME
from ziggurat.games.ur.board import FIELDS, PAIRS, SPARES_BY_SEATS, STONES, TURNS
from ziggurat.games.ur.state import Phase
from ziggurat.sim import simulate
from ziggurat.sim.batch import batch_player

SETUPS = [setup for setup in setups() if setup.game == "ur"]
# At random, hunger at `all` and wars that reach any field keep some matches going until the turn limit.
SETTLED = [setup for setup in SETUPS if (setup.options["hunger"], setup.options["reach"]) == ("others", "beside")]
READINGS = list(itertools.product(*(option.values for option in GAME.options)))


def check(match: ziggurat.Match) -> None:
    """Nothing is lost, no field has two owners, and derived fields agree with their sources."""
    state = match.record()[0]
    seats = int(state["seats"])
    levels = [set(members([word])) for word in state["level"]]
    assert all(higher <= lower for lower, higher in itertools.pairwise(levels))  # ur 3
    owned = [set(members([state["own"][seat]])) for seat in range(seats)]
    built = [set(members([state["ziggurat"][seat]])) for seat in range(seats)]
    assert sum(map(len, owned + built)) == len(set().union(*owned, *built))
    assert set().union(*owned) == levels[0]
    for seat in range(seats):
        on_board = sum(len(owned[seat] & level) for level in levels) + len(built[seat])
        assert on_board + state["supply"][seat] == STONES  # ur 3, 17
    assert state["ziggurats_left"] + sum(map(len, built)) == 5  # ur 11
    shown = [set(members([word])) for word in state["shows"]]
    assert sum(map(len, shown)) == FIELDS == len(set().union(*shown))
    pairs = Counter(map(int, [*state["tile"][: FIELDS + SPARES_BY_SEATS[seats]], *state["hand"][:seats]]))
    assert pairs == dict.fromkeys(range(PAIRS), 4)  # ur 17
    aiming = state["phase"] == Phase.WAR and state["far"]  # the attacking field may have been chosen
    assert aiming or (state["source"] >= 0) == (state["phase"] in (Phase.MOVE, Phase.CROSS))
    for player in match.view().players:
        assert sum(size * (size + 1) // 2 for size in player.sets) == player.score  # ur 15
    again = ziggurat.load("ur", match.position())  # points, supplies and sets are worked out anew here
    assert again.record().tobytes() == match.record().tobytes()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seeds", first(range(1), range(1, 3)), ids=str)
def test_nothing_is_lost(setup: Setup, seeds: range) -> None:
    for seed in seeds:
        finish(setup.new(seed), random.Random(seed), check)


@pytest.mark.parametrize("setup", SETTLED, ids=str)
def test_the_turn_limit_is_hardly_ever_met_at_random(setup: Setup) -> None:  # ur 14
    outcome = simulate(ziggurat.game("ur"), seats=setup.seats, games=10_000, seed=3, options=setup.options)
    assert outcome.endings["the turn limit is reached"] <= (5 if setup.seats == 2 else 0)
    assert setup.seats == 2 or outcome.longest < 4 * TURNS


@pytest.mark.parametrize("seats", first(*GAME.seat_counts))
@pytest.mark.parametrize("readings", among(READINGS, now=lambda one: one[3:] == READINGS[0][3:] or one == READINGS[-1]))
def test_all_readings_go_together(readings: tuple[OptionValue, ...], seats: int) -> None:
    """`setups` varies one option at a time; here is every combination, ended and the same in both backends."""
    options = dict(zip([option.name for option in GAME.options], readings, strict=True))
    outcome = simulate(GAME, seats=seats, games=300, seed=8, options=options)
    assert sum(outcome.endings.values()) == 300
    encoded = GAME.encode_options(GAME.read_options(options))
    compiled, interpreted = (batch_player(GAME, encoded, seats, 9, backend)(0, 2) for backend in ("cpu", "interpreted"))
    assert compiled.tobytes() == interpreted.tobytes()


def test_every_phase_ending_and_event_comes_up() -> None:
    phases, endings, kinds = set(), set(), set()
    for setup in SETUPS:
        for seed in range(20):
            match = setup.new(seed)
            stream = random.Random(seed)
            while not match.over:
                phases.add(Phase(int(match.record()["phase"][0])))
                match.play(stream.choice(match.legal()))
            if setup in SETTLED:
                endings.add(match.ending)
            kinds |= {event.kind for event in match.events()}
    assert phases == set(Phase)
    assert endings == {"a player cannot swap", "all ziggurats stand and the round is complete"}
    assert kinds == {form.name for form in ziggurat.game("ur").event_forms.values()}


def test_the_observation_shows_what_there_is() -> None:
    match = ziggurat.new("ur", seats=3, seed=4)
    finish(match, random.Random(4), check_observation)


def check_observation(match: ziggurat.Match) -> None:
    state = match.record()[0]
    for seat in range(match.seats):
        numbers, planes = match.observation(seat), {}
        at = 0
        for plane in match.game.observation:
            size = int(np.prod(plane.shape))
            planes[plane.name] = numbers[at : at + size].reshape(plane.shape)
            at += size
        for offset in range(match.seats):
            other = (seat + offset) % match.seats
            assert (
                planes["stones"][offset].sum() + planes["ziggurats"][offset].sum() + planes["supply"][offset] == STONES
            )
            assert planes["score"][offset] == state["score"][other]
            assert planes["hand"][offset].sum() == 2
        assert planes["shows"].sum() == FIELDS
        assert planes["includes"].sum() == 2 * FIELDS
        assert planes["spares"].sum() == 2 * SPARES_BY_SEATS[match.seats]
        assert planes["phase"].argmax() == state["phase"]
        assert planes["actor"].argmax() == (state["actor"] - seat) % match.seats
        assert int(planes["turn"][0]) * 256 + int(planes["turn"][1]) == state["turn"]
