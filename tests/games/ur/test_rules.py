"""The rules of Ur, situation by situation. Each test names the clauses of rules.md it is about."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import ziggurat
from tests.games.ur.builder import attacks, on, phase, places_for, shown, situation, stones_of, supply
from ziggurat import IllegalMove
from ziggurat.core.errors import BadOption
from ziggurat.games.ur.board import FIELD_NAMES, FIELDS, KINDS, PAIR_KINDS, PAIR_LETTERS, SIDE, neighbour
from ziggurat.games.ur.rules import best_sets, can_be_turned

# ------------------------------------------------------------------------------------------------ scoring, first of all

# Nine tiles: agriculture 3, trade 2, war 2, politics 1, culture 1; a ziggurat stands on the culture tile.
EXAMPLE = """
    A0x1 T0x1 W0x1 A0x1 T0x1 W0x1
    A0x1 P0x1 C0^  .    .    .
"""


def test_the_rulebook_example_is_32_points() -> None:  # ur 15
    assert situation(EXAMPLE, "PW").scores[0] == 32


def test_without_the_tile_under_the_ziggurat_it_is_less() -> None:  # ur 15
    """The ziggurat is an element of a set, its culture tile none: sets of 5, 4 and 1."""
    match = situation(EXAMPLE, "PW", options={"covered": False})
    assert match.view().covered is False
    assert match.scores[0] == 15 + 10 + 1


def test_with_the_wrong_side_of_the_hand_tile_it_would_be_30() -> None:  # ur 15
    compute = best_sets.on("interpreted")
    assert compute(3, 2, 1, 1, 2, 1, 3, 4) == 32
    assert compute(3, 2, 1, 1, 2, 1, 3, 3) == 32
    assert compute(3, 2, 1, 1, 2, 1, 4, 4) == 30


def brute_force(counts: tuple[int, ...]) -> int:
    """Try every set, and the best of the rest; the sixth kind is the ziggurats."""
    best: dict[tuple[int, ...], int] = {}

    def solve(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        left = tuple(sorted(left, reverse=True))
        if left not in best:
            there = [kind for kind in range(len(left)) if left[kind]]
            best[left] = max(
                size * (size + 1) // 2 + solve(tuple(n - (kind in chosen) for kind, n in enumerate(left)))
                for size in range(1, len(there) + 1)
                for chosen in itertools.combinations(there, size)
            )
        return best[left]

    return solve(counts)


def test_the_best_sets_are_found() -> None:  # ur 15
    stream = random.Random(1)
    compute = best_sets.on("cpu")
    for _ in range(300):
        counts = tuple(stream.choice((0, 0, 1, 1, 2, 3)) for _ in range(KINDS + 1))
        first, second = stream.choice(PAIR_KINDS)
        expected = max(
            brute_force(tuple(n + (kind == side) for kind, n in enumerate(counts))) for side in (first, second)
        )
        assert compute(*counts, first, second) == expected


def test_a_ziggurat_alone_is_a_set_and_sets_take_only_one() -> None:  # ur 15
    compute = best_sets.on("interpreted")
    assert compute(0, 0, 0, 0, 0, 2, 0, 1) == 3 + 1  # the hand tile with one ziggurat, the other alone
    assert compute(0, 0, 0, 0, 0, 0, 0, 1) == 1


def test_equal_points_share_the_victory() -> None:  # ur 15
    match = situation("A0x1 .\n. A1x1", hands=["TC", "TC", "PW"], ending="a player cannot swap")
    assert match.scores == [3, 3, 1]
    assert match.winners == [0, 1]


# ------------------------------------------------------------------------------------------------ set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_forty_tiles_are_dealt_and_neighbours_differ(seats: int) -> None:  # ur 1, 17
    for seed in range(200):
        position = ziggurat.new("ur", seats=seats, seed=seed).position()
        cells = " ".join(position["board"]).split()
        for field, direction in itertools.product(range(FIELDS), range(4)):
            beside = neighbour(field, direction)
            assert beside < 0 or cells[field][0] != cells[beside][0]
        tiles = ["".join(sorted(cell.upper(), key="ATCPW".index)) for cell in cells]
        tiles += [player["hand"] for player in position["players"]] + position["spares"]
        assert sorted(tiles) == sorted(PAIR_LETTERS * 4)
        assert len(position["spares"]) == {2: 2, 3: 1, 4: 0}[seats]


def test_tiles_are_drawn_again_only_if_no_way_to_turn_them_exists() -> None:  # ur 1
    """The word-wise search for a way to turn the tiles agrees with trying them row by row."""
    game = ziggurat.game("ur")
    stream = random.Random(2)
    possible = 0
    for _ in range(150):
        records = game.new_records()
        deck = [pair for pair in range(10) for _ in range(4)]
        stream.shuffle(deck)
        records["tile"][0][:FIELDS] = deck[:FIELDS]
        turnable = can_be_turned.on("cpu")(records[0], np.uint64(1), 0)
        assert turnable == _can_be_turned([PAIR_KINDS[pair] for pair in deck[:FIELDS]])
        possible += turnable
    assert 100 < possible < 150


def _can_be_turned(tiles: list[tuple[int, int]]) -> bool:
    rows: set[tuple[int, ...]] = {(-1,) * SIDE}
    for row in range(0, FIELDS, SIDE):
        ways = [
            way
            for way in itertools.product(*tiles[row : row + SIDE])
            if all(way[column] != way[column + 1] for column in range(SIDE - 1))
        ]
        rows = {way for way in ways if any(all(a != b for a, b in zip(way, above, strict=True)) for above in rows)}
    return bool(rows)


def test_the_first_stones() -> None:  # ur 2
    match = ziggurat.new("ur", seats=3, seed=1)
    assert match.actor == 0
    assert len(match.legal()) == FIELDS
    match.play("put a1", "put a2")
    with pytest.raises(IllegalMove, match=r"stones of seat 1 on a2.*clause 2"):
        match.play("put a2")
    match.play("put f6")
    assert match.actor == 0
    assert places_for(match, "put") == "a1 b1"  # own, or free beside own; a2 is another's
    with pytest.raises(IllegalMove, match=r"neither your field nor a free field next to one \(clause 2\)"):
        match.play("put b2")
    match.play("put b1", "put a2", "put f6")
    assert places_for(match, "put") == "a1 b1 c1 b2"
    match.play("put a1", "put a3", "put e6")
    assert [supply(match, seat) for seat in range(3)] == [17, 17, 17]
    assert stones_of(match, 0) == "a1x2 b1x1"
    assert phase(match) == "first_swap"


def test_the_first_swap_is_free_and_with_the_square() -> None:  # ur 2
    match = ziggurat.new("ur", seats=3, seed=1)
    match.play("put a1", "put c3", "put f6", "put a1", "put c3", "put f6", "put a1", "put c3", "put f6")
    position = match.position()
    hand = position["players"][0]["hand"]
    names = {"A": "agriculture", "T": "trade", "C": "culture", "P": "politics", "W": "war"}
    free = [name for name in FIELD_NAMES if name not in ("a1", "c3", "f6")]
    expected = {f"swap {place} {names[letter]}" for place in free for letter in hand} | {"keep"}
    assert set(match.moves()) == expected
    with pytest.raises(IllegalMove, match=r"with a tile of the square \(clause 2\)"):
        match.play("swap spare 1")
    with pytest.raises(IllegalMove, match=r"stones of seat 1 on c3"):
        match.play(f"swap c3 {names[hand[0]]}")
    taken = "".join(sorted(shown(match, "b1").upper(), key="ATCPW".index))
    match.play(f"swap b1 {names[hand[1]]}")
    assert shown(match, "b1") == hand[1] + hand[0].lower()
    assert match.position()["players"][0]["hand"] == taken
    match.play("keep", "keep")
    assert (match.actor, phase(match), match.position()["turn"]) == (0, "act", 1)


# ------------------------------------------------------------------------------------------------ fields, stones, turns


def test_a_field_that_loses_its_last_stone_is_free_at_once() -> None:  # ur 3
    match = situation("A0x1 T . T0x1", "AW").play("agriculture")
    assert on(match, "d1") == "-"
    assert supply(match, 0) == 19
    match.play("done", "done")
    assert any(move.startswith("swap d1") for move in match.moves())


def test_five_stones_fill_a_field_and_more_are_not_placed() -> None:  # ur 3
    match = situation("A0x4 A0x5 T", "AW").play("agriculture")
    assert places_for(match, "put") == "a1"
    match.play("put a1")
    assert on(match, "a1 b1") == "0x5 0x5"
    assert phase(match) == "act"  # nothing more to place, so nobody is asked


def test_twenty_stones_and_no_more() -> None:  # ur 3
    match = situation("A0x5 A0x5 A0x5 A0x3\nA0x1", "AW").play("agriculture")
    assert supply(match, 0) == 1
    match.play("put a2")
    assert supply(match, 0) == 0
    assert phase(match) == "act"
    assert places_for(match, "bonus") == ""
    with pytest.raises(IllegalMove, match=r"no stone left \(clause 3\)"):
        match.play("bonus d1")


def test_a_turn_has_none_one_or_both_actions_in_either_order() -> None:  # ur 4
    match = situation("P0x2 T0x1", "TP")
    assert set(match.moves()) == {"politics", "trade", "done"}
    both = match.copy().play("trade", "done", "politics", "done")
    assert both.position()["used"] == ["trade", "politics"]
    assert "trade" not in both.moves()
    with pytest.raises(IllegalMove, match=r"This turn's trade has been used \(clause 4\)"):
        both.play("trade")
    with pytest.raises(IllegalMove, match=r"hand tile of seat 0 is trade/politics, not war \(clause 4\)"):
        match.play("war")
    assert phase(match.copy().play("politics", "done", "done")) == "swap"
    assert phase(match.copy().play("done")) == "swap"


def test_politics_trade_and_agriculture_may_be_used_to_no_effect() -> None:  # ur 4
    for hand, moves in (("TP", ["trade", "politics"]), ("AP", ["agriculture", "done", "politics"])):
        match = situation("T\n. A0x1", hand).play(*moves)
        assert len(match.position()["used"]) == 2
        assert stones_of(match, 0) == "b2x1"
        assert "bonus b2" in match.moves()


def test_a_war_needs_an_attack() -> None:  # ur 4, 10
    match = situation("P0x1 T1x1\nT P0x1", "PW")
    assert set(match.moves()) == {"politics", "done"}  # a stone on either field: nothing can be attacked
    with pytest.raises(IllegalMove, match=r"Seat 0 has nothing to attack.*\(clause 10\)"):
        match.play("war")
    match.play("politics", "from a1")  # two stones on b2: now free fields can be attacked
    assert "war" in match.moves()
    match.play("war")
    assert "done" not in match.moves()
    assert match.question() == "Seat 0 attacks from an own field."
    with pytest.raises(IllegalMove, match=r"A war needs at least one attack.*\(clause 10\)"):
        match.play("done")
    again = ziggurat.load("ur", match.position())
    assert again.moves() == match.moves()
    match.undo()  # whoever thinks better takes the action back
    assert "war" in match.moves()
    match = situation("P0x5 T1x1\nT P0x1", "PW").play("war", "attack a1 east", "cross 2")
    assert "done" in match.moves()
    assert match.question() == "Seat 0 attacks from an own field, or is done."
    assert match.play("done").position()["fought"] is False


def test_culture_must_give_somebody_a_stone() -> None:  # ur 4, 8
    nothing = {
        "no culture field of one's own": "P0x1 C1x1",
        "nobody beside it": "C0x1 T\nT P1x1",
        "all full": "C0x5 P1x5\nP0x5",
        "the neighbour has none left": "C0x1 P1x1 P1x5 P1x5\n. P1x5 P1x4",
    }
    for reason, drawing in nothing.items():
        match = situation(drawing, "CP")
        assert "culture" not in match.moves(), reason
        with pytest.raises(IllegalMove, match=r"Culture would give nobody a stone.*\(clause 8\)"):
            match.play("culture")
    assert "culture" in situation("C0x1 P1x1", "CP").moves()


def test_players_without_a_choice_are_skipped() -> None:  # ur 4
    match = situation("T0x1 P1x1 A\n. A", "AP", hands=["CW"]).play("done", "swap f6 agriculture")
    assert (match.actor, phase(match)) == (1, "swap")  # neither culture nor war, no bonus, no ziggurat
    gone = situation("T0x1", "AP", hands=["CW"]).play("done", "swap f6 agriculture")
    assert (gone.actor, phase(gone)) == (1, "act")
    assert "return a2" in gone.moves()


def test_the_swap_comes_after_done() -> None:  # ur 4
    match = situation("P0x2", "PW")
    with pytest.raises(IllegalMove, match=r"Say 'done' before the swap.*\(clause 4\)"):
        match.play("swap f6 war")


# ------------------------------------------------------------------------------------------------ the bonus


BONUS_BOARD = "P0x2 P0x5 . C1x1\n. T0^"


def test_bonus_as_the_rulebook_reads() -> None:  # ur 5
    match = situation(BONUS_BOARD, "TP")
    assert places_for(match, "bonus") == ""
    with pytest.raises(IllegalMove, match=r"no bonus for using no action \(clause 5\)"):
        match.play("bonus a1")
    match.play("politics", "done")
    assert places_for(match, "bonus") == "a1"
    with pytest.raises(IllegalMove, match=r"one stone on one of your fields, and c1 is not yours \(clause 5\)"):
        match.play("bonus c1")
    one = match.copy().play("bonus a1")
    assert on(one, "a1") == "0x3"
    assert phase(one) == "swap"
    match.play("trade")
    assert set(places_for(match, "bonus").split()) == set(FIELD_NAMES) - {"b1", "d1", "b2"}
    assert on(match.copy().play("bonus a1"), "a1") == "0x4"
    assert on(match.copy().play("bonus c1"), "c1") == "0x1"
    with pytest.raises(IllegalMove, match=r"full.*clause 3"):
        match.play("bonus b1")
    with pytest.raises(IllegalMove, match=r"stones of seat 1 on d1; put the bonus.*clause 5"):
        match.play("bonus d1")
    with pytest.raises(IllegalMove, match=r"A ziggurat stands on b2.*clause 5"):
        match.play("bonus b2")
    assert phase(match.play("done")) == "swap"  # the bonus is optional


def test_bonus_as_published() -> None:  # ur 5
    match = situation(BONUS_BOARD, "TP", options={"bonus": "published"})
    assert "bonus c1" in match.moves()
    assert on(match.copy().play("bonus a1"), "a1") == "0x4"
    assert on(match.copy().play("bonus c1"), "c1") == "0x1"
    assert phase(match.copy().play("bonus c1")) == "swap"
    match.play("politics", "done")
    assert places_for(match, "bonus") == "a1"
    assert on(match.copy().play("bonus a1"), "a1") == "0x3"
    match.play("trade")
    assert phase(match) == "swap"  # both used: no bonus, and nothing else to do


def test_two_bonus_stones_as_far_as_there_is_room_and_supply() -> None:  # ur 5, 3
    assert on(situation("P0x4 A", "TP").play("trade", "politics", "bonus a1"), "a1") == "0x5"
    short = situation("P0x1 P0x5 P0x5 P0x5 P0x3", "TP").play("trade", "politics", "done")
    assert supply(short, 0) == 1
    assert on(short.play("bonus a1"), "a1") == "0x2"


def test_no_bonus_with_ziggurats() -> None:  # ur 5, 11
    for bonus in ("rulebook", "published"):
        match = situation("P0x5 P0x5 P0x1", "PW", options={"bonus": bonus}).play("ziggurat a1")
        assert places_for(match, "bonus") == ""
        with pytest.raises(IllegalMove, match=r"no bonus in a turn that builds ziggurats \(clause 5\)"):
            match.play("bonus c1")


# ------------------------------------------------------------------------------------------------ agriculture


def test_agriculture_feeds_what_is_beside_it() -> None:  # ur 6
    match = situation(
        """
        A0x1 T0x2 C0x3 .
        P0x1 W0x2 A1x1 .
        T0x1 .    C0x2 A0x4
        """,
        "AW",
    ).play("agriculture")
    # b1 and a2 are beside a1; c3 is beside d3; c1 (beside another's agriculture only), b2 and a3 go hungry
    assert stones_of(match, 0) == "a1x1 b1x2 c1x2 a2x1 b2x1 c3x2 d3x4"
    assert places_for(match, "put") == "a1 d3"
    match.play("put a1", "put d3")
    assert places_for(match, "put") == "a1"  # d3 is full
    match.play("put a1")
    assert on(match, "a1 d3") == "0x3 0x5"
    assert phase(match) == "act"


def test_agriculture_is_judged_before_anything_is_removed() -> None:  # ur 6
    match = situation("T0x1 C0x1", "AW").play("agriculture")
    assert stones_of(match, 0) == ""
    assert match.position()["used"] == ["agriculture"]


def test_agriculture_may_place_less_and_stops_at_another_field() -> None:  # ur 6
    match = situation("A0x1 T A0x1 T1x1", "AW").play("agriculture", "put a1")
    with pytest.raises(IllegalMove, match=r"b1 is not a field of seat 0 \(clause 3\)"):
        match.play("put b1")
    match.play("put a1")
    with pytest.raises(IllegalMove, match=r"a1 has its two stones, or is full"):
        match.play("put a1")
    match.play("done")
    assert on(match, "a1 c1") == "0x3 0x1"


def test_a_ziggurat_on_agriculture_feeds_nobody() -> None:  # ur 6, 11
    match = situation("A0^ T0x2", "AW").play("agriculture")
    assert on(match, "a1 b1") == "0^ 0x1"
    assert phase(match) == "act"


def test_to_the_letter_an_agriculture_field_can_go_hungry() -> None:  # ur 6
    drawing = "A0x1 T0x2 A0x3 A0x2 .\n. . P0x2 . A0x1"
    fed = situation(drawing, "AW").play("agriculture")
    assert stones_of(fed, 0) == "a1x1 b1x2 c1x3 d1x2 c2x2 e2x1"
    letter = situation(drawing, "AW", options={"hunger": "all"}).play("agriculture")
    # a1 and e2 have no agriculture field beside them; c1 and d1 feed each other
    assert stones_of(letter, 0) == "b1x2 c1x3 d1x2 c2x2"
    assert places_for(letter, "put") == "c1 d1"


# ------------------------------------------------------------------------------------------------ trade


def test_trade_counts_edges_and_other_players_fields() -> None:  # ur 7
    match = situation(
        """
        T0x1 T1x1 .    .
        .    T2x1 .    .
        T1x1 T0x1 T1^  .
        .    C0x1 .    T0x1
        """,
        "TW",
    ).play("trade")
    # a1: two edges and b1. b3: north and west are others', east a ziggurat, south own. d4: all free.
    assert match.position()["allowed"] == {"a1": 3, "b3": 2}
    match.play("put a1", "put a1", "put a1")
    assert on(match, "a1") == "0x4"
    assert places_for(match, "put") == "b3"
    with pytest.raises(IllegalMove, match=r"d4 gets no more stones"):
        match.play("put d4")
    with pytest.raises(IllegalMove, match=r"b4 does not show trade \(clause 7\)"):
        match.play("put b4")
    assert phase(match.play("done")) == "act"


def test_trade_with_others_on_all_four_sides() -> None:  # ur 7
    match = situation(". C1x1 .\nC1x1 T0x1 C2x1\n. C2x3 .", "TW").play("trade")
    assert match.position()["allowed"] == {"b2": 4}
    match.play("put b2", "put b2", "put b2", "put b2")
    assert on(match, "b2") == "0x5"


def test_trade_stops_at_full_fields() -> None:  # ur 7, 3
    match = situation("T0x4 T1x1", "TW").play("trade")
    assert match.position()["allowed"] == {"a1": 1}


# ------------------------------------------------------------------------------------------------ culture


def test_culture_gives_to_everybody_beside_it() -> None:  # ur 8
    match = situation(
        """
        .    T1x2 .    P2x5
        A0x1 C0x1 C0x4 C0x1
        .    W2^  .    T2x1
        """,
        "CW",
    ).play("culture")
    assert on(match, "b1 a2 b2 c2 d2 b3") == "1x3 0x2 0x2 0x5 0x2 2^"  # c2 has room for one of two
    assert on(match, "d1 d3") == "2x5 2x2"
    assert phase(match) == "act"


def test_culture_is_not_optional_and_counts_each_culture_field() -> None:  # ur 8
    match = situation(". C0x1 .\nC0x1 T1x1 C0x1\n. C0x1 .", "CW").play("culture")
    assert on(match, "b2") == "1x5"


def test_culture_gives_what_is_due_when_the_supply_just_lasts() -> None:  # ur 8
    match = situation("P1x5 P1x5 P1x5 .\nT1x1 C0x1 T1x2 A0x1", "CW")
    assert supply(match, 1) == 2
    match.play("culture")  # b1 is full; a2 and c2 are due one each
    assert on(match, "b1 a2 c2") == "1x5 1x2 1x3"
    assert supply(match, 1) == 0


def test_the_last_stone_goes_where_the_active_player_says() -> None:  # ur 8
    match = situation("P1x5 P1x5 P1x5 .\nT1x1 C0x1 T1x3 A0x1", "CW").play("culture")
    assert (match.actor, phase(match), match.moves()) == (0, "culture", ["put a2", "put c2"])
    with pytest.raises(IllegalMove, match=r"\(clause 8\)"):
        match.play("done")
    match.play("put c2")
    assert on(match, "a2 c2") == "1x1 1x4"
    assert phase(match) == "act"


def test_nobody_is_asked_when_one_field_gets_what_is_left() -> None:  # ur 8
    match = situation("P1x5 P1x5 P1x5 C0x1\nT C0x1 T C0x1\n. . . T1x2\n. . . C0x1", "CW", seats=4)
    # d3 is due two (d2 and d4) and three are left
    assert on(match.play("culture"), "d3") == "1x4"
    match = situation("P1x5 P1x5 P1x5 C0x1\nT P1x2 T C0x1\n. . . T1x2\n. . . C0x1", "CW", seats=4)
    assert supply(match, 1) == 1
    match.play("culture")
    assert on(match, "d3") == "1x3"
    assert phase(match) == "act"


def test_culture_once_gives_a_field_one_stone_however_many_it_touches() -> None:  # ur 8
    drawing = ". C0x1 .\nC0x1 T1x1 C0x1\n. C0x1 ."
    assert on(situation(drawing, "CW", options={"culture": "once"}).play("culture"), "b2") == "1x2"
    own = situation("C0x1 C0x1 C0x1", "CW", options={"culture": "once"}).play("culture")
    assert on(own, "a1 b1 c1") == "0x2 0x2 0x2"  # `each` would give b1 two


# ------------------------------------------------------------------------------------------------ politics


def test_politics_moves_stones_between_own_fields() -> None:  # ur 9
    match = situation("P0x3 T0x4 . C0x1\nA1x1", "PW").play("politics")
    assert places_for(match, "from") == "a1 b1 d1"
    match.play("from a1")
    assert match.moves() == ["to b1", "to d1"]
    with pytest.raises(IllegalMove, match=r"c1 is not a field of seat 0"):
        match.play("to c1")
    match.play("to b1")
    assert on(match, "a1 b1") == "0x2 0x5"
    with pytest.raises(IllegalMove, match=r"b1 took a stone in this action, so it gives none \(clause 9\)"):
        match.play("from b1")
    match.play("from a1")  # only d1 is left to take it
    assert on(match, "a1 d1") == "0x1 0x2"


def test_politics_may_empty_a_field_which_is_free_then() -> None:  # ur 9, 3
    match = situation("P0x1 T0x2 C0x1", "PW").play("politics", "from a1", "to c1")
    assert on(match, "a1 b1 c1") == "- 0x2 0x2"
    assert places_for(match, "from") == "b1"
    match.play("from b1")
    assert on(match, "b1 c1") == "0x1 0x3"
    match.play("from b1")  # the last one: nothing is left to move, and the action ends
    assert stones_of(match, 0) == "c1x4"
    assert phase(match) == "act"


def test_politics_reaches_every_arrangement_and_never_goes_in_circles() -> None:  # ur 9
    """Every way to distribute the stones over the own fields can be reached, each in finitely many steps."""
    start = situation("P0x3 T0x4 C0x2 A0x1", "PW").play("politics")
    reached = set()
    front = [start]
    seen = set()
    while front:
        match = front.pop()
        if match.digest() in seen:
            continue
        seen.add(match.digest())
        if phase(match) != "move":
            reached.add(on(match, "a1 b1 c1 d1"))
        if phase(match) in ("politics", "move"):
            front += [match.copy().play(move) for move in match.moves() if move != "done"]
    cells = {n: f"0x{n}" if n else "-" for n in range(6)}
    every = {
        " ".join(cells[n] for n in split)
        for split in itertools.product(range(6), repeat=4)
        if sum(split) == 3 + 4 + 2 + 1
    }
    assert reached == every


# ------------------------------------------------------------------------------------------------ war


def test_an_attack_costs_the_defenders_and_one_more_if_the_actions_differ() -> None:  # ur 10
    match = situation("W0x5 W1x2", "TW").play("war")
    assert attacks(match) == "a1 east, a1 south"
    match.play("attack a1 east")
    assert on(match, "a1 b1") == "0x3 -"
    assert supply(match, 1) == 20
    assert match.moves() == ["cross 1", "cross 2", "cross 3"]
    match.play("cross 2")
    assert on(match, "a1 b1") == "0x1 0x2"
    differ = situation("W0x5 T1x2", "TW").play("war", "attack a1 b1")
    assert match.moves()
    assert differ.moves() == ["cross 1", "cross 2"]
    differ.play("cross 2")
    assert on(differ, "a1 b1") == "- 0x2"


def test_a_war_that_reaches_any_field() -> None:  # ur 10
    drawing = "W0x4 W1x2 P1x4\nT0x1 W1^  P0x1\n. . . . . C2x2"
    match = situation(drawing, "TW", options={"reach": "any"}).play("war")
    for move, reason in {
        "done": r"A war needs at least one attack",
        "attack a1 b1": r"say from which of your fields you attack",
        "from b1": r"b1 is not a field of seat 0 \(clause 10\)",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            match.play(move)
    match.play("from a1")
    assert (phase(match), match.position()["source"]) == ("war", "a1")
    assert {"b1", "f3"} <= set(places_for(match, "to").split())  # 2 stones and 1 fall, or 2 and 1 more: W and C differ
    for move, reason in {
        "to c1": r"An attack on c1 takes 6 stones; a1 has 4 \(clause 10\)",
        "to c2": r"c2 is seat 0's own \(clause 10\)",
        "to b2": r"A ziggurat stands on b2",
        "done": r"Say first which field a1 attacks \(clause 10\)",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            match.play(move)
    again = ziggurat.load("ur", match.position())  # a position between the two choices can be written and read
    assert again.moves() == match.moves()
    match.play("to f3")
    assert on(match, "a1 f3") == "- 0x1"
    assert [event.text for event in match.events()][-3:-1] == [
        "Seat 2 loses 2 stones on f3",
        "Seat 0 loses 3 stones on a1",
    ]


def test_far_wars_without_loss_end_too() -> None:  # ur 10
    """With the same action the attack on a free field costs nothing, however far away: twenty times at most."""
    for marches, moves in ((19, ["done", "from a1"]), (20, ["done"])):
        far = {"reach": "any"}
        match = situation("W0x1 . W", "TW", options=far, phase="war", used=["war"], fought=True, marches=marches)
        assert sorted(match.moves()) == moves
    with pytest.raises(IllegalMove, match=r"Nothing can be attacked from a1 \(clause 10\)"):
        match.play("from a1")


def test_an_unknown_reading_is_refused() -> None:  # ur 6, 10
    for name, choices in (("hunger", "others or all"), ("reach", "beside or any")):
        with pytest.raises(BadOption, match=rf"Option {name} is {choices}, not 'far'\."):
            ziggurat.game("ur").read_options({name: "far"})


def test_an_attack_needs_a_stone_that_can_cross() -> None:  # ur 10
    match = situation("W0x3 W1x2\nW0x3 T1x2", "TW").play("war")
    assert "a1 east" in attacks(match)
    assert "a2 east" not in attacks(match)
    with pytest.raises(IllegalMove, match=r"An attack on b2 takes 4 stones; a2 has 3 \(clause 10\)"):
        match.play("attack a2 east")
    match.play("attack a1 east")  # a single stone is left: it crosses without asking
    assert on(match, "a1 b1") == "- 0x1"


def test_a_free_field_with_the_same_action_costs_nothing() -> None:  # ur 10
    match = situation("W0x1 W . W0x1", "TW").play("war")
    assert attacks(match) == "a1 east"  # a free field with another action would cost the only stone
    match.play("attack a1 east")
    assert on(match, "a1 b1") == "- 0x1"
    assert attacks(match) == "b1 west"


def test_free_fields_with_another_action_cost_one() -> None:  # ur 10
    match = situation("W0x2 T", "TW").play("war", "attack a1 east")
    assert on(match, "a1 b1") == "- 0x1"
    assert supply(match, 0) == 19


def test_conquered_fields_attack_on() -> None:  # ur 10
    match = situation("W0x5 W1x1 W2x1 T1x1", "TW").play("war", "attack a1 east", "cross 4")
    assert on(match, "a1 b1") == "- 0x4"
    match.play("attack b1 c1", "cross 3")
    assert on(match, "b1 c1") == "- 0x3"
    match.play("attack c1 d1")
    assert on(match, "c1 d1") == "- 0x1"
    assert [supply(match, seat) for seat in range(3)] == [19, 20, 20]


def test_no_attack_on_own_fields_ziggurats_or_the_edge() -> None:  # ur 10, 11
    match = situation("W0x5 W0x1\nW1^  W", "TW").play("war")
    assert "a1" not in attacks(match)
    for move, reason in (
        ("attack a1 north", "no field north of a1"),
        ("attack a1 east", "b1 is seat 0's own"),
        ("attack a1 south", "ziggurat stands on a2"),
        ("attack b2 east", "b2 is not a field of seat 0"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            match.play(move)


def test_marches_without_loss_are_limited() -> None:  # ur 10
    match = situation("W0x1 W .\nT", "TW").play("war")
    for march in range(20):
        assert phase(match) == "war", march
        match.play("attack a1 east" if march % 2 == 0 else "attack b1 west")
    assert phase(match) == "act"
    stopped = situation("W0x1 W0x5 W", "TW", phase="war", used=["war"], marches=20, fought=True)
    with pytest.raises(IllegalMove, match=r"20 attacks without loss.*\(clause 10\)"):
        stopped.play("attack b1 east")


def test_a_war_that_ends_a_players_presence() -> None:  # ur 10, 13
    match = situation("W0x3 W1x1 T\nT T", "TW", seats=2).play("war", "attack a1 east", "cross 1", "done")
    match.play(next(move for move in match.moves() if move.startswith("swap")))
    assert match.actor == 1
    assert places_for(match, "return")


# ------------------------------------------------------------------------------------------------ ziggurats


def test_building_a_ziggurat() -> None:  # ur 11
    match = situation("P0x5 T0x4 C0x1", "PW")
    assert places_for(match, "ziggurat") == "a1"
    with pytest.raises(IllegalMove, match=r"A ziggurat takes five stones; b1 has 4 \(clause 11\)"):
        match.play("ziggurat b1")
    match.play("ziggurat a1")
    assert on(match, "a1") == "0^"
    assert supply(match, 0) == 20 - 1 - 4 - 1
    assert phase(match) == "swap"  # no second full field, no actions, no bonus
    assert match.view().ziggurats_left == 4


def test_at_most_two_ziggurats_a_turn_and_no_actions() -> None:  # ur 11, 4
    match = situation("P0x5 T0x5 C0x5", "PW").play("ziggurat a1")
    assert set(match.moves()) == {"ziggurat b1", "ziggurat c1", "done"}
    with pytest.raises(IllegalMove, match=r"instead of using actions \(clause 11\)"):
        match.play("politics")
    match.play("ziggurat c1")
    assert phase(match) == "swap"
    used = situation("P0x5 T0x5 C0x1", "PW").play("politics", "done")
    with pytest.raises(IllegalMove, match=r"not after them \(clause 11\)"):
        used.play("ziggurat a1")


def test_five_ziggurats_in_the_game() -> None:  # ur 11
    match = situation("P0x5 T0^ C0^ A1^ P1^\nW1^", "PW")
    assert places_for(match, "ziggurat") == ""
    with pytest.raises(IllegalMove, match=r"All five ziggurats are already built"):
        match.play("ziggurat a1")


def test_a_ziggurat_is_inert() -> None:  # ur 11, 7, 8, 9, 12
    drawing = "T0x1 T0^ .\nC0x1 C1^ .\n. . ."
    trade = situation(drawing, "TC").play("trade")
    assert trade.position()["allowed"] == {"a1": 2}  # two edges
    culture = situation(drawing, "TC").play("culture")
    assert on(culture, "a1 b1 a2 b2") == "0x2 0^ 0x1 1^"
    politics = situation(drawing, "PW").play("politics")
    assert places_for(politics, "from") == "a1 a2"
    swap = situation(drawing, "PW").play("done")
    assert not any(move.startswith(("swap b1", "swap b2")) for move in swap.moves())


# ------------------------------------------------------------------------------------------------ the swap


def test_the_swap_is_mandatory_and_for_another_pair() -> None:  # ur 12
    match = situation("P0x1", "PW").play("done")
    with pytest.raises(IllegalMove, match=r"clause 12"):
        match.play("keep")
    with pytest.raises(IllegalMove, match=r"clause 12"):
        match.play("done")
    cells = " ".join(match.position()["board"]).split()
    same = {FIELD_NAMES[field] for field, cell in enumerate(cells) if set(cell[:2].upper()) == {"P", "W"}}
    places = {move.split()[1] for move in match.moves() if not move.startswith("swap spare")}
    assert places == set(FIELD_NAMES) - same - {"a1"}
    with pytest.raises(IllegalMove, match=r"the same two actions as the hand tile \(clause 12\)"):
        match.play(f"swap {min(same - {'a1'})} war")
    with pytest.raises(IllegalMove, match=r"cannot show trade \(clause 12\)"):
        match.play(f"swap {min(places)} trade")


def test_the_side_of_the_tile_put_down_is_chosen_freely() -> None:  # ur 12
    for name, letters in (("politics", "Pw"), ("war", "Wp")):
        match = situation("P0x1 T", "PW").play("done")
        taken = "".join(sorted(shown(match, "b1").upper(), key="ATCPW".index))
        match.play(f"swap b1 {name}")
        assert shown(match, "b1") == letters
        assert match.position()["players"][0]["hand"] == taken
        assert (match.actor, match.position()["turn"]) == (1, 11)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_beside_the_square_may_be_swapped_for(seats: int) -> None:  # ur 12, 1
    spares = {2: ["AT", "PW"], 3: ["AT"], 4: []}[seats]
    match = situation("P0x1", "PW", seats=seats, spares=spares).play("done")
    assert [move for move in match.moves() if "spare" in move] == (["swap spare 1"] if spares else [])
    with pytest.raises(IllegalMove, match=r"beside the square|same two actions"):
        match.play("swap spare 2")
    if spares:
        match.play("swap spare 1")
        assert match.position()["spares"] == ["PW", *spares[1:]]
        assert match.position()["players"][0]["hand"] == "AT"


# ------------------------------------------------------------------------------------------------ coming back, the end


def test_a_player_without_stones_may_return_with_three() -> None:  # ur 13
    match = situation(". P1x1", "PW")
    assert len(places_for(match, "return").split()) == FIELDS - 1
    with pytest.raises(IllegalMove, match=r"stones of seat 1 on b1; return on a free field \(clause 13\)"):
        match.play("return b1")
    match.play("return a1")
    assert on(match, "a1") == "0x3"
    assert phase(match) == "swap"


def test_no_return_with_a_stone_on_a_ziggurat_or_after_an_action() -> None:  # ur 13
    match = situation("P0^ P1x1", "PW")
    assert places_for(match, "return") == ""
    gone = situation(". P1x1", "TP").play("politics")
    with pytest.raises(IllegalMove, match=r"none on the board when your turn begins.*\(clause 13\)"):
        gone.play("return a1")


def full_square(free: dict[str, str], hand: str) -> ziggurat.Match:
    """A square with a stone on every field but some."""
    cells = [f".{field % 4}x1" for field in range(FIELDS)]
    for name, cell in free.items():
        cells[FIELD_NAMES.index(name)] = cell
    return situation("\n".join(" ".join(cells[row : row + SIDE]) for row in range(0, FIELDS, SIDE)), hand, seats=4)


def test_the_game_ends_at_once_when_a_player_cannot_swap() -> None:  # ur 14
    match = full_square({}, "PW").play("done")
    assert match.over
    assert match.ending == "a player cannot swap"
    assert not full_square({"c3": "T"}, "PW").play("done").over


def test_equal_tiles_cannot_be_swapped_for_and_end_the_game_too() -> None:  # ur 14, 12
    cells = {"c3": "P", "d4": "W"}
    match = full_square(cells, "PW")
    position = match.position()
    board = " ".join(position["board"]).split()
    # exchange tiles so that both free fields are politics/war
    for name, wanted in (("c3", "Pw"), ("d4", "Wp")):
        field = FIELD_NAMES.index(name)
        other = next(
            n
            for n, cell in enumerate(board)
            if set(cell[:2]) in ({"P", "w"}, {"W", "p"}) and FIELD_NAMES[n] not in cells
        )
        board[other] = board[field] + board[other][2:]
        board[field] = wanted
    position["board"] = [" ".join(board[row : row + SIDE]) for row in range(0, FIELDS, SIDE)]
    for player in position["players"]:
        del player["score"]
    match = ziggurat.load("ur", position).play("done")
    assert match.ending == "a player cannot swap"


def test_after_the_fifth_ziggurat_the_round_is_completed() -> None:  # ur 14
    match = situation("P0x5 T0^ C0^ A1^ P1^\nT1x1 C2x1", "PW").play("ziggurat a1")
    for seat in range(3):
        assert not match.over
        assert match.actor == seat
        if phase(match) == "act":
            match.play("done")
        match.play(next(move for move in match.moves() if move.startswith("swap")))
    assert match.ending == "all ziggurats stand and the round is complete"


def test_the_last_seat_ends_the_game_with_the_fifth_ziggurat() -> None:  # ur 14
    match = situation("P2x5 T0^ C0^ A1^ P1^\nT1x1 C2x1", actor=2).play("ziggurat a1")
    match.play(next(move for move in match.moves() if move.startswith("swap")))
    assert match.over


def test_the_turn_limit() -> None:  # ur 14
    match = situation("P0x1", "PW", turn=1000).play("done")
    match.play(match.legal()[0])
    assert match.ending == "the turn limit is reached"


# ------------------------------------------------------------------------------------------------ nothing is hidden


def test_all_views_are_the_same() -> None:  # ur 16
    match = ziggurat.new("ur", seats=4, seed=3)
    for move in ("put a1", "put b2", "put c3", "put d4"):
        match.play(move)
    assert match.record(0).tobytes() == match.record(-1).tobytes() == match.record().tobytes()
    assert match.events(0) == match.events(3) == match.events(-1)
    assert not match.game.secrets
    assert not match.game.chance


def test_from_one_set_up_the_log_is_a_function_of_the_actions() -> None:  # ur 16
    match = ziggurat.new("ur", seats=3, seed=9)
    twin = ziggurat.load("ur", match.position())
    stream = random.Random(1)
    while not match.over:
        action = stream.choice(match.legal())
        match.play(action)
        twin.play(action)
        assert match.digest() == twin.digest()
    assert int(match.record()["rng"][0][0]) == 0


def test_two_seats_are_marked_as_a_house_variant() -> None:  # ur 1
    game = ziggurat.game("ur")
    assert "house variant" in game.seat_notes[2]
    assert "house variant" in ziggurat.new("ur", seats=2, seed=1).view().note
    assert ziggurat.new("ur", seats=3, seed=1).view().note == ""
