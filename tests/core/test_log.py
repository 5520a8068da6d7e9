"""Logs are written and read back; incomplete or altered ones are refused."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.playing import finish
from ziggurat import BadLog


@pytest.fixture(scope="module")
def text() -> str:
    return finish(ziggurat.new("babylonia", seats=2, seed=21, variant=True), random.Random(1)).to_text()


def test_a_log_can_be_read_by_people() -> None:
    match = ziggurat.new("babylonia", seats=4, seed=7, variant=True).play("m d7", "end")
    assert match.to_text() == (
        "ziggurat match 1\n"
        "game babylonia\n"
        "rules 1\n"
        "seats 4\n"
        "variant yes\n"
        "seed 7\n"
        "\n"
        "0: m d7; end\n"
        "\n"
        f"decisions 2, scores 0 0 0 0, digest {match.digest()}\n"
    )


def test_a_log_is_read_back(text: str) -> None:
    assert ziggurat.read(text).to_text() == text
    assert ziggurat.read("# a comment\n" + text.replace("\n", "  \n\n")).to_text() == text


def test_a_match_without_decisions_has_a_log() -> None:
    match = ziggurat.new("babylonia", seats=3, seed=1)
    assert ziggurat.read(match.to_text()).digest() == match.digest()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: "", "This is not a match log"),
        (lambda text: "hello\n" + text, "This is not a match log"),
        (lambda text: text[: len(text) // 2].rsplit("\n", 1)[0], "The log breaks off"),
        (lambda text: "\n".join(text.splitlines()[:12] + text.splitlines()[-1:]), "its last line promises"),
        (lambda text: text.replace("seed 21", "seed 22"), "cannot be played"),
        (lambda text: text.replace("seed 21\n", ""), "either a seed or a position"),
        (lambda text: text.replace("seed 21", "seed x"), "seed must be a whole number"),
        (lambda text: text.replace("seats 2", "seats 5"), "Babylonia is for 2, 3 or 4 seats"),
        (lambda text: text.replace("seats 2\n", "seats 2\nseats 2\n"), "says 'seats' twice"),
        (lambda text: text.replace("game babylonia", "game backgammon"), "There is no game called"),
        (lambda text: text.replace("game babylonia\n", ""), "lacks 'game'"),
        (lambda text: text.replace("rules 1", "rules 99"), "recorded under rules 99"),
        (lambda text: text.replace("variant yes", "colour red"), "no option 'colour'"),
        (lambda text: text.replace("1: ", "0: ", 1), "is seat 1's, but the log gives it to seat 0"),
        (lambda text: text.replace("; end\n1:", "; card 3\n1:", 1), "cannot be played"),
        (lambda text: text.replace("\n1: ", "\none: ", 1), "cannot be understood"),
        (lambda text: text[:-3] + "00\n" if text[-3:-1] != "00" else text[:-3] + "11\n", "it has been changed"),
        (lambda text: text.replace("game babylonia", "babylonia"), "cannot be understood"),
    ],
)
def test_incomplete_log_is_refused(text: str, change, sentence: str) -> None:  # type: ignore[no-untyped-def]
    changed = change(text)
    assert changed != text
    with pytest.raises(BadLog) as refusal:
        ziggurat.read(changed)
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith((".", ")"))


def test_every_cut_of_a_log_is_refused(text: str) -> None:
    for end in range(0, len(text) - 1, 7):
        with pytest.raises(BadLog):
            ziggurat.read(text[:end])


def test_a_log_from_a_position_is_read_back() -> None:
    start = ziggurat.new("babylonia", seats=4, seed=7, variant=True).play("m d7", "end")
    match = ziggurat.load("babylonia", start.position())
    match.play(match.legal()[0])
    assert "position {" in match.to_text()
    assert ziggurat.read(match.to_text()).digest() == match.digest()
    with pytest.raises(BadLog, match="not valid JSON"):
        ziggurat.read(match.to_text().replace("position {", "position {{"))
