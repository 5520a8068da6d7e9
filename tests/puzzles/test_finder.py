"""Finding puzzles: deterministic for any number of processes; bad input is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ziggurat
from tests.playing import finish
from ziggurat.bots import weights
from ziggurat.cli import app
from ziggurat.core.errors import BadLog, BadOption, ZigguratError
from ziggurat.puzzles import Puzzle, begin, puzzles, read, write
from ziggurat.puzzles.check import play_pair, rival_leads, summed_up
from ziggurat.puzzles.command import pick, read_logs, start
from ziggurat.puzzles.format import read_file
from ziggurat.puzzles.rating import estimate
from ziggurat.puzzles.selection import choose
from ziggurat.puzzles.solution import Place, may_split, split
from ziggurat.reviewing.report import Why


@pytest.mark.long
def test_same_seed_finds_the_same_puzzles(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.jsonl" for number in range(2)]
    reports = [start("amyitis", count=3, out=file, seed=11, workers=at + 1) for at, file in enumerate(files)]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert [report["puzzles"] for report in reports] == [3, 3]
    all_puzzles = read_file(files[0])
    assert [one.source.partition(",")[0].partition("/")[0] for one in all_puzzles] == ["self-play 11"] * 3
    for puzzle in all_puzzles:
        assert begin(puzzle).actor == puzzle.seat


def test_puzzle_from_a_log_names_nobody(tmp_path: Path) -> None:
    log = tmp_path / "one.log"
    log.write_text(finish(ziggurat.new("amyitis", seats=2, seed=3), random.Random(3)).at(120).to_text(), "utf-8")
    out = tmp_path / "found.jsonl"
    report = start("amyitis", count=2, out=out, workers=1, logs=read_logs([tmp_path]))
    assert report["games"] == 1
    assert report["puzzles"] == len(read_file(out))
    assert all(one.source.startswith("match 0, decision ") for one in read_file(out))


def test_a_game_without_a_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights.of(ziggurat.game("babel"))  # in use before: the folder counts all the same
    monkeypatch.setenv("ZIGGURAT_NETWORKS", str(tmp_path))  # a folder without networks
    out = tmp_path / "found.jsonl"
    result = CliRunner().invoke(app, ["puzzles", "babel", "--count", "1", "--out", str(out)])
    assert isinstance(result.exception, BadOption), result.exception
    assert str(result.exception).startswith("Puzzles of Babel cannot be searched for: ")
    with pytest.raises(BadOption, match="Puzzles of Babel cannot be searched for"):
        start("babel", count=1, out=out, workers=1)
    assert not out.exists()


def answers(values: dict[int, float]) -> list[int]:
    parts = split(values, 9)
    assert parts is not None
    rest = [value for action, value in values.items() if action not in parts.answers]
    assert parts.margin == pytest.approx(min(values[one] for one in parts.answers) - max(rest))
    return parts.answers


def test_bad_logs_are_refused(tmp_path: Path) -> None:
    text = ziggurat.new("ur", seats=2, seed=3).to_text()
    for logs, said in (
        ([text[:40]], "Log 1: "),
        ([text], "Log 1 is of Ur, not of Babel"),
        ([], "None of the logs"),
    ):
        with pytest.raises(BadLog, match=said):
            start("babel", count=1, out=tmp_path / "out.jsonl", workers=1, logs=logs)
    with pytest.raises(BadLog, match="as it is played now"):
        start("ur", count=1, out=tmp_path / "out.jsonl", workers=1, seats=3, logs=[text])
    assert not (tmp_path / "out.jsonl").exists()


def test_solution_needs_a_margin() -> None:
    assert answers({1: 0.5, 2: 0.4, 3: 0.3}) == [1]
    assert answers({1: 0.5, 2: 0.49, 3: 0.4}) == [1, 2]  # two orders of the same
    assert split({1: 0.5, 2: 0.47, 3: 0.3}, 9) is None  # neither the same nor clearly worse
    assert split({1: 0.5, 2: 0.49, 3: 0.485, 4: 0.481, 5: 0.2}, 99) is None  # too many
    assert split({1: 0.5, 2: 0.49, 3: 0.3}, 4) is None  # half of everything
    assert may_split({1: 0.5}, 9)
    assert may_split({1: 0.5, 2: 0.49}, 9)
    assert not may_split({1: 0.5, 2: 0.47}, 9)


def test_a_rival_leads_only_beyond_chance() -> None:
    won, lost, alike = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
    assert not rival_leads([])
    assert not rival_leads([won] * 40 + [lost] * 40 + [alike] * 20)
    assert not rival_leads([won] * 30 + [lost] * 42)  # 12 ahead, of 72: chance
    assert rival_leads([won] * 30 + [lost] * 45)
    assert rival_leads([lost] * 3 + [alike] * 97)
    assert not rival_leads([won] * 45 + [lost] * 30)


def test_answer_and_rival_are_played_out_from_the_same_truths() -> None:
    puzzle = next(one for one in puzzles(ziggurat.game("babel")) if not one.exact and "endgame" in one.themes)
    match = begin(puzzle)
    place = Place(match.game, match.record(puzzle.seat), puzzle.seat, match.legal())
    same = [play_pair(place, puzzle.answers[0], puzzle.answers[0], number, "mayor") for number in range(3)]
    assert all(one == other for one, other in same)
    pairs = [play_pair(place, puzzle.answers[0], puzzle.tempting, number, "mayor") for number in range(3)]
    assert [answer for answer, _ in pairs] == [answer for answer, _ in same]
    played = summed_up(pairs, "mayor")
    assert (played.bot, played.games) == ("mayor", 3)
    assert played.answer == round(1000 * sum(answer for answer, _ in pairs) / 3)


def test_puzzles_that_more_miss_are_rated_higher() -> None:
    easy, hard = estimate([0.5, 0.7, 0.0], 0.9, 0.2, 4), estimate([1, 1, 1], 0.0, 0.05, 60)
    assert 600 <= easy < 1300 < 1800 < hard <= 2300


def test_selection_is_varied_and_explainable() -> None:
    all_puzzles = puzzles(ziggurat.game("amyitis"))
    chosen = choose(reversed(all_puzzles), 30)
    assert chosen == choose(all_puzzles, 30)
    assert len(chosen) == len({one.id for one in chosen}) == 30
    assert [one.rating for one in chosen] == sorted(one.rating for one in chosen)
    assert all(one.reasons[0].kind is not Why.LATER for one in chosen)
    assert {one.seats for one in chosen} == {2, 3, 4}


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["puzzles", *map(str, arguments)])
    return result.exit_code, str(result.exception)


def test_bad_options_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for arguments, said in (
        (("chess", "--out", out), "There is no game called 'chess'"),
        (("babel", "--out", out, "--count", 0), "1 to 10,000 puzzles"),
        (("babel", "--out", out, "--seats", 3), "Babel is for"),
        (("babel", "--out", out, "--seed", -1), "A seed is a whole number"),
        (("babel", "--out", out, "--minutes", 0), "0 and 10,000 minutes"),
        (("babel", "--out", out, "--workers", 1000), "1 to 256 processes"),
        (("babel", "--out", tmp_path / "no" / "out.jsonl", "--workers", 1), "cannot be written"),
        (("babel", "--out", out, "--logs", tmp_path / "no.log"), "cannot be read"),
        (("babel", "--out", out, "--logs", tmp_path), "There are no logs"),
        (("babel", "--out", out, "--choose", tmp_path / "no.jsonl"), "cannot be read"),
        (("babel", "--out", out, "--choose", out, "--logs", out), "only one of --logs"),
    ):
        status, reason = run(*arguments)
        assert status != 0, arguments
        assert said in reason, (arguments, reason)


def test_bad_puzzle_file_is_refused(tmp_path: Path) -> None:
    good = write(puzzles(ziggurat.game("babel"))[0])
    entries = json.loads(good)
    for line, said in (
        ("{", "Line 2"),
        ('{"id": 3}', "Line 2"),
        (json.dumps({**entries, "answers": []}), "its answers are not among its options"),
        (json.dumps({**entries, "answers": [99999]}), "its answers are not among its options"),
        ("[" * 100_000, "Line 2"),
    ):
        with pytest.raises(BadOption, match=said):
            read([good, line])
    file = tmp_path / "mixed.jsonl"
    file.write_text(good + "\n", "utf-8")
    with pytest.raises(BadOption, match="is of babel, not of ur"):
        pick("ur", [file], count=1, out=tmp_path / "out.jsonl")
    changed = read([json.dumps({**entries, "seat": 1 - entries["seat"]})])[0]
    with pytest.raises(ZigguratError, match="does not fit the installed rules"):
        begin(changed)
    assert isinstance(changed, Puzzle)
