"""Reviews of all logs in a folder."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import ziggurat
from tests.playing import finish
from ziggurat.cli import app
from ziggurat.core.errors import BadLog
from ziggurat.reviewing.folder import read_folder


def test_review_folder(tmp_path: Path) -> None:
    matches = [finish(ziggurat.new("babel", seed=seed), random.Random(seed)).at(6) for seed in (1, 2)]
    for seed, match in enumerate(matches):
        (tmp_path / f"{seed}.log").write_text(match.to_text(), "utf-8")
    (tmp_path / "notes.md").write_text("no log", "utf-8")
    result = CliRunner().invoke(app, ["review", str(tmp_path), "--seconds", "0.3", "--json"])
    wanted = [json.loads(msgspec.json.encode(ziggurat.review(match, 0.3))) for match in matches]
    assert json.loads(result.stdout) == {"reviews": {"0.log": wanted[0], "1.log": wanted[1]}}
    shown = CliRunner().invoke(app, ["review", str(tmp_path), "--seconds", "0.3"])
    assert "0.log" in shown.stdout
    assert "lost by mistakes" in shown.stdout


def test_bad_log_is_reported_before_any_review(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match=r"^There are no logs in "):
        read_folder(tmp_path, 1.0, everything=False)
    (tmp_path / "a.log").write_text("nothing", "utf-8")
    with pytest.raises(BadLog, match=r"a\.log: "):
        read_folder(tmp_path, 1.0, everything=False)
    result = CliRunner().invoke(app, ["review", str(tmp_path / "a.log"), "--cluster", "local"])
    assert str(result.exception) == "A cluster reviews a folder of logs: one log is judged by one processor."
