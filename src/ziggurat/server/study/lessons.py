"""Worked examples and lessons for the page, position by position, as the player to act sees them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

import ziggurat
from ziggurat.core.choices.preview import preview
from ziggurat.core.lessons import lesson as lessons
from ziggurat.core.lessons.example import Example, examples
from ziggurat.server.protocol.lessons import LessonCard, LessonPlayed, WorkedExample
from ziggurat.server.protocol.shared import GameEvent
from ziggurat.server.refusals import NotFound, as_problem
from ziggurat.server.tables.frames import without_choices


@functools.cache
def worked_examples(name: str) -> bytes:
    """A game's worked examples, played out and encoded."""
    return msgspec.json.encode([_worked_example(name, example) for example in examples(ziggurat.game(name))])


def _worked_example(name: str, example: Example) -> WorkedExample:
    match = ziggurat.load(name, example.position)
    viewer = max(match.actor, 0)
    views, scores = [without_choices(match.view(viewer))], [match.scores]
    for move in example.moves:
        match.play(move)
        views.append(without_choices(match.view(viewer)))
        scores.append(match.scores)
    return WorkedExample(
        name=example.name,
        clause=example.clause,
        rulebook=example.rulebook,
        text=example.text,
        moves=example.moves,
        scores=scores,
        views=views,
    )


def lesson_cards(name: str, language: str) -> list[LessonCard]:
    """A game's lessons in a language, in order."""
    game = ziggurat.game(name)
    texts = lessons.texts(game, language)
    return [
        LessonCard(
            name=lesson.name,
            clause=lesson.clause,
            about=lesson.about,
            title=texts[lesson.name].title,
            task=texts[lesson.name].task,
            shows=texts[lesson.name].shows,
            missed=texts[lesson.name].missed,
            wrong=texts[lesson.name].wrong,
        )
        for lesson in lessons.lessons(game)
        if lesson.name in texts
    ]


def play_lesson(name: str, lesson_name: str, moves: Sequence[int | str], why: str = "") -> bytes:
    """A lesson after these moves; with `why`, the reason why something cannot be chosen."""
    game = ziggurat.game(name)
    if lesson_name not in [lesson.name for lesson in lessons.lessons(game)]:
        raise NotFound(lessons.no_lesson(game, lesson_name))
    lesson = lessons.find(game, lesson_name)
    match, verdict = lessons.follow(game, lesson, moves)
    view = match.view(lesson.seat)
    is_open = verdict.state is lessons.LessonState.OPEN
    reason = match.why_not(why) if why and is_open else None
    gains = preview(game, match.record(lesson.seat), lesson.seat).gains if is_open else {}
    return msgspec.json.encode(
        LessonPlayed(
            state=verdict.state,
            wrong=verdict.wrong,
            seat=lesson.seat,
            seats=match.seats,
            decisions=len(match),
            scores=match.scores,
            events=_events(match, lesson.seat),
            view=view if is_open else without_choices(view),
            gains={str(action): by_seat for action, by_seat in gains.items()},
            why=as_problem(reason) if reason else None,
        )
    )


def _events(match: ziggurat.Match, seat: int) -> list[GameEvent]:
    return [
        GameEvent(event.kind, event.seat, dict(event.arguments), event.text, decision)
        for decision, events in enumerate(match.events_by_decision(seat))
        for event in events
    ]
