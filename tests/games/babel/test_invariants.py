"""Invariants of Babel, checked in thousands of random positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import ziggurat
from tests.games.babel.busy import crowded, play_busily
from tests.games.babel.paper import SITES, after, legal_moves, total
from tests.playing import log_kept_on_failure
from ziggurat import Match
from ziggurat.games.babel.cards import VALUE
from ziggurat.sim import simulate

BATCH = range(10)


def parts(*firsts: int) -> list[Any]:
    """Where to begin; `make test` begins at the first place alone."""
    return [firsts[0], *(pytest.param(first, marks=pytest.mark.long) for first in firsts[1:])]


@pytest.mark.parametrize("hands", ["3/5", "5/5"])
@pytest.mark.parametrize("first", parts(*range(0, 60, 10)))
def test_cards_are_conserved(hands: str, first: int) -> None:  # babel 3, 4, 8, 20, 21
    for seed in BATCH:
        match = ziggurat.new("babel", seed=first + seed, hands=hands)
        play_busily(match, random.Random(seed), check_supplies)


@pytest.mark.parametrize("first", parts(*range(0, 200, 10)))
def test_cards_are_conserved_where_much_happens(first: int) -> None:  # babel 3, 8, 11
    for seed in BATCH:
        play_busily(crowded(first + seed), random.Random(seed), check_supplies)


def check_supplies(match: Match) -> None:
    position = match.position()
    players = position["players"]
    cards = Counter(position["draw"] + position["discard"])
    temple_cards = Counter(position["deck"] + position["deck_top"])
    for player in players:
        cards += Counter(player["hand"] + "".join(player["rows"].values()))
        temple_cards += Counter(player["stack"] + [1] * player["first_card"])
        for temple in player["temples"].values():
            temple_cards += Counter(temple)
            assert temple == sorted(set(temple))
        assert not Counter(player["remembered"]) - Counter(player["hand"])
    assert cards == Counter(dict.fromkeys(SITES, 12))
    assert temple_cards == Counter({1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5})
    assert match.scores == [total(player) for player in players]
    record = match.record()[0]
    assert list(record["hand_size"]) == [len(player["hand"]) for player in players]
    assert record["draw_size"] == len(position["draw"])
    assert record["deck_size"] == len(position["deck"])
    for seat, player in enumerate(players):
        for number, site in enumerate(SITES):
            planes = [int(places) for places in record["row"][seat, number]]
            assert sum(planes) == (1 << len(player["rows"][site])) - 1  # every place exactly once
            assert VALUE[record["temple"][seat, number]] == max(player["temples"][site], default=0)


@pytest.mark.parametrize("first", parts(*range(0, 60, 10)))
def test_the_rules_agree_with_a_game_on_paper(first: int) -> None:  # babel 2, 6, 7, 9, 10, 17
    for seed in range(first, first + 10):
        play_busily(ziggurat.new("babel", seed=seed), random.Random(seed), compare_with_paper, limit=120)


@pytest.mark.parametrize("first", parts(*range(0, 300, 30)))
def test_the_rules_agree_with_a_game_on_paper_where_much_happens(
    first: int,
) -> None:  # babel 10, 11, 12, 13, 14, 15, 16
    for seed in range(first, first + 30):
        play_busily(crowded(seed), random.Random(seed), compare_with_paper, limit=12)


def compare_with_paper(match: Match) -> None:
    if match.over:
        return
    position = match.position()
    moves = set(match.moves())
    assert moves == legal_moves(position)
    for move in sorted(moves - {"end"}):
        assert match.copy().play(move).position() == after(position, move), move


@pytest.mark.parametrize("hands", ["3/5", "5/5"])
def test_a_turn_and_a_game_are_bounded(hands: str) -> None:  # babel 23
    """2 * hand + rows + stacks falls with every action of a turn but the one migration."""
    for seed in range(20):
        match = ziggurat.new("babel", seed=seed, hands=hands)
        stream = random.Random(seed)
        with log_kept_on_failure(match):
            while not match.over:
                before, active = potential(match), match.view().active
                move = stream.choice(match.moves())
                match.play(move)
                if move.startswith("migrate"):
                    assert potential(match) == before
                elif move != "end":
                    assert potential(match) < before
                assert match.over or move == "end" or match.view().active == active


def potential(match: Match) -> int:
    position = match.position()
    rows = sum(len(row) for player in position["players"] for row in player["rows"].values())
    stacks = sum(len(player["stack"]) + player["first_card"] for player in position["players"])
    hands = sum(len(player["hand"]) for player in position["players"])
    return int(2 * hands + rows + stacks)


def test_random_games_never_need_the_limit_of_turns() -> None:  # babel 23
    outcome = simulate(ziggurat.game("babel"), seats=2, games=20_000, seed=3)
    assert outcome.endings["200 turns have been played"] == 0
