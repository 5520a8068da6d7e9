"""Puzzles over HTTP: the answer only after an attempt, ratings, streaks, and the daily puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from typer.testing import CliRunner

import ziggurat
from tests.cases import every_game
from tests.server.serving import Person, Server, serving
from ziggurat.cli import app
from ziggurat.core.errors import BadOption
from ziggurat.puzzles import Puzzle, puzzles, write
from ziggurat.puzzles.format import read_file
from ziggurat.server import run
from ziggurat.server.accounts import identity
from ziggurat.server.ratings.glicko import LEAST, NEWCOMER, Rating, rated
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema
from ziggurat.server.study import puzzle_attempts
from ziggurat.server.study.puzzle_consent import agreed_logs
from ziggurat.server.study.puzzles import Attempt, daily

NOW = 1_800_000_000_000


def some(game: str, number: int = 0) -> Puzzle:
    """A puzzle that is not today's."""
    today = daily(datetime.now(UTC).date())
    return [one for one in puzzles(ziggurat.game(game)) if today is None or one.id != today.id][number]


def path(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.game}/{puzzle.id}"


def wrong(puzzle: Puzzle) -> int:
    return next(one.action for one in reversed(puzzle.options) if one.action not in puzzle.answers)


@pytest.mark.parametrize("name", every_game(now="babel"))
def test_answer_is_shown_after_an_attempt(server: Server, name: str) -> None:
    person, puzzle = Person(server), some(name)
    before = person.ask("GET", path(puzzle))
    assert (before["seat"], before["seats"], before["known"]) == (puzzle.seat, puzzle.seats, False)
    assert [choice["action"] for choice in before["view"]["choices"]] == sorted(one.action for one in puzzle.options)
    assert before["verdict"] is None
    shown = json.dumps(before)
    assert not any(word in shown for word in ("answers", "tempting", "themes", "expected"))
    chosen = wrong(puzzle)
    after = person.ask("POST", path(puzzle), {"move": chosen})
    verdict = after["verdict"]
    assert (verdict["right"], verdict["rated"], verdict["action"]) == (False, True, chosen)
    assert [one["action"] for one in verdict["answers"]] == puzzle.answers
    assert verdict["expected"] < verdict["best"]
    assert verdict["reasons"][0]["text"]
    assert verdict["themes"] == puzzle.themes
    assert verdict["line"][0]["action"] == puzzle.answers[0]
    assert after["view"]["choices"] == verdict["answer"]["view"]["choices"] == []
    assert verdict["after"] < verdict["before"]


def test_only_the_first_attempt_counts(server: Server) -> None:
    person, puzzle = Person(server), some("amyitis")
    first = person.ask("POST", path(puzzle), {"move": puzzle.answers[0]})["verdict"]
    assert first["right"]
    assert first["after"] > first["before"]
    assert first["streak"] == 1
    assert person.ask("GET", path(puzzle))["known"]
    again = person.ask("POST", path(puzzle), {"move": wrong(puzzle)})["verdict"]
    assert (again["right"], again["rated"], again["streak"]) == (False, False, 1)
    assert again["before"] == again["after"] == first["after"]
    assert again["tried"] == first["tried"]
    game = next(one for one in person.ask("GET", "/api/puzzles")["games"] if one["game"] == "amyitis")
    assert (game["tried"], game["solved"], game["rating"]) == (1, 1, first["after"])
    assert [point["rating"] for point in game["history"]] == [first["after"]]


def test_illegal_answer_is_refused_and_does_not_count(server: Server) -> None:
    person, puzzle = Person(server), some("amyitis", 1)
    legal = {one.action for one in puzzle.options}
    illegal = next(action for action in range(1000) if action not in legal)
    assert person.refused("POST", path(puzzle), {"move": illegal})[0] == 400
    assert person.refused("POST", path(puzzle), {"move": "castle kingside"})[0] == 400
    assert person.refused("POST", path(puzzle), {"move": 1, "cheat": True})[0] == 400
    assert person.refused("GET", "/api/puzzles/amyitis/nothing") == (404, "Amyitis has no puzzle called 'nothing'.")
    assert person.refused("GET", "/api/puzzles/chess/nothing")[0] == 404
    assert person.refused("GET", "/api/puzzles/next?game=chess")[0] == 404
    assert person.refused("GET", "/api/puzzles/next?theme=zugzwang")[0] == 404
    assert not person.ask("GET", path(puzzle))["known"]
    assert "verdict" in person.ask("POST", path(puzzle), {"why": "hand:A"})
    assert not person.ask("GET", path(puzzle))["known"]


