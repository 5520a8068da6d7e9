"""The table of Babel, drawn."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from rich.console import Console

import ziggurat
from tests.games.babel.builder import position, side
from tests.games.babel.busy import crowded
from ziggurat.core.game import Records
from ziggurat.games.babel.terminal import SIDE_BY_SIDE, draw


def shown(records: Records, seat: int, width: int = 110) -> str:
    """The drawing as a file gets it."""
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(draw(records, seat))
    return capture.get()


def test_rows_temples_and_pawns() -> None:
    match = position(
        side("AAS", pawn="H", rows={"H": "SSSSAPP"}, temples={"H": "124"}, stack="521"),
        side("HH", pawn="H", rows={"H": "MA"}, temples={"A": "3"}),
        deck_top=[5, 1],
    )
    lines = [line.rstrip() for line in shown(match.record(0), 0).splitlines()]
    column = [line[15:30].strip() for line in lines]
    assert column[:10] == [
        "",
        "Assyrians",
        "Medes",
        "▲  no temple",
        "HITTITES",
        "●  4 ▟12·4▙",
        "Sumerians ★4",
        "Assyrians",
        "Persians   2",
        "",
    ]
    text = "\n".join(lines)
    for piece in ("hand AA S", "hand of 2", "stack  1  25", "temple deck 38, on top 15", "seat 0, you, to decide"):
        assert piece in text


def test_the_viewer_sits_below() -> None:
    match = position(side(rows={"A": "H"}), side(rows={"A": "MM"}))
    for seat, above, below in ((0, "Medes", "Hittites"), (1, "Hittites", "Medes"), (-1, "Medes", "Hittites")):
        names = [line[:14].split()[0] for line in shown(match.record(seat), seat).splitlines() if line[:14].strip()]
        assert (names[0], names[-1]) == (above, below)


def test_a_hand_is_drawn_for_its_owner_only() -> None:
    match = ziggurat.new("babel", seed=5)
    assert shown(match.record(0), 0).count("hand of") == 1
    assert shown(match.record(-1), -1).count("hand of") == 2
    assert "hand of" not in shown(match.record(), -1)
    assert shown(match.record(0), 0).count("first card not built yet") == 2
    assert shown(match.record(0), 0).count("pawn at the quarry") == 2


def test_drawing_depends_only_on_what_the_seat_knows() -> None:
    for seed in range(10):
        match = crowded(seed)
        for seat in range(2):
            records = match.record(seat)
            drawing = shown(records, seat)
            match.game.engine().resample(records, seat, np.uint64(seed))
            match.game.engine().redact(records, seat)
            assert shown(records, seat) == drawing


@pytest.mark.parametrize("width", [60, 80, SIDE_BY_SIDE, 110, 160])
def test_the_drawing_fits_the_terminal(width: int) -> None:
    for seed in range(10):
        match = crowded(seed)
        assert max(map(len, shown(match.record(0), 0, width).splitlines())) <= width


def test_without_colours_only_weights_are_left() -> None:
    match = crowded(7)
    console = Console(file=io.StringIO(), width=110, force_terminal=True, color_system="truecolor", no_color=True)
    with console.capture() as capture:
        console.print(draw(match.record(0), 0))
    assert set(re.findall(r"\x1b\[([\d;]*)m", capture.get())) <= {"0", "1", "2"}
