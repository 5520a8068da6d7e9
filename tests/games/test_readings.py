"""What `benchmarks/readings.py` counts in a match, and which readings it plays."""

from __future__ import annotations

import random
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.playing import finish

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def readings() -> dict[str, Any]:
    sys.path.insert(0, str(FOLDER))
    try:
        return runpy.run_path(str(FOLDER / "readings.py"))
    finally:
        sys.path.remove(str(FOLDER))


@pytest.mark.parametrize("options", [{}, {"bonus": "published"}, {"reach": "any"}], ids=str)
def test_what_is_used_in_ur_is_what_the_moves_say(readings: dict[str, Any], options: dict[str, str]) -> None:
    match = finish(ziggurat.new("ur", seats=4, seed=5, **options), random.Random(5))  # type: ignore[arg-type]
    told, moves = readings["tally_ur"](match), match.history()
    for name in ("agriculture", "trade", "culture", "politics", "war"):
        assert told[name] == moves.count(name)
    assert told["ziggurats"] == sum(move.startswith("ziggurat") for move in moves)
    assert told["none"] + told["one"] + told["both"] == match.record()[0]["turn"]
    assert told["one"] + 2 * told["both"] == sum(
        move in ("agriculture", "trade", "culture", "politics", "war") for move in moves
    )
    assert told["no swap"] == (match.ending == "a player cannot swap")


def test_other_counts_of_court_cards_are_parts_one_can_play_with(readings: dict[str, Any]) -> None:
    found = {one.name: one for one in readings["readings"]("amyitis", [2])}
    assert len(found) == 3
    counts = {}
    for name, one in found.items():
        court = ziggurat.new("amyitis", seats=2, seed=1, **one.options).record()[0]["court"]
        counts[name] = [int(court[track][1]) for track in range(3)]
    assert counts == {"usual": [1, 1, 1]} | {name: [2, 2, 2] for name in list(found)[1:]}


def test_a_reading_that_is_not_there_is_refused(
    readings: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["readings.py", "ur", "--reading", "reach=far"])
    with pytest.raises(SystemExit):
        readings["main"]()
    assert "ur has no reading 'reach=far'; there are usual, bonus=published, culture=once" in capsys.readouterr().err
