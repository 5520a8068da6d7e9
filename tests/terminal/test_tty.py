"""A real terminal: completion, hidden screens between players, and keys for stepping."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from tests.patience import PATIENCE
from tests.terminal.scripted import after

PLAY = """
import pathlib, sys, ziggurat
from ziggurat.terminal import play
match = ziggurat.new("babylonia", seats=2, seed=5)
play.run(match, sys.argv[1].split(","), pathlib.Path(sys.argv[2]), seed=1)
"""
REPLAY = """
import pathlib, sys, ziggurat
from ziggurat.terminal import replay
replay.run(ziggurat.read(pathlib.Path(sys.argv[1]).read_text("utf-8")))
"""
FORGET_SCROLLBACK = "\x1b[3J"


@contextmanager
def terminal(script: str, *arguments: str) -> Iterator[pexpect.spawn]:
    """A program in a terminal of 120 by 60 characters."""
    environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
    child = pexpect.spawn(
        sys.executable,
        ["-c", script, *arguments],
        env=environment,
        dimensions=(60, 120),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def test_between_two_people_the_screen_is_hidden(tmp_path: Path) -> None:
    with terminal(PLAY, "human,human", str(tmp_path / "match.log")) as child:
        child.expect_exact("Seat 0 to move.")
        child.send("\r")
        child.expect_exact("stand msppp")
        child.expect_exact("seat 0>")
        child.send("m c2\r")
        child.expect_exact("stand sppp")
        child.expect_exact("seat 0>")
        child.send("end\r")
        child.expect_exact(FORGET_SCROLLBACK)
        child.expect_exact("Seat 1 to move.")
        assert "stand" not in child.before
        child.send("\r")
        child.expect_exact("seat 1>")
        assert "places a token face down in the river at c2" in child.before
        assert "merchant face down" not in child.before
        child.sendeof()
        child.expect_exact("ziggurat play --resume")
        child.expect(pexpect.EOF)
    assert child.exitstatus == 0


@pytest.mark.long
def test_a_move_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    with terminal(PLAY, "human,random", str(path)) as child:
        child.expect_exact("seat 0>")
        child.send("m d1")
        child.expect_exact("d10")
        child.send("\t\r")
        child.expect_exact("Seat 0 places a merchant on d1")
        child.expect_exact("seat 0>")
        child.sendintr()
        child.expect_exact("ziggurat play --resume")
        child.expect(pexpect.EOF)
    assert "0: m d1" in path.read_text("utf-8")


def test_replay_steps_to_and_fro(tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    match = after(20, seats=2)
    path.write_text(match.to_text(), "utf-8")
    with terminal(REPLAY, str(path)) as child:
        child.expect_exact("Start, before 20 decisions")
        for keys, heading in [
            ("", f"Decision 1 of 20, seat 0: {match.history()[0]}"),
            ("n", "Decision 2 of 20"),
            ("b", "Decision 1 of 20"),
            ("15", f"Decision 15 of 20, seat {match.deciders()[14]}: {match.history()[14]}"),
            ("21", "there is no decision 21."),
            ("up", "'up' is not understood"),
            ("e", "Decision 20 of 20"),
            ("", "Decision 20 of 20"),
            ("s", "Start, before 20"),
            ("b", "Start, before 20"),
        ]:
            child.expect_exact("replay>")
            child.send(f"{keys}\r")
            child.expect_exact(heading)
        child.expect_exact("replay>")
        child.send("q\r")
        child.expect(pexpect.EOF)
    assert child.exitstatus == 0
