"""The puzzles that come with the games, and their positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ziggurat.core.errors import BadOption, BadPosition
from ziggurat.core.lessons import teaching_folder
from ziggurat.core.match import Match, load
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import Sentence, quoted, sentence
from ziggurat.puzzles.format import LineEvent, Puzzle, read, read_file
from ziggurat.reviewing.report import Happening, LineMove

if TYPE_CHECKING:
    from ziggurat.core.game import Game

FILE = "puzzles.jsonl"
_MORE: list[Path] = []  # folders with additional puzzles


@cache
def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; those of other rules than the installed ones are left out."""
    file = teaching_folder(game).joinpath(FILE)
    loaded = read(file.read_bytes().splitlines(), f"{FILE} of {game.title}") if file.is_file() else []
    for folder in _MORE:
        for path in sorted([folder / f"{game.name}.jsonl", *folder.glob(f"{game.name}-*.jsonl")]):
            loaded += read_file(path) if path.is_file() else []
    usable = {puzzle.id: puzzle for puzzle in loaded if (puzzle.game, puzzle.rules) == (game.name, game.rules_version)}
    return tuple(usable.values())


def use(folder: Path) -> None:
    """Add the puzzles of a folder: `GAME.jsonl` and `GAME-….jsonl`."""
    _MORE.append(folder)
    puzzles.cache_clear()
    _by_id.cache_clear()


@cache
def _by_id(game: Game) -> dict[str, Puzzle]:
    return {one.id: one for one in puzzles(game)}


def find(game: Game, name: str) -> Puzzle:
    """A puzzle by its name."""
    puzzle = _by_id(game).get(name)
    if puzzle is None:
        raise BadOption(no_puzzle(game, name))
    return puzzle


def no_puzzle(game: Game, name: str) -> Sentence:
    """The refusal of an unknown puzzle."""
    return sentence("{game} has no puzzle called {name}.", game=game.title, name=quoted(name))


def begin(puzzle: Puzzle) -> Match:
    """The match in which a puzzle begins."""
    try:
        match = load(puzzle.game, puzzle.position)
    except BadPosition as problem:
        raise BadOption(
            sentence(
                "The puzzle {name} does not fit the installed rules: {problem}",
                name=quoted(puzzle.id),
                problem=problem.sentence,
            )
        ) from problem
    if match.actor != puzzle.seat or match.legal() != sorted(one.action for one in puzzle.options):
        raise BadOption(
            sentence(
                "The puzzle {name} does not fit the installed rules: {problem}",
                name=quoted(puzzle.id),
                problem="other decisions are legal in it",
            )
        )
    return match


def line_of(puzzle: Puzzle) -> list[LineMove]:
    """The line after the answer, in the format of reviews."""
    notation = find_game(puzzle.game).notation
    return [
        LineMove(
            step.seat,
            step.action,
            notation.write(step.action),
            list(notation.clicks(step.action)),
            [Happening(event.kind, event.seat, event.arguments, event.text, 0) for event in step.events],
        )
        for step in puzzle.line
    ]


def happening_of(event: LineEvent | None) -> Happening | None:
    """A stored event in the format of reviews."""
    return None if event is None else Happening(event.kind, event.seat, event.arguments, event.text, 0)
