"""`ziggurat train` refuses bad options with one sentence before it starts."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ziggurat
from ziggurat import BadOption, ZigguratError
from ziggurat.cli import app
from ziggurat.learn.command import seat_counts, start
from ziggurat.learn.settings import Run


def run(folder: Path, **changes: Any) -> Run:
    settings: dict[str, Any] = {"device": "cpu", "minutes": 1.0, "updates": 1, "games": 64}
    return Run(game=ziggurat.game("babel"), seat_counts=(2,), folder=folder, **{**settings, **changes})


def test_seat_counts_are_read_and_checked() -> None:
    ur = ziggurat.game("ur")
    assert seat_counts(ur, None) == (2, 3, 4)
    assert seat_counts(ur, "4, 3,3") == (3, 4)
    with pytest.raises(BadOption, match="is for 2, 3 or 4 seats, not 5"):
        seat_counts(ur, "3,5")
    with pytest.raises(BadOption, match="written as 2,3,4"):
        seat_counts(ur, "two")


@pytest.mark.parametrize("minutes", [0.0, -1.0, float("nan"), float("inf")])
def test_minutes_must_be_positive(tmp_path: Path, minutes: float) -> None:
    with pytest.raises(BadOption, match="more than 0"):
        start(run(tmp_path / "run", minutes=minutes))
    assert not (tmp_path / "run").exists()


def test_average_twice_and_gate_are_checked(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="over 1 update or more, not 0"):
        start(run(tmp_path / "run", average=0))
    with pytest.raises(BadOption, match="Only a seat count that is trained"):
        start(run(tmp_path / "run", twice=[2, 3]))
    for never in ({"gate_every": 0}, {"gate_games": 0}):
        with pytest.raises(BadOption, match="--gate-every and --gate-games are 1 or more"):
            start(run(tmp_path / "run", **never))
    assert not (tmp_path / "run").exists()


def test_without_pytorch_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ZigguratError, match=r"ziggurat\[learn\]"):
        start(run(tmp_path / "run"))
    assert not (tmp_path / "run").exists()


@pytest.mark.long
def test_without_a_gpu_it_says_so(tmp_path: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(ZigguratError, match="no CUDA device"):
        start(run(tmp_path / "run", device="cuda"))
    assert not (tmp_path / "run").exists()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadOption, match="Nothing can be written"):
        start(run(tmp_path / "file"))


@pytest.mark.long
def test_resuming_a_missing_run_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="There is no run to resume"):
        start(run(tmp_path / "new"), resume=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_gate_options_set_when_the_champion_is_challenged(tmp_path: Path) -> None:
    words = "train babel --updates 3 --games 64 --gate-every 2 --gate-games 8 --out"
    result = CliRunner().invoke(app, [*words.split(), str(tmp_path / "run")])
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader((tmp_path / "run" / "curve.csv").open(encoding="utf-8")))
    assert [int(row["update"]) for row in rows] == [2, 3], "every second update, and the last"
    assert float(rows[0]["ahead"]) * 16 == int(float(rows[0]["ahead"]) * 16), "of eight games, halves for draws"
