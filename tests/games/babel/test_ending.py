"""The end phase, the ends of the game, and who has won."""

from __future__ import annotations

from tests.games.babel.builder import happened, moves, position, side, stack
from ziggurat import Match
from ziggurat.games.babel.cards import TURNS


def about_to_build(own: int, other: int, **entries: object) -> Match:
    """Seat 0 can build its way from `own` to one more point; seat 1 has `other`."""
    return position(
        side(pawn="A", rows={"A": "HHMMPP"}, temples=_temples(own - 1) | {"A": "1"}, stack="2"),
        side("", temples=_temples(other)),
        **entries,
    )


def _temples(total: int) -> dict[str, str]:
    """Temples at four sites that add up to a total."""
    temples = {}
    for site in "HMPS":
        level = min(total, 6)
        if level:
            temples[site] = str(level)
        total -= level
    assert total == 0
    return temples


def test_fifteen_against_nine_ends_the_game_at_once() -> None:  # babel 17
    match = about_to_build(14, 9)
    assert match.scores == [14, 9]
    match.play("build own")
    assert match.over
    assert match.ending == "15 or more against 9 or less"
    assert match.winners == [0]
    assert match.legal() == []


def test_fifteen_against_ten_begins_the_end_phase() -> None:  # babel 17
    match = about_to_build(14, 10).play("build own")
    assert not match.over
    assert match.view().end_phase
    assert [str(event) for event in happened(match, "end phase")] == ["The end phase begins"]


def test_fourteen_is_not_enough() -> None:  # babel 17
    match = about_to_build(13, 0).play("build own")
    assert not match.over
    assert not match.view().end_phase


def test_in_the_end_phase_twenty_ends_the_game() -> None:  # babel 17
    match = about_to_build(19, 12, end_phase=True).play("build own")
    assert match.ending == "20 or more in the end phase"
    assert match.winners == [0]


def test_in_the_end_phase_nineteen_does_not() -> None:  # babel 17
    assert not about_to_build(18, 18, end_phase=True).play("build own").over


def test_the_end_phase_stays_on_below_fifteen_and_nine_ends_it() -> None:  # babel 17
    match = position(
        side(pawn="A", rows={"A": "AAAAA", "H": "AAA"}, temples={"A": "4", "H": "6", "M": "3"}),
        side(temples={"A": "4", "H": "6", "M": "5", "P": "1"}),
        end_phase=True,
    )
    match.play("use A")
    assert match.scores == [13, 12]
    assert (match.over, match.view().end_phase) == (False, True)
    match = position(
        side("H", pawn="H", rows={"H": "AAA"}, temples={"A": "4", "H": "6", "M": "2"}),
        side(temples={"H": "6", "M": "5", "P": "1"}),
        end_phase=True,
    )
    match.play("use A")
    assert match.scores == [12, 6]
    assert match.ending == "9 or less in the end phase"
    assert match.winners == [0]


def test_without_the_latch_the_same_totals_do_not_end_the_game() -> None:  # babel 17
    match = position(
        side("H", pawn="H", rows={"H": "AAA"}, temples={"A": "4", "H": "6", "M": "2"}),
        side(temples={"H": "6", "M": "5", "P": "1"}),
    )
    match.play("use A")
    assert match.scores == [12, 6]
    assert not match.over


def test_the_end_phase_can_begin_and_end_with_one_theft() -> None:  # babel 12, 17
    match = position(
        side(pawn="A", rows={"A": "HHHMMM"}, temples={"H": "6", "M": "6", "P": "2"}),
        side(temples={"A": "56", "S": "5"}),
    )
    assert match.scores == [14, 11]
    match.play("use H")
    assert match.scores == [20, 10]
    assert match.ending == "20 or more in the end phase"
    assert match.view().end_phase


def test_a_theft_can_push_the_other_below_ten() -> None:  # babel 12, 17
    match = position(
        side(pawn="A", rows={"A": "HHHMMM"}, temples={"H": "6", "M": "6"}),
        side(temples={"A": "6", "S": "6"}),
    )
    match.play("use H")
    assert match.scores == [18, 6]
    assert match.ending == "15 or more against 9 or less"


def test_the_game_ends_when_the_temple_deck_is_empty() -> None:  # babel 17
    match = _with_deck([1, 2])
    match.play("end")
    assert match.over
    assert match.ending == "the temple deck is empty"
    assert stack(match, 0)[-2:] == "21"


def test_a_single_last_temple_card_is_still_put_on_the_stack() -> None:  # babel 4, 17
    match = _with_deck([3])
    match.play("end")
    assert match.ending == "the temple deck is empty"
    assert stack(match, 0)[-1] == "3"
    assert len(happened(match, "stacked")) == 1


def test_a_deck_that_is_not_empty_goes_on() -> None:  # babel 17
    match = _with_deck([3, 1, 2]).play("end")
    assert not match.over
    match.play("end")
    assert match.over


def test_assyrians_fill_the_deck_again() -> None:  # babel 11, 17
    match = _with_deck([3], own_row="AAA", their_temple="12")
    match.play("use A", "end")
    assert stack(match, 0)[-2:] == "21"
    assert not match.over
    match.play("end")
    assert stack(match, 1)[-1] == "3"
    assert match.over


def _with_deck(left: list[int], own_row: str = "", their_temple: str = "") -> Match:
    """Only these temple cards are still in the deck; all others lie on seat 0's stack."""
    rest = [level for level, count in enumerate((10, 9, 8, 7, 6, 5), 1) for _ in range(count)]
    for level in [*left, *map(int, their_temple)]:
        rest.remove(level)
    return position(
        side("A", pawn="P", rows={"P": own_row}, stack="".join(map(str, rest))),
        side("AH", temples={"P": their_temple}),
    )


def test_the_higher_total_wins() -> None:  # babel 18
    match = _with_deck([1, 2], their_temple="3").play("end")
    assert match.scores == [0, 3]
    assert match.winners == [1]


def test_at_equal_totals_more_cards_in_hand_win() -> None:  # babel 18
    assert _with_deck([1, 2]).play("end").winners == [1]  # one card against two


def test_equal_totals_and_equal_hands_are_a_draw() -> None:  # babel 18
    match = _with_deck([1, 2], own_row="SSS").play("half S", "discard A", "end")
    assert match.scores == [0, 0]
    assert match.winners == [0, 1]


def test_the_game_ends_after_two_hundred_turns() -> None:  # babel 23
    match = position(side(temples={"A": "1"}), side(), turn=TURNS - 2)
    match.play("end")
    assert not match.over
    match.play("end")
    assert match.ending == "200 turns have been played"
    assert match.winners == [0]
    assert len(stack(match, 1)) == 2
    assert moves(match, "end") == []
