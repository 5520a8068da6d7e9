"""Positions of Ur as JSON, and refusals of impossible ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import ziggurat
from tests.games.ur.builder import situation
from ziggurat.core.errors import BadPosition


def position(**changes: Any) -> dict[str, Any]:
    written = situation("P0x2 T0x5 C0x1\nA1x1 W2^", "PW").position()
    return {**written, **changes}


def with_cell(cell: str, **changes: Any) -> dict[str, Any]:
    """The position with another first field, its tile unchanged unless the cell says so."""
    written = position(**changes)
    first, rest = written["board"][0].split(maxsplit=1)
    written["board"] = [f"{cell.replace('??', first[:2])} {rest}", *written["board"][1:]]
    for player in written["players"]:
        player.pop("score")
        player.pop("supply")
    return written


WRONG: list[tuple[Callable[[], dict[str, Any]], str]] = [  # made in the tests: collecting them loads no kernel
    (partial(position, board=[]), "board must have 6 entries"),
    (partial(position, board=["Aw"] * 6), "Row 1 of the board must have 6 fields, not 1"),
    (partial(with_cell, "Xx"), "does not exist"),
    (partial(with_cell, "aw"), "Field a1 has 'aw'; fields look like"),
    (partial(with_cell, "??0x6"), "has 6 stones; an owned field has 1 to 5"),
    (partial(with_cell, "??7x1"), "belongs to seat 7"),
    (partial(with_cell, "Aw"), "There are 4 tiles"),
    (partial(position, seats=5), "seats is 2, 3, 4, not 5"),
    (partial(position, spares=[]), "spares must have 1 entries"),
    (partial(position, spares=["XX"]), "Spare 1 is"),
    (partial(position, options={"bonus": "none"}), "Option bonus is rulebook or published"),
    (partial(position, phase="nap"), "phase is"),
    (partial(position, turn=0), "The turn is 0 in the phases of set-up"),
    (partial(position, used=["trade"]), "Only actions of the hand tile can be used"),
    (partial(position, used=["war"], built=1), "either actions or ziggurats"),
    (partial(position, built=1), "More ziggurats are built than stand"),
    (partial(position, source="a1"), "source is given in phases move and cross"),
    (partial(position, phase="move", source="f6"), "The source must be a field of seat 0"),
    (partial(position, phase="cross", source="a1", target="b1"), "The target of an attack that has been won is free"),
    (partial(position, allowed={"a1": 1}), "Stones are allowed only in phases"),
    (partial(position, phase="trade", allowed={"b1": 1}), "cannot take them"),
    (partial(position, phase="trade", allowed={"a1": 9}), "allowed on a1 must be a whole number"),
    (partial(position, phase="trade", allowed={"z9": 1}), "allowed must be a field from a1 to f6"),
    (partial(position, gave=["a1"]), "give and take only in phases"),
    (partial(position, phase="politics", gave=["a1"], took=["a1"]), "both give and take"),
    (partial(position, marches=3), "marches only in a war"),
    (partial(position, phase="culture"), "Nothing can be decided"),
    (partial(position, phase="first_stone", turn=0), "cannot have placed"),
    (partial(position, players=[{"hand": "PW", "score": 99}, {}, {}]), "Hand 1 is"),
    (partial(position, hello=1), "has an entry 'hello'"),
]


@pytest.mark.parametrize(("wrong", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_a_wrong_position_is_refused_with_a_reason(wrong: Callable[[], dict[str, Any]], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        ziggurat.load("ur", wrong())


def test_given_points_and_supplies_are_checked() -> None:
    written = position()
    written["players"][0]["score"] = 99
    with pytest.raises(BadPosition, match=r"Player 0's score must be \d+, as board and hand have it, not 99"):
        ziggurat.load("ur", written)


def test_a_position_can_be_read_by_people() -> None:
    written = position()
    assert written["board"][0].split()[0][2:] == "0x2"
    assert written["board"][1].split()[1][2:] == "2^"
    assert written["players"][0]["hand"] == "PW"
