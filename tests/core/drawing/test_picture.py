"""Every game has an SVG picture; a game without one of its own gets the terminal's board."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.playing import Setup, finish, setups, somewhere
from ziggurat.core.match import Match

each_setup = pytest.mark.parametrize("setup", setups(), ids=str)


@each_setup
def test_a_picture_is_svg_that_fetches_nothing(setup: Setup) -> None:
    match = somewhere(setup, 3)
    plain = replace(match.game, picture=None, _engines={})
    for game in (match.game, plain):
        twin = Match(game, match.seats, match.options, match.seed)
        twin.replay(match.actions)
        for seat in (None, -1, *range(setup.seats)):
            picture = twin.picture(seat)
            assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own
            assert "url(http" not in picture
            assert "@import" not in picture


@each_setup
def test_a_picture_shows_nothing_that_a_seat_cannot_see(setup: Setup) -> None:
    match = somewhere(setup, 5)
    if match.game.picture is None:
        pytest.skip(f"{setup.game} has no picture of its own")
    engine = match.game.engine()
    for seat in range(-1, setup.seats):
        other = match.record(seat)
        engine.resample(other, seat, np.uint64(1))
        engine.redact(other, seat)
        assert match.game.picture(other, seat) == match.picture(seat)


@each_setup
def test_a_notebook_shows_what_the_actor_sees_and_in_the_end_everything(setup: Setup) -> None:
    match = somewhere(setup, 7)
    assert match._repr_svg_() == match.picture(match.actor)
    finish(match, random.Random(1))
    assert match._repr_svg_() == match.picture()
