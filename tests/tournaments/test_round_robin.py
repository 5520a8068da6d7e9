"""Round robin: even meetings and balanced seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ziggurat.tournaments import Round, rounds_needed, schedule


def met(rounds: list[Round]) -> Counter[frozenset[str | None]]:
    """How often each two are at one table."""
    return Counter(frozenset(pair) for found in rounds for table in found.tables for pair in combinations(table, 2))


@pytest.mark.parametrize("players", range(2, 25))
def test_pairs_meet_once_with_balanced_seats(players: int) -> None:
    names = [f"p{number}" for number in range(players)]
    rounds = schedule(names, 2)
    assert len(rounds) == rounds_needed(players, 2)
    assert met(rounds) == {frozenset(pair): 1 for pair in combinations(names, 2)}
    for round_ in rounds:
        assert sorted([*(who or "" for table in round_.tables for who in table), *round_.byes]) == sorted(names)
        assert len(round_.byes) == players % 2
    first = Counter(table[0] for round_ in rounds for table in round_.tables)
    second = Counter(table[1] for round_ in rounds for table in round_.tables)
    assert all(abs(first[who] - second[who]) <= 1 for who in names)


def test_second_cycle_swaps_seats() -> None:
    rounds = schedule(list("abcdef"), 2, 10)
    assert Counter(table for found in rounds for table in found.tables).most_common(1)[0][1] == 1
    assert set(met(rounds).values()) == {2}


@pytest.mark.parametrize(("seats", "players"), [(3, 9), (4, 16)])
def test_affine_plane_fields_meet_once(seats: int, players: int) -> None:
    names = [f"p{number}" for number in range(players)]
    rounds = schedule(names, seats)
    assert len(rounds) == seats + 1
    assert met(rounds) == {frozenset(pair): 1 for pair in combinations(names, 2)}


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "players", [4, 5, 7, *(pytest.param(n, marks=pytest.mark.long) for n in (6, 8, 10, 11, 12, 13))]
)
def test_tables_of_three_and_four_have_even_meetings(seats: int, players: int) -> None:
    names = [f"p{number}" for number in range(players)]
    for rounds in (rounds_needed(players, seats), 2 * rounds_needed(players, seats) + 1):
        rounds_paired = schedule(names, seats, rounds)
        assert len(rounds_paired) == rounds
        for one in rounds_paired:
            assert sorted([*(who or "" for table in one.tables for who in table), *one.byes]) == sorted(names)
        times = [met(rounds_paired)[frozenset(pair)] for pair in combinations(names, 2)]
        assert max(times) - min(times) <= 2
        byes = Counter(who for one in rounds_paired for who in one.byes)
        assert max(byes[who] for who in names) - min(byes[who] for who in names) <= 1
        first = Counter(table[0] for one in rounds_paired for table in one.tables)
        assert max(first[who] for who in names) - min(first[who] for who in names) <= 2


def test_the_same_seed_gives_the_same_rounds() -> None:
    names = [f"p{number}" for number in range(11)]
    assert schedule(names, 4, seed=5) == schedule(names, 4, seed=5)
    assert schedule(names, 4, seed=5) != schedule(names, 4, seed=6)
