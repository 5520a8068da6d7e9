"""What `ziggurat mcp` answers, without the protocol."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from ziggurat.assistants.tables import Tables
from ziggurat.cli import assistants, common
from ziggurat.core.errors import BadOption, IllegalMove, InvalidMove, MissingDependency, UndoRefused, UnknownGame
from ziggurat.core.text import grouping

GAMES = ziggurat.game_names()


def begin(tables: Tables, game: str = "babel", **given: Any) -> str:
    """The name of a new match against random bots."""
    return name_in(tables.new_match(game, opponent="random", **given))


def name_in(text: str) -> str:
    """The match that an answer is about."""
    found = re.match(r"Match (\S+), decision", text)
    assert found
    return found[1]


def moves_in(text: str) -> list[str]:
    """The legal moves of an answer; none if it asks for no decision."""
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("Legal moves")), None)
    if start is None:
        return []
    end = next(number for number, line in enumerate(lines) if line.startswith("Answer like"))
    return grouping.ungrouped(lines[start + 1 : end])


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_played_from_what_is_shown(game: str, tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    text = tables.new_match(game, seats=2, opponent="random")
    name = name_in(text)
    for _ in range(40):
        moves = moves_in(text)
        if not moves:
            break
        text = tables.play(name, [moves[len(text) % len(moves)]])
        assert text.startswith("Played: ")
        text = text.partition("\n")[2]
    saved = ziggurat.open(tmp_path / f"{name}.log")
    assert len(saved) > 20
    assert f"decision {len(saved)};" in text.splitlines()[0]


def test_nothing_hidden_is_shown(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, seat=0)
    seed = re.search(r"^seed (\d+)$", (tmp_path / f"{name}.log").read_text("utf-8"), re.MULTILINE)
    assert seed
    answers = [tables.view(name, history="full"), tables.matches(), tables.hint(name), tables.why_not(name, "end")]
    assert not any(seed[1] in answer for answer in answers)
    assert "Seat 1: 0 points, hand 5 cards" in answers[0]
    with pytest.raises(BadOption, match="You have seat 0 of this match, not seat 1"):
        tables.view(name, seat=1)
    with pytest.raises(BadOption, match="A match is reviewed once it is over"):
        tables.review(name)


def test_refusals_say_what_is_wrong_and_change_nothing(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, seat=0)
    before = tables.view(name)
    assert tables.why_not(name, "End turn.").endswith("before you build your level-1 card (clause 2).")
    assert tables.why_not(name, moves_in(before)[0]) == f"'{moves_in(before)[0]}' may be played now."
    with pytest.raises(IllegalMove, match=r"\(clause 2\)"):
        tables.play(name, ["end"])
    with pytest.raises(InvalidMove):
        tables.play(name, ["fly away"])
    with pytest.raises(BadOption, match="Give 1 to 200 moves, not 0"):
        tables.play(name, [])
    with pytest.raises(BadOption, match="A move is a text of at most 200 characters"):
        tables.play(name, ["x" * 1_000_000])
    with pytest.raises(BadOption, match="You have seat 0"):
        tables.play(name, moves_in(before)[:1], seat=1)
    with pytest.raises(BadOption, match="The match has gone on: decision 0 is next, not 4"):
        tables.play(name, moves_in(before)[:1], decision=4)
    with pytest.raises(UndoRefused):
        tables.undo(name, 3)
    assert tables.view(name) == before


@pytest.mark.parametrize("name", ["", "babel-1", "../../etc/passwd", "babel-00000000", "x" * 100_000, "babel-\x00\x00"])
def test_a_match_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="There is no match"):
        Tables(tmp_path).view(name)


def test_bad_beginnings_are_refused(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    with pytest.raises(UnknownGame):
        tables.new_match("chess")
    with pytest.raises(BadOption, match="Babel is for 2 seats, not 3"):
        tables.new_match("babel", seats=3)
    with pytest.raises(BadOption, match="This match has seats 0 to 1, not 2"):
        tables.new_match("babel", seat=2)
    with pytest.raises(BadOption, match="There is no bot called 'deep blue'"):
        tables.new_match("babel", opponent="deep blue")
    with pytest.raises(BadOption, match="An opponent is one of random, greedy"):
        tables.new_match("babel", opponent="search:9999")
    with pytest.raises(BadOption, match="Babel has no option 'colour'"):
        tables.new_match("babel", options={"colour": "red"})
    assert tables.matches() == "There are no matches yet."
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match="Matches cannot be kept in"):
        Tables(tmp_path / "file").new_match("babel")


def test_a_turn_is_played_and_taken_back(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, "babylonia", seats=2, seat=0)
    move = moves_in(tables.view(name))[0]
    text = tables.play(name, [move, move])
    assert re.match(rf"Played: {move}\.\nNot played: {move}\. .+ \(clause \d+\)\.\n", text)
    assert "decision 0;" in tables.undo(name)
    text = tables.play(name, [move, "end", move])
    assert text.startswith(f"Played: {move}, end.\nNot played: {move}. ")
    with pytest.raises(UndoRefused):
        tables.undo(name)


def test_decisions_of_bots_are_not_taken_back(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, "ur", seats=2, seat=0)
    text = tables.play(name, moves_in(tables.view(name))[:1])
    assert "decision 2;" in text
    for decisions in (1, 2):
        with pytest.raises(UndoRefused, match="Seat 1 has decided since"):
            tables.undo(name, decisions)
    assert len(ziggurat.open(tmp_path / f"{name}.log")) == 2


def test_parallel_calls_take_turns(tmp_path: Path) -> None:
    """Eight calls give the same decision: one is played, the others are told that the match has gone on."""
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, seat=0)
    move = moves_in(tables.view(name))[0]

    def give(_: int) -> str:
        try:
            return tables.play(name, [move], decision=0)
        except BadOption as problem:
            return str(problem)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(give, range(8)))
    assert sum(answer.startswith("Played: ") for answer in answers) == 1
    assert sum(answer.startswith("The match has gone on") for answer in answers) == 7
    assert ziggurat.open(tmp_path / f"{name}.log").history() == [move]


def test_matches_survive_the_server(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=5)
    name = begin(tables, seat=0)
    tables.play(name, moves_in(tables.view(name))[:1])
    shown = tables.view(name)
    (tmp_path / "babel-deadbeef.log").write_text("nonsense")
    later = Tables(tmp_path)
    assert later.view(name) == shown
    listed = later.matches().splitlines()
    assert listed[0].startswith(f"{name}: Babel, 1 decision, you")
    assert listed[1].startswith("babel-deadbeef: There is no match")


def test_a_finished_match_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.assistants.tables.REVIEW_SECONDS", 0.3)
    tables = Tables(tmp_path, seed=5)
    text = tables.new_match("babel", opponent="random")
    name = name_in(text)
    while moves := moves_in(text):
        text = tables.play(name, moves[:1]).partition("\n")[2]
    assert "The game is over" in text
    assert tables.review(name).startswith("Babel, over after ")
    with pytest.raises(BadOption, match="The match is over"):
        tables.hint(name)
    with pytest.raises(IllegalMove, match="The game is over"):
        tables.play(name, ["end"])


def test_rules_and_games_are_told() -> None:
    tables = Tables(Path("unused"))
    assert tables.rules("babel", 21) == ziggurat.game("babel").clause(21)
    assert "## How moves are written" in tables.rules("ur")
    assert all(f"{game}: " in tables.games() for game in GAMES)


def test_without_the_sdk_the_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "find_spec", lambda _: None)
    with pytest.raises(MissingDependency, match=re.escape("install them with `pip install 'ziggurat[mcp]'`")):
        assistants.mcp()
