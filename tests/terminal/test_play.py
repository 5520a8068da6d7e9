"""Playing in the terminal with scripted input."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ziggurat
from tests.terminal.scripted import after, typed
from ziggurat import bots
from ziggurat.core.game import Records
from ziggurat.terminal.commands import write_chances


def new(seats: int = 2) -> ziggurat.Match:
    """Seat 0 holds m s p p p here, and d7 is free."""
    return ziggurat.new("babylonia", seats=seats, seed=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the match is kept."""
    return tmp_path / "a match.log"


def test_moves_are_played_as_typed_and_saved(path: Path) -> None:
    match = new()
    typed(match, ["human", "random"], path, "m d7", "end", "quit")
    assert match.history()[:2] == ["m d7", "end"]
    assert ziggurat.read(path.read_text("utf-8")).history() == match.history()


def test_moves_can_be_given_by_number(path: Path) -> None:
    match = new()
    shown = typed(match, ["human", "human"], path, "1", "1")
    assert match.history() == ["m a2", "end"]
    assert "   1 end" in shown


def test_a_long_list_of_moves_is_shown_when_asked_for(path: Path) -> None:
    assert "276 p k12" not in typed(new(), ["human", "human"], path)
    assert "276 p k12" in typed(new(), ["human", "human"], path, "moves")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("f d7", "There is no farmer on seat 0's stand (clause 19)."),
        ("end", "You have not placed anything yet, and you cannot pass (clause 3)."),
        ("0", "The moves are numbered 1 to 276; there is no move 0."),
        ("[bold]", "'[bold]' is not a move;"),
        ("undo", "Only 0 decisions have been made, so 1 cannot be taken back."),
        ("undo 0", "The number of decisions to take back is 1 or more, not 0."),
        ("undo one", "Give the number of moves to undo as a whole number, as in 'undo 2', not 'one'."),
        ("? 99", "The rules have clauses 1 to 30; there is no clause 99."),
    ],
)
def test_bad_input_is_answered_with_a_sentence_and_changes_nothing(path: Path, line: str, sentence: str) -> None:
    match = new()
    shown = typed(match, ["human", "random"], path, line)
    assert sentence in " ".join(shown.split())
    assert match.digest() == new().digest()


def test_the_end_of_input_says_how_to_resume(path: Path) -> None:
    shown = typed(new(), ["human", "random"], path, "m d7")
    assert shown.splitlines()[-1].endswith(f"ziggurat play --resume '{path}' --seats human,random")


def test_undo_takes_back_ones_own_decision_also_in_the_file(path: Path) -> None:
    match = new()
    shown = typed(match, ["human", "random"], path, "m d7", "undo", "s d7")
    assert match.history() == ["s d7"]
    assert ziggurat.read(path.read_text("utf-8")).history() == ["s d7"]
    assert "Seat 0 places a civil servant on d7." in shown


def test_undo_can_take_back_several(path: Path) -> None:
    match = new(3).play("m d9", "end", "f d10", "f e10", "end")
    before = match.digest()
    shown = typed(match, ["random", "random", "human"], path, "1", "1", "undo 2")
    assert shown.count("  Seat 2 places a ") == 2
    assert match.digest() == before


def test_undo_never_takes_back_what_another_player_decided(path: Path) -> None:
    match = new()
    shown = typed(match, ["human", "random"], path, "m d7", "end", "undo")
    assert "Seat 1 has moved since, so you cannot undo." in shown
    assert match.history()[:2] == ["m d7", "end"]


def test_rules_are_shown_whole_or_by_clause(path: Path) -> None:
    shown = typed(new(), ["human", "random"], path, "?", "? 11", "?12", "rules 13")
    assert shown.count("12. The emptied hexagon.") == 2
    assert shown.count("13. Winning a ziggurat card.") == 2
    assert shown.count("14. Refilling the stand.") == 1


def test_help_names_every_command(path: Path) -> None:
    shown = typed(new(), ["human", "random"], path, "help")
    for usage in ("moves", "board", "undo [N]", "log", "save [FILE]", "rules [N]", "? [N]", "help", "quit"):
        assert f"\n{usage}  " in shown


def test_prospects_are_counted_from_what_the_player_knows(path: Path) -> None:
    shown = typed(after(60, seats=2), ["human", "random"], path, "prospects")
    for word in ("cities", "ziggurats", "noble points", "unseen"):
        assert word in shown


