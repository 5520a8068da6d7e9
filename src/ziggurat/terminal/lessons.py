"""Lessons in the terminal: a task, the board, and moves until it is done."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.core.game import Game
from ziggurat.core.lessons.lesson import Lesson, LessonState, Text, Verdict, follow, languages, lessons, texts

_WORDS = {
    "en": {
        "how": "Type a move, `moves` to list all moves, `back` to undo one, or press Enter to leave.",
        "ask": "Move: ",
        "clause": "(clause {clause})",
        "on": "ziggurat lessons {game} --number NUMBER",
        "left": "The lesson is not finished. To take it again: {command}",
    },
    "nl": {
        "how": "Typ een zet, `moves` voor alle zetten, `back` om terug te nemen, of druk op Enter om te stoppen.",
        "ask": "Zet: ",
        "clause": "(regel {clause})",
        "on": "ziggurat lessons {game} --number NUMMER",
        "left": "De les is niet af. Opnieuw beginnen: {command}",
    },
}


def overview(console: Console, game: Game, language: str) -> None:
    """The lessons there are, with their tasks."""
    lesson_texts = texts(game, _check(game, language))
    for number, lesson in enumerate(lessons(game), 1):
        console.print(f"{number}. {lesson_texts[lesson.name].title}", style="bold", highlight=False)
        console.print(f"   {lesson_texts[lesson.name].task}", highlight=False)
    console.print(f"\n{_WORDS[language]['on'].format(game=game.name)}", highlight=False)


def teach(console: Console, game: Game, number: int, language: str, read: Callable[[str], str]) -> bool:
    """Go through one lesson; whether it was done."""
    lesson_texts = texts(game, _check(game, language))
    all_lessons = lessons(game)
    if not 1 <= number <= len(all_lessons):
        raise BadOption(f"{game.title} has lessons 1 to {len(all_lessons)}; there is no lesson {number}.")
    lesson = all_lessons[number - 1]
    text, words = lesson_texts[lesson.name], _WORDS[language]
    console.print(f"{number}. {text.title}", style="bold", highlight=False)
    console.print(text.task, highlight=False)
    moves: list[str] = []
    match, verdict = follow(game, lesson, moves)
    console.print(game.draw(match.record(lesson.seat), lesson.seat))
    console.print(words["how"], highlight=False)
    while verdict.state is not LessonState.DONE:
        try:
            line = read(words["ask"]).strip()
        except EOFError:
            line = ""
        if not line:
            command = f"ziggurat lessons {game.name} --number {number}"
            if language != "en":
                command += f" --language {language}"
            console.print(f"\n{words['left'].format(command=command)}", highlight=False, soft_wrap=True)
            return False
        if line == "moves":
            console.print(", ".join(match.moves()), highlight=False)
            continue
        wanted = moves[:-1] if line == "back" else [*moves, line]
        try:
            match, verdict = follow(game, lesson, wanted)
        except IllegalMove as refused:
            console.print(refused.sentence, highlight=False)
            continue
        moves = wanted
        console.print(game.draw(match.record(lesson.seat), lesson.seat))
        comment = _said(text, verdict, lesson, words["clause"])
        if comment:
            console.print(comment, highlight=False)
    return True


def _said(text: Text, verdict: Verdict, lesson: Lesson, clause: str) -> str:
    if verdict.state is LessonState.DONE:
        return f"{text.shows} {clause.format(clause=lesson.clause)}"
    return "" if verdict.state is LessonState.OPEN else text.wrong.get(verdict.wrong, text.missed)


def _check(game: Game, language: str) -> str:
    there = languages(game)
    if not there:
        raise BadOption(f"{game.title} has no lessons.")
    if language not in there or language not in _WORDS:
        raise BadOption(f"There are lessons in {' and '.join(there)}, not in {language!r}.")
    return language
