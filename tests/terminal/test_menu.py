"""The numbered list of moves."""

from __future__ import annotations

import pytest
from rich.console import Console

import ziggurat
from ziggurat.terminal.menu import SHORT, Menu


def test_moves_are_grouped_by_their_first_word_and_sorted_as_people_count() -> None:
    menu = Menu(["m d10", "f d7", "m d7", "end", "f a2"])
    assert menu.moves == ["m d7", "m d10", "f a2", "f d7", "end"]
    assert menu[2] == "m d10"


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_number_that_is_not_listed_is_refused(number: int) -> None:
    with pytest.raises(ziggurat.InvalidMove, match=f"numbered 1 to 2; there is no move {number}"):
        Menu(["card 1", "card 2"])[number]


def test_every_legal_move_is_listed_once_with_its_number() -> None:
    moves = ziggurat.new("babylonia", seats=4, seed=1).moves()
    menu = Menu(moves)
    assert len(menu) == len(moves) > SHORT
    console = Console(width=80)
    with console.capture() as capture:
        console.print(menu)
    for number, move in enumerate(menu.moves, 1):
        assert f"{number:>4} {move}" in capture.get()