def test_save_writes_the_log_elsewhere(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.log"
    typed(new(), ["human", "random"], path, "m d7", f"save {copy}")
    assert copy.read_text("utf-8") == path.read_text("utf-8")
    assert sorted(tmp_path.iterdir()) == sorted([copy, path])


def test_save_overwrites_nothing_but_logs(path: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary", "utf-8")
    shown = typed(new(), ["human", "random"], path, f"save {diary}")
    assert "exists and is not a match log" in " ".join(shown.split())
    assert diary.read_text("utf-8") == "Dear diary"


def test_a_player_is_told_what_the_others_did_without_their_secrets(path: Path) -> None:
    shown = typed(after(60, seats=2), ["human", "random"], path, "log")
    placements = [line for line in shown.splitlines() if line.startswith("  Seat 1 places") and "face down" in line]
    assert placements
    assert all("places a token face down" in line for line in placements)


def test_bots_see_only_what_their_seat_may_know(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new(3)

    class Spy(bots.RandomBot):
        def choose(self, records: ziggurat.Match | Records) -> int:
            assert not isinstance(records, ziggurat.Match)
            assert records.tobytes() == match.record(match.actor).tobytes() != match.record().tobytes()
            return super().choose(records)

    monkeypatch.setattr(bots, "RandomBot", Spy)
    typed(match, ["random", "random", "human"], path)
    assert match.actor == 2


def test_a_resumed_match_goes_on_where_it_stopped(path: Path) -> None:
    typed(new(), ["human", "random"], path, "m d7", "end")
    match = ziggurat.read(path.read_text("utf-8"))
    shown = typed(match, ["human", "random"], path, "1")
    assert "Seat 1 places" in shown
    assert "places a merchant on d7" not in shown
    assert len(match) == 6


def test_a_whole_game_ends_with_the_winners_and_the_log(path: Path) -> None:
    match = new()
    shown = typed(match, ["human", "random"], path, *["1"] * 300)
    assert match.over
    assert " ".join(match.summary().split()) in " ".join(shown.split())
    assert shown.splitlines()[-1] == f"The log is in {path}. To step through it: ziggurat replay '{path}'"
    assert ziggurat.read(path.read_text("utf-8")).digest() == match.digest()


def test_bots_alone_play_to_the_end(path: Path) -> None:
    first, second = new(3), new(3)
    typed(first, ["random"] * 3, path)
    typed(second, ["random"] * 3, path)
    assert first.over
    assert first.actions == second.actions


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (["human"], "This match has 2 seats, not 1."),
        (
            ["human", "robot"],
            "There is no bot called 'robot'; there is random, greedy, search, apprentice, scribe, steward, mayor, "
            "governor, king, gilgamesh, and search:0.2 (seconds a decision) or search:500i (iterations).",
        ),
    ],
)
def test_seats_that_cannot_be_filled_are_refused_and_nothing_is_written(
    path: Path, seats: list[str], sentence: str
) -> None:
    with pytest.raises(ziggurat.BadOption) as refusal:
        typed(new(), seats, path)
    assert str(refusal.value) == sentence
    assert not path.exists()


def test_a_match_that_cannot_be_saved_is_not_begun(tmp_path: Path) -> None:
    nowhere = tmp_path / "missing" / "match.log"
    with pytest.raises(ziggurat.BadOption, match=r"cannot be saved in .*: No such file or directory\."):
        typed(new(), ["human", "random"], nowhere)


def test_without_seats_who_begins_is_drawn_and_remembered(tmp_path: Path) -> None:  # babylonia 1
    from ziggurat.cli.matches import draw_seats
    from ziggurat.terminal.logfile import save, seats_in

    draws = Random(1)
    drawn = {tuple(draw_seats(ziggurat.game("babylonia"), draws)) for _ in range(200)}
    assert drawn == {tuple("human" if seat == person else "steward" for seat in range(4)) for person in range(4)}
    match = ziggurat.new("babylonia", seats=3, seed=1)
    save(match, tmp_path / "a.log", ["steward", "human", "steward"])
    assert seats_in(tmp_path / "a.log") == "steward,human,steward"
    assert ziggurat.read((tmp_path / "a.log").read_text("utf-8")).digest() == match.digest()
    (tmp_path / "b.log").write_text(match.to_text(), "utf-8")
    assert seats_in(tmp_path / "b.log") is None
    assert seats_in(tmp_path / "missing.log") is None


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("legal", "Did you mean the command 'moves'?"),
        ("exit", "Did you mean the command 'quit'?"),
        ("mvoes", "Did you mean the command 'moves'?"),
        ("takeback 2", "Did you mean the command 'undo'?"),
    ],
)
def test_other_words_for_commands_are_suggested(path: Path, line: str, advice: str) -> None:
    assert advice in " ".join(typed(new(), ["human", "human"], path, line, "quit").split())


def test_no_command_is_suggested_for_a_move_that_is_wrong(path: Path) -> None:
    assert "Did you mean the command" not in typed(new(), ["human", "human"], path, "m z99", "quit")


def test_a_hint_tells_moves_apart_or_says_they_are_equal(path: Path) -> None:
    shown = typed(new(), ["human", "human"], path, "hint 0.05", "quit")
    assert "Visits: how often the search tried a move" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("values", "written", "equal"),
    [
        ([0.62, 0.41], ["62%", "41%"], False),
        ([0.512, 0.508, 0.5], ["51.2%", "50.8%", "50.0%"], False),
        ([0.50012, 0.50034], ["50.01%", "50.03%"], False),
        ([0.5, 0.5, 0.5, 0.5, 0.5], ["50%"] * 5, True),
        ([0.5, 0.5, 0.41], ["50.0%", "50.0%", "41.0%"], False),
        ([0.5], ["50%"], False),
    ],
)
def test_chances_have_as_many_digits_as_tell_them_apart(values: list[float], written: list[str], equal: bool) -> None:
    chances, remark = write_chances(values)
    assert chances == written
    assert ("equally good" in remark) == equal
