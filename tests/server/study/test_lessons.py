"""Lessons over HTTP: stateless, and in the reader's language."""

from __future__ import annotations

from typing import Any

import pytest

import ziggurat
from tests.cases import every_game
from tests.server.serving import Person, Server
from ziggurat.core.game import Claim
from ziggurat.core.lessons.lesson import Lesson, lessons


@pytest.fixture
def reader(server: Server) -> Person:
    return Person(server)


def play(reader: Person, game: str, lesson: str, *moves: int | str) -> Any:
    return reader.ask("POST", f"/api/games/{game}/lessons/{lesson}", {"moves": list(moves)})


def first(name: str) -> Lesson:
    return lessons(ziggurat.game(name))[0]


@pytest.mark.parametrize("name", every_game(claim=Claim.LESSONS))
def test_lesson_move_by_move(reader: Person, name: str) -> None:
    cards = reader.ask("GET", f"/api/games/{name}/lessons")
    assert [card["name"] for card in cards] == [lesson.name for lesson in lessons(ziggurat.game(name))]
    lesson = first(name)
    now = play(reader, name, lesson.name)
    assert (now["state"], now["decisions"], now["seat"]) == ("open", 0, lesson.seat)
    assert now["view"]["choices"]
    for count in range(1, len(lesson.solution) + 1):
        now = play(reader, name, lesson.name, *lesson.solution[:count])
    assert now["state"] == "done"
    assert now["view"]["choices"] == []
    assert now["events"][0]["decision"] == 0
    wrong = lesson.wrong[0]
    now = play(reader, name, lesson.name, *wrong.moves)
    assert (now["state"], now["wrong"]) == ("missed", wrong.name)
    assert cards[0]["wrong"][wrong.name]
    assert play(reader, name, lesson.name, *wrong.moves[:-1])["state"] == "open"


def test_lesson_accepts_action_numbers(reader: Person) -> None:
    lesson = next(one for one in lessons(ziggurat.game("ur")) if one.name == "build-a-ziggurat")
    now = play(reader, "ur", lesson.name)
    action = next(choice["action"] for choice in now["view"]["choices"] if choice["text"] == lesson.solution[0])
    assert play(reader, "ur", lesson.name, action)["state"] == "done"


def test_lessons_in_dutch_and_english(reader: Person) -> None:
    for language, title in (("nl", "Landbouw"), ("en", "Farm"), ("xx", "Farm")):
        assert reader.ask("GET", f"/api/games/ur/lessons?language={language}")[0]["title"] == title


@pytest.mark.parametrize(
    ("path", "body", "status", "part"),
    [
        ("chess/lessons/farm", {"moves": []}, 404, "There is no game called 'chess'."),
        ("ur/lessons/chess", {"moves": []}, 404, "Ur has no lesson called 'chess'."),
        ("ur/lessons/farm", {"moves": ["put z9"]}, 400, "z9"),
        ("ur/lessons/farm", {"moves": ["war"]}, 400, "clause"),
        ("ur/lessons/farm", {"moves": [10**9]}, 400, "action"),
        ("ur/lessons/farm", {"moves": ["trade", "done"]}, 400, "The lesson is over here"),
        ("ur/lessons/farm", {"moves": ["done"] * 41}, 400, "moves"),
        ("ur/lessons/farm", {"moves": "done"}, 400, "moves"),
        ("ur/lessons/farm", {"position": {}}, 400, ""),
    ],
)
def test_bad_lesson_requests_are_refused(reader: Person, path: str, body: Any, status: int, part: str) -> None:
    answered, reason = reader.refused("POST", f"/api/games/{path}", body)
    assert answered == status
    assert part in reason
