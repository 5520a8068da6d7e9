"""Lessons: a position, a task, and a goal that the engine checks. `games/<game>/teaching/lessons.json` has them.

What they say is in `lessons.en.json`, and in a file like it for every other language. A goal is what must be true of
what was played, never a list of moves: whoever finds another way has done it too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from ziggurat.core.errors import BadOption, BadPosition, IllegalMove
from ziggurat.core.lessons import teaching_folder
from ziggurat.core.match import EVERYTHING, Match, load
from ziggurat.core.sentence import Sentence, quoted, sentence

if TYPE_CHECKING:
    from ziggurat.core.game import Game

PARTS = 3  # of the name `lessons.nl.json`
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]


class Part(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", forbid_unknown_fields=True):
    """A condition on the moves played; `no` negates it."""

    no: bool = False


class Happened(Part, frozen=True, kw_only=True, tag="event"):
    """At least so many events of a kind happened; with `sum`, an argument of theirs adds up to at least that."""

    kind: str
    arguments: dict[str, Any] = {}  # a list means: one of these
    unlike: dict[str, list[Any]] = {}  # arguments that are none of these
    seat: int | None = None  # none: the learner; -1: nobody in particular
    sum: str = ""
    least: int = 1


class Gained(Part, frozen=True, kw_only=True, tag="gain"):
    """The learner's points have grown by at least so many."""

    least: int


class Stands(Part, frozen=True, kw_only=True, tag="position"):
    """An entry of the position, by its path (`players.0.talents`), is this, has this, or is so large.

    Lists and texts are compared by their length.
    """

    path: str
    equals: Any = msgspec.UNSET
    has: str = ""  # a part of it
    least: int | None = None
    most: int | None = None


class Last(Part, frozen=True, kw_only=True, tag="move"):
    """The last move begins with these words."""

    begins: str


Condition = Happened | Gained | Stands | Last


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known mistake; the texts have its sentence under this name."""

    name: Name
    when: list[Condition]
    moves: list[str]  # moves that come to this, for the tests


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: a short task."""

    name: Name
    clause: int  # what it shows
    seat: int  # the learner's
    decisions: int  # more than so many are not needed
    goal: list[Condition]  # all of it
    wrong: list[Wrong]  # the first that fits is told
    solution: list[str]  # one way, for the tests
    position: dict[str, Any]  # as `ziggurat.load` reads it
    about: list[str] = []  # what the task speaks of, by the names that are clicked: to be marked


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says, in one language."""

    title: str
    task: str
    shows: str  # once it is done
    missed: str  # it was not done, and nothing more is known
    wrong: dict[str, str] = {}


class LessonState(StrEnum):
    """How far the learner is."""

    OPEN = "open"
    DONE = "done"
    MISSED = "missed"


class Verdict(NamedTuple):
    """How far the learner is and, after a known mistake, its name."""

    state: LessonState
    wrong: str = ""


@cache
def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; none, if it has none."""
    return _read(game, "lessons.json", tuple[Lesson, ...]) or ()


def languages(game: Game) -> list[str]:
    """The languages of a game's lessons, English first."""
    folder = teaching_folder(game)
    if not folder.is_dir():
        return []
    names = [file.name.split(".") for file in folder.iterdir() if file.name.startswith("lessons.")]
    return sorted((parts[1] for parts in names if len(parts) == PARTS), key=lambda name: (name != "en", name))


def texts(game: Game, language: str = "en") -> Mapping[str, Text]:
    """What the lessons of a game say, by name: in this language or, where it has nothing, in English."""
    return _texts(game, language if language in languages(game) else "en")


@cache
def _texts(game: Game, language: str) -> Mapping[str, Text]:
    english = _read(game, "lessons.en.json", dict[str, Text]) or {}
    return {**english, **(_read(game, f"lessons.{language}.json", dict[str, Text]) or {})}


