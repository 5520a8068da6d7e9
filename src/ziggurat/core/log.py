"""The text format of match logs: reading and writing.

    ziggurat match 1
    game babylonia
    rules 1
    seats 2
    variant no
    seed 7

    0: m d7; end
    1: f e6; f e7; end

    decisions 5, scores 0 0, digest 0123456789abcdef

One line for each run of decisions by one seat. The last line says what the replay must come to, so that a log that
breaks off or was changed is found out. Lines that begin with '#' are left out.

Between the moves a log may say more about where it stands; `ziggurat.Study` has it, and docs/logs.md tells all of it:

    { What is said of the position. }
    [ hex:d7 hex:c5>hex:e6 ]
    (
      0: f c6; end
    )

Without what is in brackets, and without the brackets, it is the log of the match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ziggurat.core.errors import BadLog
from ziggurat.core.game import write_option
from ziggurat.core.sentence import sentence, shortened

FORMAT = "ziggurat match 1"
# Every pattern takes time in proportion to the line: strangers' lines meet them.
_NUMBER = re.compile(r"[0-9]{1,20}")  # as long as a seed may be
_LAST_LINE = re.compile(r"decisions ([0-9]{1,9}), scores ([-0-9 ]{1,80}), digest ([0-9a-f]{16})")
_RUN = re.compile(r"([0-9]): (.+)")
_TRUTH = re.compile(r"truth (-1|[0-9]) ([0-9]{1,20})")
_PLACE = r"[A-Za-z0-9:_./+-]{1,40}"
_MARK = re.compile(rf"({_PLACE})(?:>({_PLACE}))?")
DEEPEST = 8  # variations inside each other are moved in so often, and no further


class Moves(NamedTuple):
    """Decisions of one seat, one after the other."""

    seat: int
    moves: tuple[str, ...]


class Bracket(NamedTuple):
    """The beginning or the end of a variation."""

    opens: bool


class Truth(NamedTuple):
    """Another possible truth: what a seat (-1: a spectator) does not know is drawn again, by a seed."""

    seat: int
    seed: int


class Comment(NamedTuple):
    """A line of comment on a position."""

    text: str


class Mark(NamedTuple):
    """A marked place of the board, or an arrow to another."""

    place: str
    to: str = ""

    def __str__(self) -> str:
        return f"{self.place}>{self.to}" if self.to else self.place


class Marks(NamedTuple):
    """The marks and arrows of a position."""

    marks: tuple[Mark, ...]


Part = Moves | Bracket | Truth | Comment | Marks


@dataclass(frozen=True)
class Log:
    """A parsed log; nothing in it has been checked by the rules."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    seed: int | None  # None: the match begins from a position
    position: Mapping[str, Any] | None
    decisions: list[tuple[int, str]]  # seat and move
    scores: list[int]
    digest: str
    parts: tuple[
        Part, ...
    ] = ()  # everything between heading and last line, in order; the decisions are of the main line


def write(entry: Log) -> str:
    """A log as text; if it has parts, these are written, and must come to its decisions."""
    heading = [FORMAT, f"game {entry.game}", f"rules {entry.rules}", f"seats {entry.seats}"]
    heading += [f"{name} {write_option(value)}" for name, value in entry.options.items()]
    if entry.position is None:
        heading.append(f"seed {entry.seed}")
    else:
        heading.append(f"position {json.dumps(entry.position)}")
    runs = list(_written(entry.parts)) or [
        f"{seat}: {'; '.join(move for _, move in run)}" for seat, run in groupby(entry.decisions, key=itemgetter(0))
    ]
    scores = " ".join(map(str, entry.scores))
    last = f"decisions {len(entry.decisions)}, scores {scores}, digest {entry.digest}"
    return "\n".join([*heading, "", *runs, *([""] if runs else []), last]) + "\n"


def _written(parts: Iterable[Part]) -> Iterable[str]:
    """The lines between heading and last line."""
    depth = 0
    for part in parts:
        if isinstance(part, Bracket) and not part.opens:
            depth -= 1
        yield "  " * min(depth, DEEPEST) + _line(part)
        if isinstance(part, Bracket) and part.opens:
            depth += 1


def _line(part: Part) -> str:
    match part:
        case Moves():
            return f"{part.seat}: {'; '.join(part.moves)}"
        case Bracket():
            return "(" if part.opens else ")"
        case Truth():
            return f"truth {part.seat} {part.seed}"
        case Comment():
            return f"{{ {part.text} }}"
        case Marks():
            return f"[ {' '.join(map(str, part.marks))} ]"


