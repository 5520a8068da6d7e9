"""What must hold in every position of Amyitis, tried out over random games."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.bits import NONE, ONE, lowest, popcount
from ziggurat.core.chance import seed_for, start
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel
from ziggurat.core.record import copied
from ziggurat.games.amyitis.actions import BASE, WORDS
from ziggurat.games.amyitis.board import CRAFTS, LEVELS, TOP_LEVEL, TRACKS, Court
from ziggurat.games.amyitis.components import COURT_COUNT, CRAFT_COUNT, GARDENERS, KEEP, START_TALENTS
from ziggurat.games.amyitis.rules import apply, choices, decide, derive, go_on, legal, setup
from ziggurat.games.amyitis.state import STATE, Phase
from ziggurat.sim import simulate

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])

# ------------------------------------------------------------------------------------------------ no dead ends

DEAD_END = -1
DEPTH = 12


@kernel
def step(state, action):  # type: ignore[no-untyped-def]
    """As `apply`, but settle forced choices only where there is one; DEAD_END where there is none."""
    choice = action - BASE[state.phase]
    while True:
        decide(state, choice, None)
        go_on(state, None)
        if state.phase == Phase.TURN:
            return 1
        chosen = choices(state)
        if chosen == NONE:
            return DEAD_END
        if popcount(chosen) > 1:
            return 1
        choice = lowest(chosen)


@kernel
def explore(stack, masks):  # type: ignore[no-untyped-def]
    """Play every way in which the turn in the first record can go on to its end; say how many decisions that were."""
    if legal(stack[0], masks[0]) == 0:
        return DEAD_END
    depth, decisions = 0, 0
    while depth >= 0:
        action = -1
        for word in range(WORDS):
            if action < 0 and masks[depth, word] != NONE:
                action = 64 * word + lowest(masks[depth, word])
                masks[depth, word] &= masks[depth, word] - ONE
        if action < 0:
            depth -= 1
            continue
        stack[depth + 1] = stack[depth]
        decisions += 1
        if step(stack[depth + 1], action) == DEAD_END:
            return DEAD_END
        if stack[depth + 1].over or stack[depth + 1].phase == Phase.TURN:
            continue
        if legal(stack[depth + 1], masks[depth + 1]) < 2:
            return DEAD_END
        if stack[depth + 1].phase < Phase.PROCESSION:
            depth += 1
    return decisions


@kernel
def explore_games(states, stack, masks, stream, seats, options, games):  # type: ignore[no-untyped-def]
    """Play random games, and from every position of each explore the whole turn."""
    decisions = 0
    for game in range(games):
        states[0] = states[1]
        setup(states[0], seats, options, seed_for(np.uint64(77), game))
        start(stream, seed_for(np.uint64(78), game))
        while not states[0].over:
            stack[0] = states[0]
            outcome = explore(stack, masks)
            if outcome == DEAD_END:
                return DEAD_END
            decisions += outcome
            count = legal(states[0], masks[0])
            apply(states[0], pick(masks[0], count, stream), None)
    return decisions


@kernel
def pick(mask, count, stream):  # type: ignore[no-untyped-def]
    """A random action."""
    return choose(mask, count, stream)


def count_without_dead_ends(seats: int, games: int) -> int:
    game = ziggurat.game("amyitis")
    options = game.encode_options(game.read_options({}))
    states, stack = game.new_records(2), game.new_records(DEPTH)
    masks, stream = np.zeros((DEPTH, game.words), dtype=np.uint64), np.zeros(1, dtype=np.uint64)
    outcome = game.bind(explore_games)(states, stack, masks, stream, seats, options, games)
    return int(outcome)


@pytest.mark.long
@SEATS
def test_no_choice_leads_into_a_dead_end(seats: int) -> None:  # amyitis 3, 8, 10
    assert count_without_dead_ends(seats, 100) > 100_000


@pytest.mark.long
@SEATS
def test_no_choice_leads_into_a_dead_end_in_ten_thousand_games(seats: int) -> None:  # amyitis 3, 8, 10
    assert count_without_dead_ends(seats, 10_000) > 10_000_000


# ------------------------------------------------------------------------------------------------ nothing is lost


def check(match: ziggurat.Match) -> None:
    """Every piece is in one place, and derived fields follow from the others."""
    records = match.record()
    state = records[0]
    seats, part = match.seats, state["part"]
    for track, top in enumerate(TOP_LEVEL):
        for level in range(1, top + 1):
            supply = part[COURT_COUNT + TRACKS * LEVELS * (seats - 2) + LEVELS * track + level]
            owned = (state["level"][:seats, track] >= level).sum()
            assert state["court"][track, level] + owned == supply
    assert state["gardeners_left"] + state["gardeners"].sum() == part[GARDENERS + seats - 2]
    cards = state["court"][Court.CARAVANEER, TOP_LEVEL[Court.CARAVANEER]]
    assert state["token"].sum() == cards + (state["phase"] == Phase.TOKEN)
    for group in range(seats):
        assert state["craft"][group].sum() + state["face_down"][group] == 3
    assert all(state["craft"][:, c].sum() <= part[CRAFT_COUNT + CRAFTS * (seats - 2) + c] for c in range(CRAFTS))
    dealt = 13 if seats == 2 else 16
    assert (state["tile"] >= 0).sum() == dealt
    assert len({int(tile) for tile in state["tile"] if tile >= 0}) == dealt
    assert state["tiles_left"] + state["tiles"].sum() == dealt
    assert [int((state["gardener"] == seat).sum()) for seat in range(4)] == state["tiles"].tolist()
    assert min(state["talents"].min(), state["camels"].min(), state["resources"].min(), state["score"].min()) >= 0
    cubes = [int(own) for own in state["cubes"]]
    assert sum(cubes) == np.bitwise_or.reduce(state["cubes"])  # no area has two cubes
    assert int(state["filled"]) & ~int(state["areas"]) == 0
    assert sum(cubes) & ~int(state["filled"]) == 0
    for row in range(2):
        assert (state["field"][row] >= 0).sum() == state["field_size"][row] < 5
    again = copied(records)
    derive(again[0])
    assert again.tobytes() == records.tobytes()


@SEATS
def test_nothing_is_lost(seats: int) -> None:  # amyitis 2, 4, 11, 12
    for seed in range(12):
        finish(ziggurat.new("amyitis", seats=seats, seed=seed), random.Random(seed), check)


def check_books(match: ziggurat.Match) -> None:
    """What each seat has at the end is what the events gave and took."""
    seats = match.seats
    start_talents = int(match.record()[0]["part"][START_TALENTS])
    score, camels, talents = (Counter(dict.fromkeys(range(seats), n)) for n in (0, 1, start_talents))
    resources: Counter[int] = Counter()
    for event in match.events():
        numbers = event.arguments
        if event.kind == "gained":
            score[event.seat] += numbers["count"]
        elif event.kind == "talents":
            talents[event.seat] += numbers["count"]
        elif event.kind == "recruited":
            talents[event.seat] -= numbers["price"]
        elif event.kind == "camels":
            camels[event.seat] += numbers["count"]
        elif event.kind == "moved":
            camels[event.seat] -= numbers["camels"]
        elif event.kind == "resource":
            resources[event.seat] += 1
        elif event.kind in ("paid", "gave", "discarded"):
            resources[event.seat] -= 1
    state = match.record()[0]
    for seat in range(seats):
        assert score[seat] == match.scores[seat]
        assert talents[seat] == state["talents"][seat]
        assert camels[seat] == state["camels"][seat]
        assert resources[seat] == state["resources"][seat].sum()
        assert resources[seat] <= state["part"][KEEP + int(state["level"][seat, Court.CARAVANEER])]


@SEATS
def test_the_books_balance(seats: int) -> None:  # amyitis 2, 3, 8, 10, 14
    for seed in range(20):
        check_books(finish(ziggurat.new("amyitis", seats=seats, seed=seed), random.Random(seed)))


@SEATS
def test_random_games_end_long_before_the_last_round(seats: int) -> None:  # amyitis 15, 18
    outcome = simulate(ziggurat.game("amyitis"), seats=seats, games=20_000, seed=3)
    assert outcome.endings["the last round is over"] == 0


def test_the_record_is_small() -> None:
    assert STATE.itemsize <= 1024
