"""Worked examples in the terminal, or as Markdown with pictures in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.lessons.example import Example, examples
from ziggurat.core.outputs import check_output_folder

EVERYTHING = -1  # the viewer of a drawing: examples hide nothing
_WORDS = {
    "en": {"title": "Worked examples of {game}", "clause": "Clause {clause}", "before": "Before", "after": "After"},
    "nl": {"title": "Voorbeelden van {game}", "clause": "Regel {clause}", "before": "Ervoor", "after": "Erna"},
}


def choose(game: Game, number: int | None) -> list[tuple[int, Example]]:
    """All examples of a game with their numbers, or the one asked for."""
    numbered = list(enumerate(examples(game), 1))
    if number is None:
        return numbered
    if not 1 <= number <= len(numbered):
        raise BadOption(f"{game.title} has examples 1 to {len(numbered)}; there is no example {number}.")
    return [numbered[number - 1]]


def boards(game: Game, example: Example) -> Iterator[tuple[str, ziggurat.Match]]:
    """The position before the moves and, if there are any, after them."""
    match = ziggurat.load(game.name, example.position)
    yield "before", match.copy()
    if example.moves:
        yield "after", match.play(*example.moves)


def told(game: Game, number: int, example: Example, language: str) -> str:
    """What an example says, as Markdown."""
    words = _WORDS[language]
    lines = [f"## {number}. {words['clause'].format(clause=example.clause)}", example.text[language]]
    if example.moves:
        lines.append(", ".join(f"`{move}`" for move in example.moves))
    return "\n\n".join(lines)


def show(console: Console, game: Game, chosen: Sequence[tuple[int, Example]], language: str) -> None:
    """Print examples, with the board before and after."""
    for number, example in chosen:
        console.print(Markdown(told(game, number, example, language)))
        for when, match in boards(game, example):
            console.print(f"\n{_WORDS[language][when]}:")
            console.print(game.draw(match.record(), EVERYTHING))


def write(folder: Path, game: Game, chosen: Sequence[tuple[int, Example]], language: str) -> Path:
    """Write examples as Markdown, with a picture before and after; the path of the text comes back."""
    check_output_folder(folder, parents=False)
    page = folder / f"{game.name}.{language}.md"
    parts = [f"# {_WORDS[language]['title'].format(game=game.title)}"]
    try:
        folder.mkdir(exist_ok=True)
        for number, example in chosen:
            parts.append(told(game, number, example, language))
            for when, match in boards(game, example):
                picture = folder / f"{game.name}-{number}-{when}.svg"
                picture.write_text(match.picture(), "utf-8")
                parts.append(f"![{_WORDS[language][when]}]({picture.name})")
        page.write_text("\n\n".join(parts) + "\n", "utf-8")
    except OSError as problem:
        raise BadOption(f"The examples cannot be written into {folder}: {problem.strerror}.") from problem
    return page
