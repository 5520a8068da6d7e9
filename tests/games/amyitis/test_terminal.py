"""The table of Amyitis, drawn."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

import ziggurat
from tests.games.amyitis.builder import position
from tests.playing import finish
from ziggurat.games.amyitis.board import EDGE_NAMES, SIDE, SQUARE_NAMES
from ziggurat.games.amyitis.terminal import BRICK, COURSE, CUBE_SIGNS, STEP, draw, draw_garden

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def plain(match: ziggurat.Match, width: int = 110) -> str:
    """The drawing as a file gets it."""
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(draw(match.record(0), 0))
    return capture.get()


def midgame(seats: int, decisions: int = 150) -> ziggurat.Match:
    whole = finish(ziggurat.new("amyitis", seats=seats, seed=5), random.Random(5))
    match = ziggurat.new("amyitis", seats=seats, seed=5)
    match.replay(whole.actions[:decisions])
    return match


def brick(lines: list[str], name: str) -> tuple[str, str, str, str]:
    """The two lines of a square, then the drawing under its left and its right half."""
    row, column = divmod(SQUARE_NAMES.index(name), SIDE)
    top, left = (row + column) * COURSE, (column - row + SIDE - 1) * STEP
    upper, lower, below = (lines[top + line][left : left + BRICK] for line in range(3))
    return upper, lower, below[: BRICK // 2], below[BRICK // 2 :]


@SEATS
def test_squares_and_cubes_are_where_they_belong(seats: int) -> None:
    match = midgame(seats, 250)
    lines = draw_garden(match.record()[0]).plain.split("\n")
    view = match.view()
    assert any(square.planted_by is not None for square in view.squares)
    for square in view.squares:
        upper, lower, _, _ = brick(lines, square.place)
        assert upper.split()[0].rstrip("≈") == square.place
        if square.planted_by is not None:
            assert CUBE_SIGNS[str(square.planted_by)] in lower
        elif square.tile is not None:
            assert f"{square.tile.prestige}★" in upper
            assert ("≈" in upper) is square.irrigated
    for edge in view.edges:
        first, second = edge.place.split("-")
        _, _, left, right = brick(lines, first)
        drawn = right if first[0] == second[0] else left
        assert [sign for sign in drawn if sign in CUBE_SIGNS.values()] == [CUBE_SIGNS[cube] for cube in edge.cubes]
        assert ("~" in drawn) is edge.available


@SEATS
def test_drawing_fits_the_terminal(seats: int) -> None:
    for decisions in (0, 100, 200):
        match = midgame(seats, decisions)
        wide, narrow = plain(match, 110), plain(match, 70)
        assert max(len(line.rstrip()) for line in wide.split("\n")) <= 110
        assert max(len(line.rstrip()) for line in narrow.split("\n")) <= 70
        for text in (wide, narrow):
            assert "…" not in text
            assert all(city.name.title() in text for city in match.view().ring)
            assert all(f"seat {seat}" in text for seat in range(seats))
            assert all(f"{score} prestige" in text for score in match.scores)


def test_dry_and_open_edges_can_be_told_apart_without_colours() -> None:
    lines = draw_garden(position(irrigation={"d1-d2": "0"}).record()[0]).plain.split("\n")
    assert brick(lines, "d1")[3].strip() == CUBE_SIGNS["0"]
    assert brick(lines, "c1")[2].strip() == "~~"  # meets d1-d2
    assert brick(lines, "a1")[2].strip() == "····"
    assert brick(lines, "d4")[2].strip() == "≈≈≈≈"


def test_the_whole_table_at_the_end() -> None:
    match = finish(ziggurat.new("amyitis", seats=4, seed=1), random.Random(1))
    assert "to decide" not in plain(match)
    assert len(EDGE_NAMES) == 24