def _read(game: Game, name: str, kind: Any) -> Any:
    file = teaching_folder(game).joinpath(name)
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.DecodeError as problem:
        raise BadOption(
            sentence("{file} of {game} cannot be read: {problem}.", file=name, game=game.title, problem=str(problem))
        ) from problem


def find(game: Game, name: str) -> Lesson:
    """A lesson by its name."""
    for lesson in lessons(game):
        if lesson.name == name:
            return lesson
    raise BadOption(no_lesson(game, name))


def no_lesson(game: Game, name: str) -> Sentence:
    """The refusal of an unknown lesson."""
    return sentence("{game} has no lesson called {name}.", game=game.title, name=quoted(name))


@cache
def _start(game: Game, lesson: str) -> Match:
    try:
        return load(game.name, find(game, lesson).position)
    except BadPosition as problem:
        raise BadOption(
            sentence(
                "The lesson {name} is not for the rules of {game} that are installed here: {problem}",
                name=quoted(lesson),
                game=game.title,
                problem=problem.sentence,
            )
        ) from problem


def begin(game: Game, lesson: Lesson) -> Match:
    """The match in which a lesson begins."""
    return _start(game, lesson.name).copy()


def follow(game: Game, lesson: Lesson, moves: Sequence[int | str]) -> tuple[Match, Verdict]:
    """Play moves of the learner's, from the beginning; what comes after the end of the lesson is refused."""
    match = begin(game, lesson)
    verdict = judge(lesson, match)
    for move in moves:
        if verdict.state is not LessonState.OPEN:
            raise IllegalMove("The lesson is over here; take a move back, or begin it again.")
        match.play(move)
        verdict = judge(lesson, match)
    return match, verdict


def judge(lesson: Lesson, match: Match) -> Verdict:
    """How far the learner is after the moves played."""
    if _holds(lesson.goal, lesson, match):
        return Verdict(LessonState.DONE)
    for wrong in lesson.wrong:
        if _holds(wrong.when, lesson, match):
            return Verdict(LessonState.MISSED, wrong.name)
    over = match.actor != lesson.seat or len(match) >= lesson.decisions
    return Verdict(LessonState.MISSED if over else LessonState.OPEN)


def _holds(conditions: Sequence[Condition], lesson: Lesson, match: Match) -> bool:
    return all(_is_true(condition, lesson, match) != condition.no for condition in conditions)


def _is_true(condition: Condition, lesson: Lesson, match: Match) -> bool:
    if isinstance(condition, Happened):
        return _counted(condition, lesson, match) >= condition.least
    if isinstance(condition, Gained):
        return match.scores[lesson.seat] - begin(match.game, lesson).scores[lesson.seat] >= condition.least
    if isinstance(condition, Last):
        return bool(len(match)) and f"{match.history()[-1]} ".startswith(f"{condition.begins} ")
    return _stands(condition, _look(match.position(), condition.path))


def _counted(condition: Happened, lesson: Lesson, match: Match) -> int:
    seat = lesson.seat if condition.seat is None else condition.seat
    events = [
        event
        for event in match.events(EVERYTHING)
        if event.kind == condition.kind
        and seat in (-1, event.seat)
        and all(_fits(event.arguments.get(name), wanted) for name, wanted in condition.arguments.items())
        and all(event.arguments.get(name) not in others for name, others in condition.unlike.items())
    ]
    return sum(event.arguments[condition.sum] for event in events) if condition.sum else len(events)


def _fits(value: Any, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, list) else value == wanted


def _stands(condition: Stands, found: Any) -> bool:
    if condition.equals is not msgspec.UNSET:
        return bool(found == condition.equals)
    if condition.has and condition.has not in found:
        return False
    size = len(found) if isinstance(found, (list, str, dict)) else found
    low, high = condition.least, condition.most
    return (low is None or size >= low) and (high is None or size <= high)


def _look(position: Any, path: str) -> Any:
    for step in path.split("."):
        position = position[int(step)] if isinstance(position, list) else position[step]
    return position
