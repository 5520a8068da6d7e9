"""Swiss pairing: thousands of simulated tournaments, and all possible pairings of small fields."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.simulated import agreement, field, found_order, outcomes_of, swiss
from ziggurat.tournaments import Round, TableOutcome, pair_swiss, standings, table_sizes
from ziggurat.tournaments.outcomes import meetings


def check_round(paired: Round, players: list[str], seats: int, *, fill: bool) -> None:
    """Everyone is at one table, or sits out, and nobody twice."""
    sat = [who for table in paired.tables for who in table if who is not None]
    assert sorted([*sat, *paired.byes]) == sorted(players)
    assert all(sum(who is None for who in table) < len(table) for table in paired.tables)
    if fill:
        assert not paired.byes
        assert all(len(table) == seats for table in paired.tables)
    else:
        sizes, byes = table_sizes(len(players), seats)
        assert sorted(map(len, paired.tables)) == sorted(sizes)
        assert len(paired.byes) == byes


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hundreds_of_tournaments_keep_the_rules(seats: int) -> None:
    for seed in range(250 if seats == 2 else 60):
        draw = random.Random(seed)
        size, fill = draw.randint(2, 17), bool(seed % 2)
        rounds = draw.randint(1, max(1, min(5, size - 1)))
        paired, outcomes = swiss(field(size), seats, rounds, seed, fill=fill)
        for table in paired:
            check_round(table, list(field(size)), seats, fill=fill)
        byes = Counter(who for table in paired for who in table.byes)
        enough = rounds * max((len(table.byes) for table in paired), default=0) <= size
        assert not enough or max(byes.values(), default=0) <= 1
        met = meetings(outcomes)
        assert seats > 2 or rounds > size // 2 or max(met.values(), default=0) <= 1


def matchings(players: list[str]) -> list[list[tuple[str, str]]]:
    """All ways to pair everybody."""
    if not players:
        return [[]]
    first, *rest = players
    return [
        [(first, other), *others]
        for other in rest
        for others in matchings([player for player in rest if player != other])
    ]


def test_swiss_pairs_repeat_only_when_unavoidable() -> None:
    for seed in range(150):
        size = random.Random(seed).choice([4, 6, 8])
        names = list(field(size))
        _, outcomes = swiss(field(size), 2, size - 1, seed)
        for number in range(1, size - 1):
            before = [one for one in outcomes if one.round < number]
            now = [one for one in outcomes if one.round == number]
            met = meetings(before)
            repeated = sum(met[frozenset(one.present())] for one in now)
            least = min(sum(met[frozenset(pair)] for pair in pairing) for pairing in matchings(names))
            assert repeated == least


def divisions(players: list[str], sizes: list[int]) -> list[list[tuple[str, ...]]]:
    """All ways to divide everybody among tables."""
    if not sizes:
        return [[]]
    rounds_paired = []
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            rest = [player for player in players if player not in table]
            rounds_paired += [[table, *more] for more in divisions(rest, left)]
    return rounds_paired


@pytest.mark.parametrize(("seats", "size"), [(3, 6), (3, 8), (3, 9), (4, 7), (4, 8)])
def test_swiss_tables_repeat_as_little_as_the_best_division(seats: int, size: int) -> None:
    every = divisions(list(field(size)), table_sizes(size, seats)[0])
    for seed in range(6):
        _, outcomes = swiss(field(size), seats, 4, seed)
        for number in range(1, 4):
            met = meetings(one for one in outcomes if one.round < number)

            def repeats(tables: list[tuple[str, ...]], met: Counter[frozenset[str]] = met) -> int:
                return sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))

            now = [tuple(one.present()) for one in outcomes if one.round == number]
            assert repeats(now) == min(map(repeats, every))


def test_players_with_the_same_points_meet() -> None:
    paired, outcomes = swiss(field(16), 2, 3, 5)
    points = Counter[str]()
    for one in (one for one in outcomes if one.round < 2):
        points.update({who or "": (one.places[seat] == 1) for seat, who in enumerate(one.seats)})
    gaps = [abs(points[one or ""] - points[two or ""]) for one, two in paired[2].tables]
    assert sum(gap > 1 for gap in gaps) == 0


def test_bye_goes_to_the_last_and_to_nobody_twice() -> None:
    paired, _ = swiss(field(7), 2, 7, 3)
    assert Counter(who for found in paired for who in found.byes) == dict.fromkeys(field(7), 1)


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    past = [TableOutcome(0, ("a", "b"), (1, 2)), TableOutcome(0, ("c", "d"), (1, 2)), TableOutcome(0, ("e",), (1,))]
    order = [line.player for line in standings(list("abcde"), past, "swiss", 1)]
    assert pair_swiss(order, past, 2, 1).byes == (order[-1],)
    assert order[-1] in "bd"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_are_balanced(seats: int) -> None:
    for seed in range(20):
        paired, _ = swiss(field(12), seats, 6, seed)
        first = Counter(table[0] for found in paired for table in found.tables)
        assert max(first[who] for who in field(12)) - min(first[who] for who in field(12)) <= 3
        if seats == 2:
            assert all(2 <= first[who] <= 4 for who in field(12))


def test_swiss_with_players_leaving_and_joining_late() -> None:
    for seed in range(40):
        paired, outcomes = swiss(
            field(11), 2, 5, seed, leaving=lambda number, draw: [f"p{draw.randrange(11)}"] if number else []
        )
        assert len(paired) == 5
        late = [line.player for line in standings([*field(11), "late"], outcomes, "swiss", seed)]
        check_round(pair_swiss(late, outcomes, 2, seed), late, 2, fill=False)


def test_no_show_has_no_points_and_no_meeting() -> None:
    past = [TableOutcome(0, ("a", "b"), (1, 2), absent=frozenset({1})), TableOutcome(0, ("c", "d"), (1, 2))]
    assert not meetings(past)[frozenset("ab")]
    lines = {line.player: line for line in standings(list("abcd"), past, "swiss", 1)}
    assert lines["b"].points == 0
    assert lines["a"].points == 1


def test_the_same_seed_pairs_the_same() -> None:
    assert swiss(field(13), 4, 4, 9) == swiss(field(13), 4, 4, 9)


@pytest.mark.long
def test_sixty_four_players_find_the_best() -> None:
    """With strengths 50 apart (each beats the next 57 times of 100), in six rounds."""
    orders = [found_order(64, 50, 6, seed) for seed in range(10)]
    assert sum(order.index(0) < 8 for order in orders) >= 8
    assert sum(map(agreement, orders)) / len(orders) > 0.8


def test_too_few_players_get_byes() -> None:
    assert pair_swiss(["a"], [], 2, 1) == Round((), ("a",))
    assert pair_swiss([], [], 4, 1) == Round((), ())
    assert pair_swiss(["a", "b"], [], 4, 1).byes == ("a", "b")


def test_house_bots_are_spread() -> None:
    draw = random.Random(1)
    outcomes: list[TableOutcome] = []
    for number in range(3):
        order = [line.player for line in standings(list(field(10)), outcomes, "swiss", 1)]
        paired = pair_swiss(order, outcomes, 4, 1, fill=True)
        assert [table.count(None) for table in paired.tables].count(2) == 0
        outcomes += outcomes_of(number, paired, field(10), draw)


def test_bye_moves_up_only_to_avoid_a_rematch() -> None:
    for seed in range(60):
        size = (5, 7)[seed % 2]
        paired, outcomes = swiss(field(size), 2, 4, seed)
        for number in range(1, 4):
            before = [one for one in outcomes if one.round < number]
            order = [line.player for line in standings(list(field(size)), before, "swiss", seed)]
            had = {who for one in before if one.is_bye for who in one.seats}
            met = meetings(before)

            def repeats(out: str, order: list[str] = order, met: Counter[frozenset[str]] = met) -> int:
                left = [player for player in order if player != out]
                return min(sum(met[frozenset(pair)] for pair in pairing) for pairing in matchings(left))

            least = min(repeats(who) for who in order if who not in had)
            right = [who for who in order if who not in had and repeats(who) == least][-1]
            assert paired[number].byes == (right,)
