"""Replaying a match in the terminal."""

from __future__ import annotations

import pytest

import ziggurat
from tests.terminal.scripted import after
from ziggurat.terminal import replay
from ziggurat.terminal.steps import steps


def test_a_pipe_gets_every_decision_and_the_last_position(capsys: pytest.CaptureFixture[str]) -> None:
    match = after(60, seats=3)
    replay.run(match)
    lines = capsys.readouterr().out.splitlines()
    for number, (line, move) in enumerate(zip(lines, match.history(), strict=False), 1):
        assert line.startswith(f"{number:>2} seat ")
        assert f": {move} " in line
    assert "BABYLONIA" in "".join(lines)
    assert " ".join(match.summary().split()) in " ".join("\n".join(lines).split())


def test_steps_tell_all_secrets() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5).play("m c2", "end")
    assert [event.text for event in steps(match)[0].events] == [
        "Seat 0 places a merchant face down in the river at c2",
        "Seat 0 scores 1 point from ziggurats at c2",
    ]


def test_a_match_knows_its_beginning_and_who_decided() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5, variant=True).play("m d7", "end")
    assert match.at(0).digest() == ziggurat.new("babylonia", seats=2, seed=5, variant=True).digest()
    assert match.deciders() == [0, 0]


def test_a_match_from_a_position_begins_there() -> None:
    position = after(30, seats=2).position()
    match = ziggurat.load("babylonia", position)
    match.play(match.legal()[0])
    assert match.at(0).position() == position