def test_next_puzzle_is_new_and_has_the_theme(server: Server) -> None:
    person = Person(server)
    offered = [person.ask("GET", "/api/puzzles/next?game=amyitis&theme=temple") for _ in range(5)]
    by_id = {one.id: one for one in puzzles(ziggurat.game("amyitis"))}
    assert all("temple" in by_id[one["id"]].themes for one in offered)
    puzzle = by_id[offered[0]["id"]]
    person.ask("POST", path(puzzle), {"move": puzzle.answers[0]})
    later = [person.ask("GET", "/api/puzzles/next?game=amyitis") for _ in range(10)]
    assert puzzle.id not in {one["id"] for one in later}


def test_daily_puzzle_is_the_same_for_everybody(server: Server) -> None:
    one, other = Person(server), Person(server)
    today = one.ask("GET", "/api/puzzles")["daily"]
    assert other.ask("GET", "/api/puzzles")["daily"] == today
    assert today["right"] is None
    puzzle = next(each for each in puzzles(ziggurat.game(today["game"])) if each.id == today["id"])
    assert one.ask("GET", path(puzzle))["daily"]
    assert one.ask("POST", path(puzzle), {"move": puzzle.answers[0]})["verdict"]["days"] == 1
    assert one.ask("GET", "/api/puzzles")["daily"]["right"] is True
    assert other.ask("GET", "/api/puzzles")["days"] == 0


def test_additional_puzzles_from_a_folder(tmp_path: Path) -> None:
    puzzle = some("babel")
    own = msgspec.structs.replace(puzzle, id="0123456789", themes=["opening"], source="match 0, decision 3")
    (tmp_path / "babel-theirs.jsonl").write_text(write(own) + "\n", "utf-8")
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", puzzles=tmp_path) as server:
        person = Person(server)
        assert person.ask("GET", path(own))["id"] == own.id
        games = {one["game"]: one["puzzles"] for one in person.ask("GET", "/api/puzzles")["games"]}
        assert games["babel"] == len(puzzles(ziggurat.game("babel"))) + 1
    with pytest.raises(BadOption, match="is not a folder"):
        run.serve(Settings(puzzles=str(tmp_path / "nowhere")))


def test_daily_puzzles_rotate_games_without_repeats() -> None:
    dailies = [daily(date(2027, 1, 1) + timedelta(days=number)) for number in range(300)]
    assert len({one.id for one in dailies if one}) == 300
    names = ziggurat.game_names()
    assert {one.game for one in dailies[: len(names)] if one} == set(names)


def test_attempts_of_a_guest_move_to_the_account(server: Server) -> None:
    account, guest = Person(server), Person(server)
    credentials = {"login": "solver", "password": "a long enough password"}
    account.ask("POST", "/api/account", credentials)
    first, second = some("amyitis", 2), some("amyitis", 3)
    account.ask("POST", path(first), {"move": first.answers[0]})
    rating = account.ask("GET", "/api/puzzles")["games"]
    for puzzle in (first, second):
        guest.ask("POST", path(puzzle), {"move": wrong(puzzle)})
    guest.ask("PATCH", "/api/puzzles/consent", {"consent": True})
    guest.ask("POST", "/api/login", credentials)
    summary = guest.ask("GET", "/api/puzzles")
    game = next(one for one in summary["games"] if one["game"] == "amyitis")
    assert (game["tried"], game["solved"]) == (2, 1)  # the account's own first try at the first one stays
    assert game["rating"] == next(one for one in rating if one["game"] == "amyitis")["rating"]
    assert summary["consent"] is False  # a guest's word is not the account's


# ------------------------------------------------------------------------------------------- both kinds of database


@pytest.fixture
def engine(database_url: str) -> Iterator[Any]:
    engine = database.connect(database_url)
    database.migrate(engine)
    yield engine
    engine.dispose()


