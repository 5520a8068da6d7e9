"""A puzzle as one line of JSON. `games/<game>/teaching/puzzles.jsonl` has those that come with the package.

The hidden parts of its position are redrawn from what its seat knows: they differ from the original match.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from ziggurat.core.errors import BadOption
from ziggurat.reviewing.report import Why

UNIT = 1000  # values are thousandths of a win
EDITION = 2  # puzzles of edition 1 counted in results, not in winning chances


class LineEvent(msgspec.Struct, frozen=True, array_like=True):
    """Something that happens in a line, as its seat sees it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str


class Because(msgspec.Struct, frozen=True, array_like=True):
    """Why the answer is better than an option, as reviews say it (`ziggurat.reviewing.report.Reason`)."""

    kind: Why
    seat: int
    points: float
    instead: float
    event: LineEvent | None = None


class PuzzleOption(msgspec.Struct, frozen=True, array_like=True):
    """A legal action: the winning chance of its seat, in thousandths, and why the answer is better."""

    action: int
    value: int
    reasons: list[Because] = []  # empty: it pays off later


class LineStep(msgspec.Struct, frozen=True, array_like=True):
    """A decision of the line behind the answer."""

    seat: int
    action: int
    events: list[LineEvent]


class Search(msgspec.Struct, frozen=True):
    """The effort of a search, and its margin."""

    iterations: int  # for each action that was compared
    seed: int
    margin: int  # by how much everything else is worse than the answers, in thousandths


class Played(msgspec.Struct, frozen=True):
    """The answer and its nearest rival, played out: the share of wins in thousandths."""

    bot: str
    games: int  # of each
    answer: int
    rival: int


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position with one clearly best decision; several actions are answers if they come to the same."""

    id: str
    game: str
    rules: int
    seats: int
    seat: int
    position: dict[str, Any]  # as `ziggurat.load` reads it
    answers: list[int]  # the best first
    tempting: int  # the action weaker players choose
    options: list[PuzzleOption]  # all legal actions, the best first
    reasons: list[Because]  # why the answer is better than the tempting action
    line: list[LineStep]  # a likely continuation
    themes: list[str]
    rating: int  # a first estimate
    found: Search
    verified: Search
    source: str  # the self-play game, or the log, and the decision in it
    exact: bool = False  # the answers are all actions that win by force this turn (`ziggurat.puzzles.exact`)
    played: Played | None = None  # what playing it out came to
    before: list[LineEvent] = []  # what has been done in the same turn, as its seat saw it
    edition: int = 1

    def option(self, action: int) -> PuzzleOption:
        """What is known of a legal action."""
        return next(one for one in self.options if one.action == action)


def write(puzzle: Puzzle) -> str:
    """One line, without its end."""
    return msgspec.json.encode(puzzle).decode()


def read_line(text: str | bytes, where: str = "The line") -> Puzzle:
    """The puzzle of a line; anything else is refused."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadOption(f"{where} is not a puzzle: {str(problem).rstrip('.')}.") from problem
    legal = {option.action for option in puzzle.options}
    if not puzzle.answers or not {*puzzle.answers, puzzle.tempting} <= legal:
        raise BadOption(f"{where} is not a puzzle: its answers are not among its options.")
    return puzzle


def read(lines: Iterable[str | bytes], where: str = "the file") -> list[Puzzle]:
    """The puzzles of a file; empty lines are left out."""
    return [read_line(line, f"Line {number} of {where}") for number, line in enumerate(lines, 1) if line.strip()]


def read_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        return read(path.read_bytes().splitlines(), str(path))
    except OSError as problem:
        raise BadOption(f"{path} cannot be read: {problem.strerror}.") from problem
