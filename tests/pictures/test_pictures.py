"""PNG pictures, preview cards and films: the same on every machine, without hidden information."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFont

import ziggurat
from tests.cases import every_game
from tests.playing import finish
from ziggurat.core.errors import BadOption
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.pictures import card, films, png
from ziggurat.pictures.files import save
from ziggurat.pictures.raster import FONTS

GAMES = ziggurat.game_names()


@cache
def played(name: str) -> Match:
    match = finish(ziggurat.new(name, seats=ziggurat.game(name).seat_counts[0], seed=5), random.Random(5))
    return match.at(min(60, len(match) * 2 // 3))


def opened(data: bytes) -> Any:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_a_picture_of_its_shape(name: str) -> None:
    svg = played(name).picture()
    size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert size is not None
    drawn = opened(png(svg, 800))
    assert drawn.format == "PNG"
    assert drawn.width == 800
    assert abs(drawn.height - 800 * float(size[2]) / float(size[1])) < 2
    assert png(svg, 800) == png(svg, 800)


@pytest.mark.parametrize("name", GAMES)
def test_text_on_boards_is_legible(name: str) -> None:
    """A letter that our font has not would be an empty box, on every machine."""
    if ziggurat.game(name).picture is None:
        pytest.skip(f"{name} has no picture of its own, and the terminal has more letters")
    fonts = [ImageFont.truetype(font, 20) for font in FONTS]
    missing = [bytes(font.getmask("\uffff")) for font in fonts]
    match = finish(ziggurat.new(name, seed=2), random.Random(2))
    written = {
        letter
        for decision in range(0, len(match), 25)
        for text in re.findall(r">([^<>]+)</text>", match.at(decision).picture())
        for letter in text
        if not letter.isspace()
    }
    assert len(written) > 10
    for font, box in zip(fonts, missing, strict=True):
        assert not [letter for letter in written if bytes(font.getmask(letter)) == box]
    svg = match.picture()
    assert png(svg) != png(re.sub(r">[^<>]+</text>", "></text>", svg))  # and it is drawn at all


def test_a_card_has_the_size_of_previews_and_takes_any_words() -> None:
    drawn = opened(png(card(played("babel").picture(-1), '<Babel> & "co"', "2 players")))
    assert (drawn.width, drawn.height) == (1200, 630)


@pytest.mark.parametrize("name", every_game(now="babel"))
def test_a_film_shows_every_turn_and_stays_small(name: str) -> None:
    match = played(name)
    film = films.film(match, width=320)
    shown = opened(film)
    assert shown.format == "WEBP"
    assert shown.is_animated
    assert 1 < shown.n_frames <= len(films.moments(match)) <= len(match) + 1
    assert len(film) < 400_000
    assert opened(films.film(match.at(len(match) // 3), "gif", 200)).format == "GIF"


def test_film_of_a_seat_shows_what_it_knew() -> None:
    """Frame by frame the picture of that seat: the drawing of hidden cards is tested where it is drawn."""
    match = played("babel")
    for seat in (EVERYTHING, -1, 1):
        expected = [match.at(moment).picture(seat) for moment in films.moments(match)]
        assert list(films.pictures(match, seat)) == expected
    assert list(films.pictures(match, -1)) != list(films.pictures(match))


def test_a_long_match_is_a_film_of_bounded_length() -> None:
    match = finish(ziggurat.new("ur", seats=2, seed=1), random.Random(1))
    assert len(match) > 2 * films.MOST
    assert len(films.moments(match)) <= films.MOST + 1
    assert films.moments(match)[-1] == len(match)


def test_a_match_that_has_not_begun_is_a_film_of_one_picture() -> None:
    assert opened(films.film(ziggurat.new("babel", seed=1), width=200)).n_frames == 1


@pytest.mark.parametrize(
    ("kind", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("webp", b"RIFF"), ("gif", b"GIF8")]
)
def test_file_suffix_decides_the_format(tmp_path: Path, kind: str, begins: bytes) -> None:
    path = tmp_path / f"Babel.{kind.upper()}"
    save(played("babel").at(10), path, width=200)
    assert path.read_bytes().startswith(begins)


def test_impossible_pictures_are_refused_with_a_sentence(tmp_path: Path) -> None:
    match = played("babel")
    for path, width, reason in (
        (tmp_path / "board.bmp", None, "ends in .svg, .png, .webp, .gif"),
        (tmp_path / "board.png", 5, "16 to 4096 pixels wide"),
        (tmp_path / "nowhere" / "board.png", 100, "cannot be written"),
    ):
        with pytest.raises(BadOption, match=reason):
            save(match, path, width=width)
    with pytest.raises(BadOption, match="seats 0 to 1"):
        save(match, tmp_path / "board.png", seat=4)
    assert not list(tmp_path.iterdir())


def test_without_the_libraries_a_sentence_says_what_to_install() -> None:
    script = """
import sys
sys.modules["resvg_py"] = sys.modules["PIL"] = None
import ziggurat
from ziggurat.core.errors import MissingDependency
from ziggurat.pictures import film, png
for what in (lambda: png("<svg/>"), lambda: film(ziggurat.new("babel"))):
    try:
        what()
    except MissingDependency as missing:
        print(missing)
"""
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert said.count("pip install 'ziggurat[pictures]'") == 2