def parse(text: str) -> Log:
    """Parse a log; errors say in a sentence what is missing or invalid."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0] != FORMAT:
        raise BadLog(sentence("This is not a match log: its first line is not '{line}'.", line=FORMAT))
    body = [number for number, line in enumerate(lines) if _is_body(line)]
    heading = _heading(lines[1 : body[0] if body else len(lines)])
    last = _LAST_LINE.fullmatch(lines[-1])
    if not last:
        raise BadLog("The log breaks off: its last line, 'decisions …, scores …, digest …', is missing.")
    parts = tuple(map(_part, lines[body[0] : -1]))
    decisions = list(_main_line(parts))
    if len(decisions) != int(last[1]):
        raise BadLog(
            sentence(
                "The log has {decisions} decisions, but its last line promises {promised}.",
                decisions=len(decisions),
                promised=last[1],
            )
        )
    position = heading.pop("position", None)
    seed = heading.pop("seed", None)
    if (position is None) == (seed is None):
        raise BadLog("The log's heading needs either a seed or a position.")
    return Log(
        game=_take(heading, "game"),
        rules=_number(_take(heading, "rules"), "rules"),
        seats=_number(_take(heading, "seats"), "seats"),
        options=heading,
        seed=None if seed is None else _number(seed, "seed"),
        position=None if position is None else _json(position),
        decisions=decisions,
        scores=_scores(last[2]),
        digest=last[3],
        parts=parts,
    )


def _is_body(line: str) -> bool:
    return line[0] in "{[()" or bool(_RUN.fullmatch(line) or _LAST_LINE.fullmatch(line))


def _heading(lines: Iterable[str]) -> dict[str, str]:
    heading: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(" ")
        if not value:
            raise BadLog(sentence("The log's line '{line}' cannot be understood.", line=shortened(line)))
        if name in heading:
            raise BadLog(sentence("The log's heading says '{name}' twice.", name=shortened(name)))
        heading[name] = value
    return heading


def as_mark(text: str) -> Mark:
    """A mark, read from text."""
    mark = _MARK.fullmatch(text)
    if mark is None:
        raise BadLog(
            sentence(
                "'{mark}' cannot be marked; a mark looks like 'hex:d7', an arrow like 'hex:c5>hex:e6'.",
                mark=shortened(text),
            )
        )
    return Mark(mark[1], mark[2] or "")


def rewritten(entry: Log, parts: tuple[Part, ...]) -> Log:
    """The same log with these parts (comments, marks, variations)."""
    return replace(entry, parts=parts)


def _part(line: str) -> Part:
    """One line between heading and last line, parsed."""
    if run := _RUN.fullmatch(line):
        return Moves(int(run[1]), tuple(move.strip() for move in run[2].split(";")))
    if line in ("(", ")"):
        return Bracket(line == "(")
    if truth := _TRUTH.fullmatch(line):
        return Truth(int(truth[1]), int(truth[2]))
    if line[0] == "{" and line[-1] == "}" and len(line) > 1:
        return Comment(line[1:-1].removeprefix(" ").removesuffix(" "))
    if line[0] == "[" and line[-1] == "]":
        return Marks(tuple(map(as_mark, line[1:-1].split())))
    raise BadLog(
        sentence(
            "The log's line '{line}' cannot be understood; a line of moves looks like '0: m d7; end'.",
            line=shortened(line),
        )
    )


def _main_line(parts: Iterable[Part]) -> Iterable[tuple[int, str]]:
    """The decisions outside all brackets, which must fit together."""
    depth, opened = 0, False
    for part in parts:
        if isinstance(part, Truth) and not opened:
            raise BadLog("Hidden cards can be redrawn only at the start of a variation.")
        opened = isinstance(part, Bracket) and part.opens
        if isinstance(part, Bracket):
            depth += 1 if part.opens else -1
            if depth < 0:
                raise BadLog("The log has a ')' that closes nothing.")
        elif isinstance(part, Moves) and depth == 0:
            yield from ((part.seat, move) for move in part.moves)
    if depth:
        raise BadLog("The log has a '(' that is never closed.")


def _take(heading: dict[str, str], name: str) -> str:
    if name not in heading:
        raise BadLog(sentence("The log's heading lacks '{name}'.", name=name))
    return heading.pop(name)


def _number(text: str, name: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadLog(
            sentence("The log's {name} must be a whole number, not '{text}'.", name=name, text=shortened(text))
        )
    return int(text)


def _scores(text: str) -> list[int]:
    try:
        return [int(score) for score in text.split()]
    except ValueError as problem:
        raise BadLog("The scores in the log's last line must be whole numbers.") from problem


def _json(text: str) -> Any:
    try:
        position = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadLog(sentence("The log's position is not valid JSON: {problem}.", problem=str(problem))) from problem
    except (ValueError, RecursionError) as problem:  # Python reads neither endless numbers nor endless nesting
        raise BadLog("The log's position has a number or a nesting that is far too long.") from problem
    if not isinstance(position, dict):
        raise BadLog("The log's position is not a JSON object.")
    return position
