"""The rulebook's long example, restored, move by move."""

from __future__ import annotations

from tests.games.babel.builder import deck_top, hand, position, row, side, stack, temple


def test_the_example_of_the_rulebook() -> None:  # babel 5, 7, 9, 10, 11, 12, 15, 16
    match = position(
        side(
            "AHS",
            pawn="H",
            rows={"H": "SSSSAPP", "A": "HH", "S": "PP"},
        ),
        side(
            "AHHMMPP",
            rows={"H": "ASAM"},
            temples={"H": "123456", "A": "123"},
        ),
    )
    assert match.scores == [0, 9]
    match.play("use S")  # takes M
    assert row(match, 0, "H") == "SSSAPPM"
    assert row(match, 1, "H") == "ASA"
    match.play("migrate H S")
    assert row(match, 0, "H") == "SSSA"
    assert row(match, 0, "S") == "PPPPM"
    match.play("use S")  # takes both A, although they are not neighbours
    assert row(match, 0, "H") == "SSAAA"
    assert row(match, 1, "H") == "S"
    match.play("use A")  # destroys the level 6
    assert row(match, 0, "H") == "SSAA"
    assert temple(match, 1, "H") == ""
    assert deck_top(match) == "654321"
    assert match.scores == [0, 3]
    match.play("pawn A", "deploy H")
    assert row(match, 0, "A") == "HHH"
    match.play("use H")  # steals the 3 with three cards, the discarded one counted
    assert row(match, 0, "A") == "HH"
    assert temple(match, 0, "A") == "3"
    assert temple(match, 1, "A") == "12"
    assert match.scores == [3, 2]
    match.play("pawn S")
    assert hand(match, 0) == ""
    match.play("half P")
    assert match.actor == 1
    match.play("discard A", "discard M", "discard P")
    assert (match.actor, hand(match, 1)) == (0, "HHMP")
    match.play("half P", "discard H", "discard H")
    assert (match.actor, hand(match, 1)) == (0, "MP")
    assert row(match, 0, "S") == "PPM"
    match.play("end")
    assert stack(match, 0) == "21"
    assert deck_top(match) == "6543"
    assert match.actor == 1
