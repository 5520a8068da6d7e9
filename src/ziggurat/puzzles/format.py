"""A puzzle as it is kept: one line of JSON. `games/<game>/puzzles.jsonl` has those that come with the package.

Its position is one that its seat could imagine: what the others hold was drawn again from what the seat knows, and is
neither needed nor what it was in the game that the puzzle comes from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ziggurat.core.errors import BadOption, BadPosition
from ziggurat.core.match import Match, load
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import quoted, sentence
from ziggurat.reviewing.report import Happening, LineMove, Why

if TYPE_CHECKING:
    from ziggurat.core.game import Game

FILE = "puzzles.jsonl"
UNIT = 1000  # values are thousandths of a result


class Because(msgspec.Struct, frozen=True, array_like=True):
    """Why the answer is better than an option, as reviews say it (`ziggurat.reviewing.report.Reason`)."""

    kind: Why
    seat: int
    points: float
    instead: float


class Option(msgspec.Struct, frozen=True, array_like=True):
    """A legal action: what its seat can expect of it, in thousandths, and why the answer is better."""

    action: int
    value: int
    reasons: list[Because] = []  # nothing: none that can be counted soon


class Told(msgspec.Struct, frozen=True, array_like=True):
    """Something that happens in a line for certain, as its seat is told it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str


class Step(msgspec.Struct, frozen=True, array_like=True):
    """A decision of the line behind the answer."""

    seat: int
    action: int
    events: list[Told]


class Search(msgspec.Struct, frozen=True):
    """What was searched, and what came of it."""

    iterations: int  # for each action that was compared
    seed: int
    margin: int  # by how much everything else is worse than the answers, in thousandths


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position with one clearly best decision; several actions are answers if they come to the same."""

    id: str
    game: str
    rules: int
    seats: int
    seat: int
    position: dict[str, Any]  # as `ziggurat.load` reads it
    answers: list[int]  # the best first
    tempting: int  # what weaker players choose
    options: list[Option]  # all legal actions, the best first
    reasons: list[Because]  # why the answer is better than what tempts
    line: list[Step]  # how it may go on behind the answer
    themes: list[str]
    rating: int  # a first estimate
    found: Search
    verified: Search
    source: str  # the self-play game, or the log, and the decision in it

    def option(self, action: int) -> Option:
        """What is known of a legal action."""
        return next(one for one in self.options if one.action == action)


def write(puzzle: Puzzle) -> str:
    """One line, without its end."""
    return msgspec.json.encode(puzzle).decode()


def read_line(text: str | bytes, where: str = "The line") -> Puzzle:
    """The puzzle of a line; what is none is refused with the reason."""
    try:
        found = msgspec.json.decode(text, type=Puzzle)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadOption(
            sentence("{where} is no puzzle: {problem}.", where=where, problem=str(problem).rstrip("."))
        ) from problem
    legal = {one.action for one in found.options}
    if not found.answers or not {*found.answers, found.tempting} <= legal:
        raise BadOption(sentence("{where} is no puzzle: {problem}.", where=where, problem="its answers are no options"))
    return found


def read(lines: Iterable[str | bytes], where: str = "the file") -> list[Puzzle]:
    """The puzzles of a file; empty lines are left out."""
    return [read_line(line, f"Line {number} of {where}") for number, line in enumerate(lines, 1) if line.strip()]


def read_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        return read(path.read_bytes().splitlines(), str(path))
    except OSError as problem:
        raise BadOption(f"{path} cannot be read: {problem.strerror}.") from problem


@cache
def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; those of other rules than the installed ones are left out."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        return ()
    found = read(file.read_bytes().splitlines(), f"{FILE} of {game.title}")
    return tuple(one for one in found if one.rules == game.rules_version)


@cache
def _by_id(game: Game) -> dict[str, Puzzle]:
    return {one.id: one for one in puzzles(game)}


def find(game: Game, name: str) -> Puzzle:
    """A puzzle by its name."""
    found = _by_id(game).get(name)
    if found is None:
        raise BadOption(no_puzzle(game, name))
    return found


def no_puzzle(game: Game, name: str) -> Any:
    """That there is no puzzle of this name."""
    return sentence("{game} has no puzzle called {name}.", game=game.title, name=quoted(name))


def begin(puzzle: Puzzle) -> Match:
    """The match in which a puzzle begins."""
    try:
        match = load(puzzle.game, puzzle.position)
    except BadPosition as problem:
        raise BadOption(
            sentence(
                "The puzzle {name} is not for the rules that are installed here: {problem}",
                name=quoted(puzzle.id),
                problem=problem.sentence,
            )
        ) from problem
    if match.actor != puzzle.seat or match.legal() != sorted(one.action for one in puzzle.options):
        raise BadOption(
            sentence(
                "The puzzle {name} is not for the rules that are installed here: {problem}",
                name=quoted(puzzle.id),
                problem="other decisions are legal in it",
            )
        )
    return match


def line_of(puzzle: Puzzle) -> list[LineMove]:
    """The line behind the answer, as reviews tell lines."""
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


def estimate(missed: Sequence[float], odds: float, margin: float, legal: int) -> int:
    """A first rating, before anybody has tried: by how often the levels miss it, and how it hides.

    `missed` are the shares of `apprentice`, `scribe` and `steward` that miss it, `odds` what the network gives the
    answers at first sight.
    """
    apprentice, scribe, steward = missed
    rating = 850 + 250 * apprentice + 300 * scribe + 350 * steward + 200 * (1 - odds)
    rating += 30 * math.log2(max(legal, 2) / 4)
    rating -= 1000 * min(0.15, max(0.0, margin - 0.05))
    return round(min(2300, max(600, rating)))
