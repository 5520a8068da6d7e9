"""Points, tie-breaks, and the arena."""

from __future__ import annotations

import random
from fractions import Fraction

from ziggurat.tournaments import TableOutcome, arena_standings, pair_arena, points, standings
from ziggurat.tournaments.standings import share

HALF = Fraction(1, 2)


def won(number: int, winner: str, loser: str) -> TableOutcome:
    return TableOutcome(number, (winner, loser), (1, 2))


def test_points_are_the_share_of_beaten_rivals() -> None:
    assert [points(TableOutcome(0, ("a", "b", "c"), (1, 2, 3)), seat) for seat in range(3)] == [1, HALF, 0]
    assert [points(TableOutcome(0, ("a", "b", "c"), (1, 1, 3)), seat) for seat in range(3)] == [
        Fraction(3, 4),
        Fraction(3, 4),
        0,
    ]
    assert [points(TableOutcome(0, tuple("abcd"), (2, 1, 2, 4)), seat) for seat in range(4)] == [
        HALF,
        1,
        HALF,
        0,
    ]
    for places in ((1, 1, 1, 1), (1, 2, 2, 4), (1, 1, 3, 4)):
        assert sum(points(TableOutcome(0, tuple("abcd"), places), seat) for seat in range(4)) == 2


def test_buchholz_and_sonneborn_berger_as_in_chess() -> None:
    past = [won(0, "a", "b"), won(0, "c", "d"), won(1, "a", "c"), TableOutcome(1, ("b", "d"), (1, 1))]
    lines = standings(list("abcd"), past, "swiss", 1)
    assert [line.player for line in lines] == ["a", "c", "b", "d"]
    ties = {line.player: dict(line.ties) for line in lines}
    assert ties["a"]["buchholz"] == HALF + 1
    assert ties["a"]["berger"] == HALF + 1
    assert ties["b"]["buchholz"] == 2 + HALF
    assert ties["d"]["buchholz"] == 1 + HALF
    assert ties["b"]["berger"] == Fraction(1, 4)


def test_buchholz_counts_a_bye_as_oneself() -> None:
    past = [won(0, "a", "b"), TableOutcome(0, ("c",), (1,)), TableOutcome(1, ("a", "c"), (1, 2), absent=frozenset({1}))]
    ties = {line.player: dict(line.ties) for line in standings(list("abc"), past, "swiss", 1)}
    assert ties["a"]["buchholz"] == 0 + 2
    assert ties["c"]["buchholz"] == 1 + 1
    assert ties["b"]["buchholz"] == 2


def test_direct_encounter_breaks_a_tie() -> None:
    past = [won(0, "a", "b"), won(0, "c", "d"), won(1, "b", "c"), won(1, "d", "a")]
    past += [won(2, "a", "c"), won(2, "b", "d")]
    assert [line.player for line in standings(list("abcd"), past, "round-robin", 1)][:2] == ["a", "b"]


def test_direct_encounter_needs_all_to_have_met() -> None:
    past = [won(0, "a", "b"), won(0, "c", "d")]
    lines = {line.player: dict(line.ties)["direct"] for line in standings(list("abcd"), past, "round-robin", 1)}
    assert set(lines.values()) == {0}


def test_resigned_player_gets_no_share_of_the_points() -> None:
    resigned = [TableOutcome(1, ("ann", "bob"), (2, 1), (12, 3))]
    assert [share(who, resigned) for who in ("ann", "bob")] == [0, 1]
    played = [TableOutcome(1, ("ann", "bob"), (1, 2), (12, 4))]
    assert [share(who, played) for who in ("ann", "bob")] == [Fraction(3, 4), Fraction(1, 4)]


def test_score_share_breaks_the_last_tie() -> None:
    past = [TableOutcome(0, ("a", "b"), (1, 2), (30, 10)), TableOutcome(0, ("c", "d"), (1, 2), (20, 19))]
    assert [line.player for line in standings(list("abcd"), past, "swiss", 1)] == ["a", "c", "d", "b"]


def test_lots_are_drawn_by_the_seed() -> None:
    names = [f"p{number}" for number in range(20)]
    orders = {tuple(line.player for line in standings(names, [], "swiss", seed)) for seed in range(10)}
    assert len(orders) == 10
    assert all(sorted(order) == sorted(names) for order in orders)


def test_points_add_up() -> None:
    for seed in range(200):
        draw = random.Random(seed)
        names = [f"p{number}" for number in range(9)]
        past = []
        for number in range(draw.randint(1, 20)):
            table = tuple(draw.sample(names, draw.randint(2, 4)))
            past.append(TableOutcome(number, table, tuple(draw.randint(1, 4) for _ in table)))
        lines = standings(names, past, draw.choice(["swiss", "round-robin"]), seed)
        assert sorted(line.player for line in lines) == names
        assert sum(line.points for line in lines) == sum(Fraction(len(one.seats), 2) for one in past)
        assert [line.rank for line in lines] == list(range(1, 10))
        assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


def test_arena_streak_counts_double() -> None:
    past = [won(number, "a", "b") for number in range(4)] + [won(4, "b", "a"), won(5, "a", "b")]
    lines = {line.player: line.points for line in arena_standings(["a", "b"], past, 1)}
    assert lines == {"a": 2 + 2 + 4 + 4 + 0 + 2, "b": 2}


def test_arena_avoids_the_last_rival() -> None:
    last = {"a": frozenset("b"), "b": frozenset("a")}
    assert pair_arena(list("ab"), last, 2, patient=True) == []
    assert pair_arena(list("ab"), last, 2, patient=False) == [("a", "b")]
    assert pair_arena(list("abcd"), last, 2, patient=True) == [("a", "c"), ("b", "d")]
    assert pair_arena(list("abcde"), {}, 4, patient=True) == [tuple("abcd")]


def test_arena_seats_everybody_once() -> None:
    for seed in range(300):
        draw = random.Random(seed)
        names = [f"p{number}" for number in range(draw.randint(1, 15))]
        last = {name: frozenset(draw.sample(names, min(2, len(names)))) - {name} for name in names}
        seats = draw.randint(2, 4)
        for patient in (True, False):
            tables = pair_arena(names, last, seats, patient=patient)
            sat = [who for table in tables for who in table]
            assert len(sat) == len(set(sat)) == seats * len(tables)
            assert patient or len(names) - len(sat) < seats
