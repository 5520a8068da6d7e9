"""The command `ziggurat` and its subcommands."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import msgspec
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import ziggurat
from tests.cases import every_game
from tests.commands import call
from ziggurat.cli import app
from ziggurat.cli.common import count_of
from ziggurat.core.errors import BadOption
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
        (["review", "whole.log", "--seconds", "0"], "A review takes more than 0 and at most 86,400 seconds, not 0."),
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


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "babel", "--out", "OUT.csv"],
        ["arena", "babel", "--bots", "random,greedy", "--out", "OUT.csv"],
        ["arena", "babel", "--bots", "random,greedy", "--out", "OUT"],
        ["evaluate", "random", "--task", "babel-2-v0", "--out", "OUT"],
        ["puzzles", "babel", "--out", "OUT"],
        ["puzzles", "babel", "--choose", "whole.jsonl", "--out", "OUT"],
        ["picture", "whole.log", "--out", "OUT.webp"],
        ["play", "babel", "--log", "OUT"],
        ["play", "--resume", "whole.log", "--log", "OUT"],
        ["backup", "OUT"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("out", ["missing/x", "file/x", "folder"])
def test_output_is_checked_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], out: str
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("work began before the output was checked")

    for name in ("matches.compile_games", "simulation.compile_games", "puzzles.compile_games", "ladder.compile_games"):
        monkeypatch.setattr(f"ziggurat.cli.{name}", work)
    monkeypatch.setattr("ziggurat.pictures.files.draw", work)
    monkeypatch.setattr("ziggurat.puzzles.command.pick", work)
    monkeypatch.setattr("ziggurat.cli.server.open_database", work)
    monkeypatch.chdir(tmp_path)
    Path("whole.log").write_text(ziggurat.new("babel", seed=1).to_text(), "utf-8")
    Path("file").touch()
    for name in ("folder", "folder.csv", "folder.webp"):
        Path(name).mkdir()
    before = sorted(tmp_path.rglob("*"))
    problem = CliRunner().invoke(app, [part.replace("OUT", out) for part in arguments]).exception
    assert isinstance(problem, BadOption), repr(problem)
    reason = "it is a folder." if out == "folder" else f"there is no folder {(tmp_path / out).parent}."
    assert f"cannot be written: {reason}" in str(problem)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "babel", "--bots", "random,greedy", "--games", "2", "--out", "missing/x"],
        ["backup", "missing/b.db"],
        ["backup", "b.db", "--database", "sqlite:///missing/ziggurat.db"],
        ["migrate", "--database", "sqlite:///missing/x/ziggurat.db"],
        ["migrate", "--database", "sqlite:///whole.log/ziggurat.db"],
        ["serve", "--database", "sqlite:///missing/x/ziggurat.db"],
        ["examples", "babel", "--number", "1", "--folder", "whole.log/x"],
        ["examples", "babel", "--number", "1", "--folder", "missing/x"],
        ["train", "babel", "--out", "whole.log/x"],
        ["train", "babel", "--out", "whole.log"],
    ],
    ids=" ".join,
)
def test_refused_output_is_one_sentence_and_a_code(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "whole.log").write_text(ziggurat.new("babel", seed=1).to_text(), "utf-8")
    result = call(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert re.fullmatch(
        r"ziggurat: (\S+ cannot be (written|created): (there is no folder \S+|File exists|Not a directory)"
        r"|Nothing can be written into \S+: (Not a directory|there is no folder \S+)|There is no database \S+)\.\n",
        result.stderr,
    ), result.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["whole.log"]


def test_a_log_of_another_game_is_not_resumed(tmp_path: Path) -> None:
    log = ziggurat.new("babel", seed=1).to_text()
    (tmp_path / "babel.log").write_text(log, "utf-8")
    refused = call("play", "ur", "--resume", "babel.log", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == "ziggurat: babel.log is a match of Babel, not of Ur.\n"
    assert refused.stdout == ""
    assert (tmp_path / "babel.log").read_text("utf-8") == log
    assert call("play", "babel", "--resume", "babel.log", cwd=tmp_path).returncode == 0


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    command = ("play", "babel", "--seats", "random,random", "--seed", "1")
    assert call(*command, "--log", "one.log", cwd=tmp_path).returncode == 0
    assert call(*command, "--log", "other.log", cwd=tmp_path).returncode == 0
    assert (tmp_path / "one.log").read_text("utf-8") == (tmp_path / "other.log").read_text("utf-8")


def test_numbers_agree_with_their_nouns() -> None:
    assert [count_of(number, "row") for number in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [count_of(number, "match", "matches") for number in (1, 2)] == ["1 match", "2 matches"]


def test_a_lesson_is_taken_in_the_terminal() -> None:
    assert "1. Farm" in call("lessons", "ur").stdout
    moves = ("trade", "back", "chess", "agriculture", "put b4", "put b4", "put c5", "put c5")
    taken = call("lessons", "ur", "--number", "1", stdin="\n".join(moves))
    assert taken.returncode == 0, taken.stderr
    for said in ("That was trade. Take it back", "Four stones, but a1 lost one", "(clause 6)"):
        assert said in taken.stdout


@pytest.mark.parametrize("stdin", ["\n", "", "agriculture"])
def test_leaving_a_lesson_says_how_to_take_it_again(stdin: str) -> None:
    left = call("lessons", "ur", "--number", "1", stdin=stdin)
    assert left.returncode == 1
    assert left.stdout.endswith("\nThe lesson is not finished. To take it again: ziggurat lessons ur --number 1\n")
    left = call("lessons", "ur", "--number", "1", "--language", "nl", stdin=stdin)
    assert left.returncode == 1
    assert left.stdout.endswith("De les is niet af. Opnieuw beginnen: ziggurat lessons ur --number 1 --language nl\n")


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
    assert set(printed) == {"edition", "game", "rules", "decisions", "open", "budget", "whole", "seats", "judged"}
    shown = CliRunner().invoke(app, ["review", str(path), "--seconds", "0.5", "--open"])
    assert shown.exit_code == 0, shown.output
    assert "Based on all cards" in shown.stdout
    assert "Better: " in shown.stdout


# ------------------------------------------------------------------------------------------------------------- help


def test_help_lists_every_command_on_one_line_under_four_headings() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"}).stdout
    headings = re.findall(r"╭─ (\w+) ─", shown)
    assert headings == ["Options", "Play", "Study", "Research", "Host"]
    commands = get_command(app).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        (line,) = re.findall(rf"^│ {name} +(.*?) *│$", shown, re.MULTILINE)
        assert line == command.help.partition("\n")[0].replace("`", ""), f"{name} is cut or wrapped"
    assert "ziggurat play babel" in shown
    assert "ziggurat serve --open" in shown
    assert "--install-completion" in shown


@pytest.mark.parametrize(
    ("line", "offered"),
    [  # only games that begin alike
        ("ziggurat rules bab", {"babylonia", "babel"}),
        ("ziggurat play b", {"babylonia", "babel"}),
        ("ziggurat play babel --seats human,st", {"human,steward"}),
        ("ziggurat arena babel --bots random,g", {"random,greedy", "random,governor", "random,gilgamesh"}),
        ("ziggurat rep", {"replay"}),
    ],
)
def test_shells_complete_commands_games_and_bots(line: str, offered: set[str]) -> None:
    words = line.split()
    environment = {
        "_ZIGGURAT_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    said = CliRunner().invoke(app, [], prog_name="ziggurat", env=environment).stdout
    assert set(said.split()) == offered


def test_seats_are_the_games_largest_number_by_default() -> None:
    shown = call("arena", "ur", "--bots", "random,greedy", "--games", "4", "--json")
    assert json.loads(shown.stdout)["seats"] == ziggurat.game("ur").default_seats == 4


# --------------------------------------------------------------------------------------------------------- legends


def test_prospects_explain_their_columns(tmp_path: Path) -> None:
    """Every table has what its struct says, and every column what its field says; nothing is a dumped struct."""
    for name in (*(game for game in ziggurat.game_names() if game != "babel"), "babel"):  # only Babel's is quoted
        match, path = ziggurat.new(name, seed=3), tmp_path / f"{name}.log"
        while len(match) < 30:
            match.play(match.legal()[0])
        path.write_text(match.to_text(), "utf-8")
        said = call("prospects", str(path), "--seat", "0").stdout
        assert "Prospect(" not in said
        assert "{" not in said
    assert "points to 15" in said  # what `to ahead` means in Babel
    assert "How far a seat is from the ends of clause 17." in said


def test_a_review_explains_its_figures(tmp_path: Path) -> None:
    match = ziggurat.new("babel", seed=3)
    while not match.over:
        match.play(match.legal()[-1])
    (tmp_path / "match.log").write_text(match.to_text(), "utf-8")
    said = call("review", "match.log", "--seconds", "1", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    for figure in ("accuracy", "decisions", "expected", "lost by mistakes", "luck", "result"):
        assert re.search(rf"^{figure} +\w", said.stdout, re.MULTILINE), figure


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_columns_of_a_replay_do_not_break(tmp_path: Path, name: str) -> None:
    match = ziggurat.new(name, seed=3)
    stream = random.Random(1)
    while not match.over:
        match.play(stream.choice(match.legal()))
    (tmp_path / "match.log").write_text(match.to_text(), "utf-8")
    lines = call("replay", "match.log", "--all", cwd=tmp_path).stdout.splitlines()[: len(match)]
    width = max(map(len, match.history()))
    begin = len(str(len(match))) + len(" seat 0: ")
    for line, move in zip(lines, match.history(), strict=True):
        assert line[begin : begin + width].rstrip() == move
        assert line[begin + width :].startswith("  ") or not line[begin + width :].strip()
