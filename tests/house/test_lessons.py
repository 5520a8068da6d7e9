"""Every lesson can be solved, accepts only its goal, and explains known mistakes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ziggurat
from tests.cases import every_game
from tests.clauses import clauses
from ziggurat.core.game import Claim
from ziggurat.core.lessons import lesson as teaching
from ziggurat.core.lessons.lesson import (
    Lesson,
    LessonState,
    Verdict,
    begin,
    find,
    follow,
    judge,
    languages,
    lessons,
    texts,
)

LESSONS = [(name, lesson) for name in ziggurat.game_names() for lesson in lessons(ziggurat.game(name))]
each_lesson = pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{g}-{one.name}" for g, one in LESSONS])
TRIES = 40


@each_lesson
def test_the_whole_solution_solves_a_lesson(game: str, lesson: Lesson) -> None:
    card = ziggurat.game(game)
    assert follow(card, lesson, [])[1] == Verdict(LessonState.OPEN)
    for played in range(1, len(lesson.solution)):
        assert follow(card, lesson, lesson.solution[:played])[1].state is LessonState.OPEN
    assert follow(card, lesson, lesson.solution)[1] == Verdict(LessonState.DONE)


@each_lesson
def test_known_mistakes_are_recognized(game: str, lesson: Lesson) -> None:
    card = ziggurat.game(game)
    for wrong in lesson.wrong:
        assert follow(card, lesson, wrong.moves[:-1])[1].state is LessonState.OPEN
        assert follow(card, lesson, wrong.moves)[1] == Verdict(LessonState.MISSED, wrong.name)
        assert follow(card, lesson, wrong.moves[:-1])[1].state is LessonState.OPEN  # taken back, it can be done


@each_lesson
def test_random_play_rarely_solves_a_lesson(game: str, lesson: Lesson) -> None:
    chance = random.Random(lesson.name)
    met = 0
    for _ in range(TRIES):
        match = begin(ziggurat.game(game), lesson)
        verdict = judge(lesson, match)
        while verdict.state is LessonState.OPEN:
            match.play(chance.choice(match.legal()))
            verdict = judge(lesson, match)
        met += verdict.state is LessonState.DONE
    first = lesson.name == "the-first-turn"  # Babel does not let go of the first turn before that
    assert met < TRIES if first else met <= TRIES // 2


def test_the_solution_of_plant_a_garden_scores_most() -> None:
    """What a lesson calls right must not be what a player would rather not do."""
    game = ziggurat.game("amyitis")
    lesson = find(game, "plant-a-garden")
    start = begin(game, lesson).play("to mari")
    scored: dict[LessonState, list[int]] = {LessonState.DONE: [], LessonState.MISSED: []}
    for move in start.moves():
        match = start.copy().play(move)
        scored[judge(lesson, match).state].append(match.scores[lesson.seat])
    assert max(scored[LessonState.DONE]) > max(scored[LessonState.MISSED])
    assert min(scored[LessonState.DONE]) >= max(scored[LessonState.MISSED])


@each_lesson
def test_a_lesson_begins_with_its_seat_under_current_rules(game: str, lesson: Lesson) -> None:
    assert lesson.position["rules"] == ziggurat.game(game).rules_version
    assert begin(ziggurat.game(game), lesson).actor == lesson.seat
    assert lesson.clause in clauses(game)


@each_lesson
def test_lessons_have_texts_in_every_language_of_the_rules(game: str, lesson: Lesson) -> None:
    card = ziggurat.game(game)
    assert languages(card) == card.rules_languages
    translations = [texts(card, language)[lesson.name] for language in languages(card)]
    assert len({text.task for text in translations}) == len(translations)
    for text in translations:
        assert set(text.wrong) == {wrong.name for wrong in lesson.wrong}
        assert not text.title.endswith(".")
        assert all(
            sentence.endswith((".", "?")) for sentence in (text.task, text.shows, text.missed, *text.wrong.values())
        )


@pytest.mark.parametrize("name", every_game(claim=Claim.LESSONS))
def test_a_game_has_five_to_eight_lessons(name: str) -> None:
    own_lessons = lessons(ziggurat.game(name))
    assert 5 <= len(own_lessons) <= 8
    names = [lesson.name for lesson in own_lessons]
    assert len(set(names)) == len(names)
    for language in languages(ziggurat.game(name)):
        assert list(texts(ziggurat.game(name), language)) == names  # nothing is told of what is not there


def test_other_solutions_are_accepted() -> None:
    game = ziggurat.game("babylonia")
    lesson = find(game, "surround-a-city")
    for moves in (["s j6", "f i6", "end"], ["p i6", "m j6", "end"]):
        assert follow(game, lesson, moves)[1].state is LessonState.DONE


def test_no_move_is_played_after_the_end_of_a_lesson() -> None:
    game = ziggurat.game("ur")
    lesson = find(game, "build-a-ziggurat")
    with pytest.raises(ziggurat.IllegalMove, match="The lesson is over here"):
        follow(game, lesson, [*lesson.solution, "done"])


def test_an_illegal_move_is_refused_with_the_rule() -> None:
    game = ziggurat.game("babylonia")
    with pytest.raises(ziggurat.IllegalMove, match="clause"):
        follow(game, find(game, "harvest-a-field"), ["m e8"])


def test_an_unknown_lesson_is_refused_with_a_sentence() -> None:
    with pytest.raises(ziggurat.BadOption, match="Ur has no lesson called 'chess'"):
        find(ziggurat.game("ur"), "chess")


def test_lessons_fall_back_to_english() -> None:
    game = ziggurat.game("ur")
    assert texts(game, "../nl") == texts(game, "xx") == texts(game, "en")


def forget() -> None:
    for kept in (teaching.lessons, teaching._texts, teaching._start):
        kept.cache_clear()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ur as it would be if its package had this file of lessons."""

    def make(file: bytes) -> ziggurat.Game:
        (tmp_path / "lessons.json").write_bytes(file)
        monkeypatch.setattr(teaching, "teaching_folder", lambda _game: tmp_path)
        forget()
        return ziggurat.game("ur")

    yield make
    forget()


def test_a_lesson_of_other_rules_is_refused_with_a_sentence(elsewhere: Any) -> None:
    lesson = msgspec.to_builtins(find(ziggurat.game("ur"), "farm"))
    game = elsewhere(msgspec.json.encode([lesson | {"position": lesson["position"] | {"rules": 99}}]))
    with pytest.raises(ziggurat.BadOption, match="The lesson 'farm' is not for the rules of Ur"):
        begin(game, lessons(game)[0])


def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(elsewhere: Any) -> None:
    with pytest.raises(ziggurat.BadOption, match=r"lessons.json of Ur cannot be read"):
        lessons(elsewhere(b'[{"name": 1}]'))