def test_ratings_and_streaks_are_stored(engine: Any) -> None:
    player, some_puzzles = identity.new_player(), puzzles(ziggurat.game("amyitis"))[:4]
    with engine.begin() as connection:
        results = [
            puzzle_attempts.attempt(connection, player, puzzle, Attempt(0, right), NOW + number)
            for number, (puzzle, right) in enumerate(zip(some_puzzles, (True, True, False, True), strict=True))
        ]
        again = puzzle_attempts.attempt(connection, player, some_puzzles[2], Attempt(0, True), NOW + 9)
    assert [one.streak for one in results] == [1, 2, 0, 1]
    assert (again.rated, again.streak, again.before) == (False, 1, results[-1].after)
    with engine.begin() as connection:
        overview = puzzle_attempts.overview(connection, player, puzzle_attempts.day_of(NOW))
        game = next(one for one in overview.games if one.game == "amyitis")
        assert (overview.streak, overview.best, game.tried, game.solved) == (1, 2, 4, 3)
        assert [point.rating for point in game.history] == [one.after for one in results]
        rows = connection.execute(select(schema.puzzles).where(schema.puzzles.c.game == "amyitis")).all()
        assert sorted((row.tried, row.solved) for row in rows) == [(1, 0), (1, 1), (1, 1), (1, 1)]


def test_daily_streak_allows_an_open_day() -> None:
    today = date(2027, 3, 1)
    assert puzzle_attempts.days_in_a_row({"2027-02-28": True, "2027-02-27": True}, today) == 2
    assert puzzle_attempts.days_in_a_row({"2027-03-01": True, "2027-02-28": True}, today) == 2
    assert puzzle_attempts.days_in_a_row({"2027-03-01": False, "2027-02-28": True}, today) == 0
    assert puzzle_attempts.days_in_a_row({"2027-02-27": True}, today) == 0


def test_matches_become_puzzles_only_with_consent_of_all(database_url: str, tmp_path: Path) -> None:
    with serving(database_url) as server:
        one, other = Person(server), Person(server)
        both = one.open_table("me", "open", game="babel")
        other.sit(both)
        alone = one.open_table("me", "random", game="babel")
        for person, table in ((one, both), (one, alone)):
            chair = person.join(table)
            chair.ask("resign")
            chair.close()
        engine = database.connect(database_url)
        game = ziggurat.game("babel")
        assert agreed_logs(engine, game) == []
        assert one.ask("PATCH", "/api/puzzles/consent", {"consent": True})["consent"]
        assert [ziggurat.read(log).game.name for log in agreed_logs(engine, game)] == ["babel"]
        other.ask("PATCH", "/api/puzzles/consent", {"consent": True})
        assert len(agreed_logs(engine, game)) == 2
        assert agreed_logs(engine, ziggurat.game("ur")) == []
        out = tmp_path / "found.jsonl"
        asked = ["puzzles", "babel", "--database", database_url, "--out", str(out), "--workers", "1", "--json"]
        result = CliRunner().invoke(app, asked)
        assert json.loads(result.stdout)["games"] == 2
        assert all(one.source.startswith("match ") for one in read_file(out))
        one.ask("PATCH", "/api/puzzles/consent", {"consent": False})
        assert agreed_logs(engine, game) == []
        assert "whose people have all agreed" in str(CliRunner().invoke(app, asked).exception)
        engine.dispose()


# -------------------------------------------------------------------------------------------------------------- ratings


def test_ratings_follow_results() -> None:
    player, puzzle = rated(NEWCOMER, Rating(1400, 120), True)
    assert player.rating > 1450
    assert puzzle.rating < 1400
    assert player.deviation < NEWCOMER.deviation
    lower, _ = rated(NEWCOMER, Rating(1400, 120), False)
    assert lower.rating + player.rating == pytest.approx(2 * NEWCOMER.rating)
    easy, _ = rated(NEWCOMER, Rating(900, 120), True)
    assert easy.rating - NEWCOMER.rating < (player.rating - NEWCOMER.rating) / 3
    for number in range(300):
        player, puzzle = rated(player, puzzle, number % 2 == 0)
    assert player.deviation == puzzle.deviation == LEAST
    for _ in range(3000):
        player, puzzle = rated(player, puzzle, True)
    assert 100 <= puzzle.rating < player.rating <= 3000


def test_glicko_matches_its_paper() -> None:
    """The first of the three games of Glickman's example: 1500, RD 200, beats 1400, RD 30."""
    player, _ = rated(Rating(1500, 200), Rating(1400, 30), True)
    assert player.rating == pytest.approx(1563.4, abs=0.5)
    assert player.deviation == pytest.approx(175.2, abs=0.5)
