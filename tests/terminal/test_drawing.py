"""The terminal's board of Babylonia."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from rich.console import Console

import ziggurat
from tests.terminal.scripted import after
from ziggurat.core.drawing.palette import SHAPES
from ziggurat.core.game import Records
from ziggurat.games.babylonia.board import COLUMN, HEX_BY_NAME, HEX_NAMES, HEXES, HEXES_IN_PLAY, RIVER_HEXES, ROW
from ziggurat.games.babylonia.terminal import BRICK, FACE_DOWN, draw, draw_board
from ziggurat.games.babylonia.view import View

SEATS = [2, 3, 4]


def shown(records: Records, seat: int, *, no_color: bool) -> str:
    """The drawing as a terminal gets it, control codes included."""
    console = Console(file=io.StringIO(), width=110, force_terminal=True, color_system="truecolor", no_color=no_color)
    with console.capture() as capture:
        console.print(draw(records, seat))
    return capture.get()


def plain(records: Records, seat: int, width: int = 110) -> str:
    """The drawing as a file gets it."""
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(draw(records, seat))
    return capture.get()


def brick(match: ziggurat.Match, seat: int | None, place: str) -> str:
    """The upper line of a hexagon's brick, as a seat sees it (None: with all secrets)."""
    lines = draw_board(match.record(seat)[0]).plain.split("\n")
    left = COLUMN[HEX_BY_NAME[place]] * BRICK
    return lines[ROW[HEX_BY_NAME[place]]][left : left + BRICK]


@pytest.mark.parametrize("seats", SEATS)
def test_every_hexagon_in_play_is_named_in_its_place_and_no_other_is(seats: int) -> None:
    lines = draw_board(after(0, seats=seats).record(0)[0]).plain.split("\n")
    for hexagon in range(HEXES):
        left = COLUMN[hexagon] * BRICK
        name = lines[ROW[hexagon] + 1][left : left + BRICK].strip()
        assert (name == HEX_NAMES[hexagon]) == (hexagon in HEXES_IN_PLAY[seats])


@pytest.mark.parametrize("seats", SEATS)
def test_every_token_lies_on_its_hexagon_with_its_owners_shape(seats: int) -> None:
    match = after(70, seats=seats)
    for seat in range(-1, seats):
        view: View = match.view(seat)
        assert view.tokens
        for token in view.tokens:
            river = "~" if HEX_BY_NAME[token.place] in RIVER_HEXES else " "
            assert brick(match, seat, token.place) == f"{river}{SHAPES[token.seat]}{token.kind or FACE_DOWN} "


def test_a_face_down_token_shows_its_kind_to_its_owner_only() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5).play("m c2")
    assert brick(match, 0, "c2") == "~●m "
    assert brick(match, 1, "c2") == brick(match, -1, "c2") == "~●· "
    assert brick(match, None, "c2") == "~●m "


def test_cities_crop_fields_and_ziggurats_have_signs_of_their_own() -> None:
    match = after(0, seats=4)
    view: View = match.view(-1)
    for tile in view.tiles:
        assert brick(match, -1, tile.place).strip(" ψ") == tile.tile
        assert ("ψ" in brick(match, -1, tile.place)) == (tile.tile in "567C")
    assert {brick(match, -1, ziggurat.place) for ziggurat in view.ziggurats} == {"▗▟▙▖"}
    assert brick(match, -1, "i1") == " ~~ "


@pytest.mark.parametrize("seats", SEATS)
def test_drawing_depends_only_on_what_the_seat_knows(seats: int) -> None:
    match = after(80, seats=seats)
    for seat in range(seats):
        records = match.record(seat)
        drawing = plain(records, seat)
        for seed in range(5):
            match.game.engine().resample(records, seat, np.uint64(seed))
            match.game.engine().redact(records, seat)
            assert plain(records, seat) == drawing


def test_a_stand_shows_its_kinds_to_its_owner_only() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5)
    assert "stand msppp" in plain(match.record(0), 0)
    assert plain(match.record(1), 1).count("5 tokens") == 1
    assert "stand msppp" not in plain(match.record(1), 1)
    assert plain(match.record(-1), -1).count("5 tokens") == 2
    assert "tokens," not in plain(match.record(), -1)


@pytest.mark.parametrize("width", [40, 80, 110, 160])
@pytest.mark.parametrize("seats", SEATS)
def test_the_drawing_fits_the_terminal(seats: int, width: int) -> None:
    match = after(100, seats=seats, variant=True)
    assert max(map(len, plain(match.record(0), 0, width).splitlines())) <= width


def test_a_wide_terminal_has_the_panel_beside_the_board_and_a_narrow_one_below() -> None:
    match = after(100, seats=4)
    wide, narrow = plain(match.record(0), 0, 110).splitlines(), plain(match.record(0), 0, 109).splitlines()
    assert len(wide) == 26
    assert "BABYLONIA" in wide[0]
    assert "BABYLONIA" in narrow[24]


def test_won_cards_carry_their_owners_shape() -> None:
    match = after(400, seats=3, seed=9)
    view: View = match.view(-1)
    owned = [(player.seat, card) for player in view.players for card in player.cards]
    assert owned
    for seat, card in owned:
        assert f"{SHAPES[seat]}{card} " in plain(match.record(-1), -1)


def test_without_colours_only_weights_are_left() -> None:
    match = after(40, seats=4)
    assert "48;2;" in shown(match.record(0), 0, no_color=False)
    codes = set(re.findall(r"\x1b\[([\d;]*)m", shown(match.record(0), 0, no_color=True)))
    assert codes == {"0", "1", "2"}
