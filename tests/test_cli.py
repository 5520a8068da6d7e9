"""The command `ziggurat`, as a person calls it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import ziggurat
from tests.cases import every_game
from tests.commands import call
from ziggurat.cli import app
from ziggurat.core.game import Claim
from ziggurat.sim import simulate


def test_simulate_prints_one_json_object() -> None:
    result = call("simulate", "babylonia", "--seats", "2", "--games", "500", "--seed", "1", "--json")
    assert result.returncode == 0, result.stderr
    printed = json.loads(result.stdout)
    assert set(printed) >= {
        *("game", "seats", "games", "actions", "seconds", "games_per_second", "actions_per_second", "device", "digest"),
    }
    expected = simulate(ziggurat.game("babylonia"), seats=2, games=500, seed=1)
    assert printed["digest"] == expected.digest
    assert printed["actions"] == expected.actions
    assert printed["actions_per_second"] == pytest.approx(printed["actions"] / printed["seconds"])


def test_simulate_prints_a_table_for_people() -> None:
    result = call("simulate", "babylonia", "--games", "200", "--option", "variant=yes")
    assert result.returncode == 0, result.stderr
    for word in ("games a second", "actions a second", "mean scores", "actions a game", "ended: a stand is empty"):
        assert word in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [  # only games whose refusals are quoted here
        (["simulate", "chess"], "There is no game called 'chess'."),
        (["simulate", "babylonia", "--seats", "7"], "Babylonia is for 2, 3 or 4 seats, not 7."),
        (["simulate", "babylonia", "--games", "0"], "The number of games is 1 or more, not 0."),
        (["simulate", "babylonia", "--seed", "-1"], "A seed is a whole number"),
        (["simulate", "babylonia", "--option", "variant"], "An option is written NAME=VALUE"),
        (["simulate", "babylonia", "--option", "variant=perhaps"], "Option variant is no or yes, not 'perhaps'."),
        (["simulate", "babylonia", "--option", "size=3"], "Babylonia has no option 'size'"),
        (["play"], "Name a game to play"),
        (["play", "babylonia", "--seats", "human"], "Babylonia is for 2, 3 or 4 seats, not 1."),
        (["play", "babylonia", "--seats", "human,robot"], "robot"),
        (["play", "--resume", "missing.log"], "missing.log cannot be read: No such file or directory."),
        (["replay", "missing.log"], "missing.log cannot be read: No such file or directory."),
        (["replay", "broken.log"], "The log breaks off"),
        (["prospects", "missing.log", "--json"], "missing.log cannot be read: No such file or directory."),
        (["review", "missing.log", "--json"], "missing.log cannot be read: No such file or directory."),
        (["review", "whole.log", "--seconds", "0"], "A review takes between 0 and 86,400 seconds, not 0."),
        (["prospects", "whole.log", "--seat", "2"], "This match has seats 0 to 1 (and -1 for a spectator), not 2."),
        (["prospects", "whole.log", "--decision", "1"], "This match has 0 to 0 decisions, not 1."),
        (["rules", "babylonia", "--language", "fr"], "en and nl, not in 'fr'"),
        (["examples", "babylonia", "--language", "fr"], "en and nl, not in 'fr'"),
        (["examples", "ur", "--number", "99"], "Ur has examples 1 to 14; there is no example 99."),
        (["lessons", "ur", "--number", "99"], "Ur has lessons 1 to 6; there is no lesson 99."),
        (["lessons", "ur", "--language", "fr"], "There are lessons in en and nl, not in 'fr'."),
        (["warm", "go"], "There is no game called 'go'."),
    ],
)
def test_bad_input_is_one_sentence_and_a_code(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    whole = ziggurat.new("babylonia", seats=2, seed=1).to_text()
    (tmp_path / "whole.log").write_text(whole, "utf-8")
    (tmp_path / "broken.log").write_text(whole.rsplit("\n", 2)[0], "utf-8")
    before = sorted(tmp_path.iterdir())
    result = call(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.strip().startswith("ziggurat: ")
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""
    assert sorted(tmp_path.iterdir()) == before


def test_a_lesson_is_taken_in_the_terminal() -> None:
    assert "1. Farm" in call("lessons", "ur").stdout
    moves = ("trade", "back", "chess", "agriculture", "put b4", "put b4", "put c5", "put c5")
    taken = call("lessons", "ur", "--number", "1", stdin="\n".join(moves))
    assert taken.returncode == 0, taken.stderr
    for said in ("That was trade. Take it back", "Four stones, but a1 lost one", "(clause 6)"):
        assert said in taken.stdout
    assert call("lessons", "ur", "--number", "1", "--language", "nl", stdin="\n").returncode == 1  # left


@pytest.mark.parametrize("name", every_game(claim=Claim.EXAMPLES))
def test_examples_are_shown_and_written(name: str, tmp_path: Path) -> None:
    shown = call("examples", name, "--number", "1").stdout
    assert "Clause" in shown
    assert "Before" in shown
    call("examples", name, "--folder", str(tmp_path / "new"), "--language", "nl")
    page = (tmp_path / "new" / f"{name}.nl.md").read_text("utf-8")
    pictures = re.findall(r"\]\(([^)]+)\)", page)
    assert len(pictures) >= 12
    assert all((tmp_path / "new" / picture).read_text("utf-8").startswith("<svg") for picture in pictures)


def test_rules_and_games_are_shown() -> None:
    assert "**11. The city tile.**" in call("rules", "babylonia").stdout
    assert "**11. " in call("rules", "babylonia", "--language", "nl").stdout
    listed = call("games").stdout
    assert all(name in listed for name in ziggurat.game_names())
    assert "option variant (no, yes)" in listed


def test_version() -> None:
    assert call("--version").stdout == f"ziggurat {ziggurat.__version__}\n"


def test_warm_says_where_the_compiled_code_is() -> None:
    result = call("warm", "babylonia")
    assert result.returncode == 0
    assert "Everything is compiled" in result.stdout


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_prospects_are_one_object_for_programs_and_tables_for_people(tmp_path: Path, game: str) -> None:
    if ziggurat.game(game).prospects is None:
        pytest.skip(f"{game} has no prospects")
    match = ziggurat.new(game, seed=2)
    while not match.over and len(match) < 20:
        match.play(match.legal()[0])
    decision = len(match) * 3 // 5
    path = tmp_path / "match.log"
    path.write_text(match.to_text(), "utf-8")
    result = call("prospects", str(path), "--seat", "0", "--decision", str(decision), "--json")
    assert result.returncode == 0, result.stderr
    expected = msgspec.json.encode(match.at(decision).prospects(0)).decode()
    assert json.loads(result.stdout) == json.loads(expected)
    shown = call("prospects", str(path))
    assert shown.returncode == 0, shown.stderr
    assert all(part.replace("_", " ") in shown.stdout for part in json.loads(expected))


def test_a_review_is_one_object_for_programs_and_sentences_for_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process, where no processor time passes: a slow processor would look less closely."""
    monkeypatch.setattr("ziggurat.reviewing.evaluation.time.process_time", lambda: 0.0)
    match = ziggurat.new("babel", seed=2)
    while len(match) < 24:
        match.play(match.legal()[-1])
    path = tmp_path / "match.log"
    path.write_text(match.to_text(), "utf-8")
    result = CliRunner().invoke(app, ["review", str(path), "--seconds", "0.5", "--json"])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    assert printed == json.loads(msgspec.json.encode(ziggurat.review(match, 0.5)))
    assert set(printed) == {"game", "rules", "decisions", "open", "budget", "whole", "seats", "judged"}
    shown = CliRunner().invoke(app, ["review", str(path), "--seconds", "0.5", "--open"])
    assert shown.exit_code == 0, shown.output
    assert "Based on all cards" in shown.stdout
    assert "Better: " in shown.stdout
