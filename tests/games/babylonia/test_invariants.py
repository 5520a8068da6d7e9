"""Invariants of Babylonia, checked in thousands of random positions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ziggurat
from tests.playing import finish
from ziggurat import Match
from ziggurat.core.bits import members
from ziggurat.core.record import copied
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    CARDS,
    CITIES,
    CROP,
    HEXES_IN_PLAY,
    KINDS,
    RIVER_HEXES,
    SITE_HEXES,
    TILES,
    TOKENS,
)
from ziggurat.games.babylonia.rules import derive
from ziggurat.games.babylonia.state import OUT_OF_GAME

GAMES = 12
each_table = pytest.mark.parametrize(("seats", "variant"), [(n, v) for n in (2, 3, 4) for v in (False, True)])


def watch(seats: int, variant: bool, look) -> None:  # type: ignore[no-untyped-def]
    for seed in range(GAMES):
        match = ziggurat.new("babylonia", seats=seats, seed=seed, variant=variant)
        finish(match, random.Random(seed), look)


def check_tokens(match: Match) -> None:
    state = match.record()[0]
    everywhere = [set(members(state["own"][seat])) for seat in range(4)]
    kinds = [set(members(state["kind"][kind])) for kind in range(KINDS)]
    assert sum(map(len, everywhere)) == len(set().union(*everywhere)) == len(set().union(*kinds))
    for seat in range(match.seats):
        on_board = np.array([len(everywhere[seat] & kinds[kind]) for kind in range(KINDS)])
        assert list(on_board + state["stand"][seat] + state["reserve"][seat]) == list(TOKENS)
        assert state["stand"][seat].sum() == state["stand_size"][seat]
        assert state["reserve"][seat].sum() == state["reserve_size"][seat]
    assert set().union(*everywhere) <= set(HEXES_IN_PLAY[match.seats]) - set(BLUE_HEXES)


@each_table
def test_tokens_are_conserved(seats: int, variant: bool) -> None:  # babylonia 19
    watch(seats, variant, check_tokens)


@each_table
def test_tiles_and_cards_are_conserved(seats: int, variant: bool) -> None:  # babylonia 20, 21
    lost: dict[int, int] = {}

    def look(match: Match) -> None:
        state = match.record()[0]
        if len(match) == 0:
            lost.clear()
        for tile in set(TILES[4]):
            there = int((state["tile"] == tile).sum())
            there += int(state["taken"][:, tile].sum()) if tile < CITIES else 0
            gone = TILES[seats].count(tile) - there
            assert gone >= lost.get(tile, 0)  # what has left the game never comes back
            lost[tile] = gone
        assert (state["card"] == OUT_OF_GAME).sum() == 2
        assert len(state["card"]) == CARDS
        assert state["card"].max() < seats

    watch(seats, variant, look)


@each_table
def test_scores_only_grow(seats: int, variant: bool) -> None:
    last = [0] * seats

    def look(match: Match) -> None:
        nonlocal last
        if len(match) == 0:
            last = [0] * seats
        assert all(now >= before for now, before in zip(match.scores, last, strict=True))
        last = match.scores

    watch(seats, variant, look)


def check_points(match: Match) -> None:
    """The events account for every point on the scoring track."""
    totals = [0] * match.seats
    for event in match.events(None):
        if event.kind == "gained":
            totals[event.seat] += event.arguments["points"]
    assert totals == match.scores


@each_table
def test_points_are_all_told(seats: int, variant: bool) -> None:
    for seed in range(GAMES):
        match = finish(ziggurat.new("babylonia", seats=seats, seed=seed, variant=variant), random.Random(seed))
        check_points(match)


def check_derived(match: Match) -> None:
    states = match.record()
    again = copied(states)
    derive.on("cpu")(again[0])
    assert again.tobytes() == states.tobytes()
    free = set(members(states[0]["free"]))
    taken = set().union(*(members(states[0]["own"][seat]) for seat in range(match.seats)))
    tiles = {SITE_HEXES[site] for site, tile in enumerate(states[0]["tile"]) if tile}
    assert free == set(HEXES_IN_PLAY[match.seats]) - taken - tiles - set(BLUE_HEXES)
    fields = {SITE_HEXES[site] for site, tile in enumerate(states[0]["tile"]) if tile >= CROP}
    assert set(members(states[0]["crop"])) == fields


@each_table
def test_derived_fields_follow_from_the_rest(seats: int, variant: bool) -> None:
    watch(seats, variant, check_derived)


@each_table
def test_finished_turns_are_of_the_four_kinds(seats: int, variant: bool) -> None:  # babylonia 3
    """Whatever random players end with `end` is one of the closed list."""
    for seed in range(GAMES):
        match = ziggurat.new("babylonia", seats=seats, seed=seed, variant=variant)
        stream = random.Random(seed)
        turn = 0
        while not match.over:
            action = stream.choice(match.legal())
            if match.game.notation.write(action) == "end":
                check_finished_turn(match, turn)
                turn += 1
            match.play(action)


def check_finished_turn(match: Match, turn: int) -> None:
    """A turn that may end now is of one of the four kinds."""
    state = match.record()[0]
    seat = int(state["active"])
    farmers, nobles = int(state["placed"][0]), state["placed"][1:]
    river = int(state["placed_in_river"])
    count = farmers + int(nobles.sum()) + river
    quota = 1 if turn == 0 else 2
    ordinary = count == quota or (count == 1 and state["stand_size"][seat] == 0)
    plenty = turn >= 2 and farmers >= 3 and nobles.sum() == 0 and river == 0
    three = state["card"][3] == seat and list(nobles) == [1, 1, 1] and farmers == river == 0
    joined = state["card"][4] == seat and farmers >= 3 and nobles.sum() == 1 and river == 0
    assert ordinary or plenty or three or joined


def test_river_tokens_are_face_down() -> None:  # babylonia 5
    match = finish(ziggurat.new("babylonia", seats=4, seed=2), random.Random(2))
    rivers = {match.game.notation.write(hexagon)[2:] for hexagon in RIVER_HEXES}
    for token in match.view(0).tokens:
        assert (token.kind is None) == (token.place in rivers and token.seat != 0)
