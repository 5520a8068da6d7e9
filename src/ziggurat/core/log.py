"""The log of a match as text that people can read, check and repair.

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
breaks off or was changed is found out. Lines that begin with '#' are comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from ziggurat.core.errors import BadLog
from ziggurat.core.game import write_option
from ziggurat.core.sentence import sentence, shortened

FORMAT = "ziggurat match 1"
# Every pattern takes time in proportion to the line: strangers' lines meet them.
_NUMBER = re.compile(r"[0-9]{1,20}")  # as long as a seed may be
_LAST_LINE = re.compile(r"decisions ([0-9]{1,9}), scores ([-0-9 ]{1,80}), digest ([0-9a-f]{16})")
_RUN = re.compile(r"([0-9]): (.+)")


@dataclass(frozen=True)
class Log:
    """What a log says, before any of it is believed."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    seed: int | None  # None: the match begins from a position
    position: Mapping[str, Any] | None
    decisions: list[tuple[int, str]]  # seat and move
    scores: list[int]
    digest: str


def write(entry: Log) -> str:
    """A log as text."""
    heading = [FORMAT, f"game {entry.game}", f"rules {entry.rules}", f"seats {entry.seats}"]
    heading += [f"{name} {write_option(value)}" for name, value in entry.options.items()]
    if entry.position is None:
        heading.append(f"seed {entry.seed}")
    else:
        heading.append(f"position {json.dumps(entry.position)}")
    runs = [
        f"{seat}: {'; '.join(move for _, move in run)}" for seat, run in groupby(entry.decisions, key=itemgetter(0))
    ]
    scores = " ".join(map(str, entry.scores))
    last = f"decisions {len(entry.decisions)}, scores {scores}, digest {entry.digest}"
    return "\n".join([*heading, "", *runs, *([""] if runs else []), last]) + "\n"


def parse(text: str) -> Log:
    """A text as a log; says in a sentence what is missing or cannot be understood."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0] != FORMAT:
        raise BadLog(sentence("This is not a match log: its first line is not '{line}'.", line=FORMAT))
    body = [number for number, line in enumerate(lines) if _RUN.fullmatch(line) or _LAST_LINE.fullmatch(line)]
    heading = _heading(lines[1 : body[0] if body else len(lines)])
    last = _LAST_LINE.fullmatch(lines[-1])
    if not last:
        raise BadLog("The log breaks off: its last line, 'decisions …, scores …, digest …', is missing.")
    decisions = list(_decisions(lines[body[0] : -1]))
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
    )


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


def _decisions(lines: Iterable[str]) -> Iterable[tuple[int, str]]:
    for line in lines:
        run = _RUN.fullmatch(line)
        if not run:
            raise BadLog(
                sentence(
                    "The log's line '{line}' cannot be understood; a line of moves looks like '0: m d7; end'.",
                    line=shortened(line),
                )
            )
        for move in run[2].split(";"):
            yield int(run[1]), move.strip()


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
