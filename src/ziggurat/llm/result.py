"""The file of a result: JSON, one object a line, written as answers come. What was paid for is never lost.

The first line says what was asked; then every prompt with its answer, and what became of each item. The last line of
a complete result has its summary.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import ziggurat
from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.text import observation
from ziggurat.llm.question import Answer, Question
from ziggurat.llm.tasks import TaskSet, task_set

FORMAT = "ziggurat-llm-1"
LONGEST = 1_000_000_000  # bytes of a compressed result, unpacked


class BadResult(ZigguratError):
    """A file that is no result, or one that does not follow from its answers; the message says where."""


@dataclass(frozen=True)
class Settings:
    """What was asked, and how: only results with the same ones can be compared."""

    model: str
    tasks: str = "v0"
    only: tuple[str, ...] = ()
    sample: int | None = None  # items of each task; None: all
    moves: str = observation.MOVES[0]
    history: str = observation.HISTORY[0]
    answer_tokens: int = 4_000
    temperature: float | None = None

    def check(self) -> None:
        """Refuse settings that there are not."""
        observation.check("moves", self.moves, observation.MOVES)
        observation.check("history", self.history, observation.HISTORY)
        if self.sample is not None and self.sample < 1:
            raise BadOption(f"A sample has at least one item of each task, not {self.sample}.")
        self.items()

    @property
    def set(self) -> TaskSet:
        """The set of tasks."""
        return task_set(self.tasks)

    def items(self) -> list[str]:
        """What is asked."""
        return self.set.items(self.only, self.sample)

    def header(self) -> dict[str, Any]:
        """The first line of a result."""
        return {
            "format": FORMAT,
            "ziggurat": ziggurat.__version__,
            "model": self.model,
            "tasks": self.tasks,
            "digest": self.set.digest(),
            "text": observation.name(self.moves, self.history),
            "only": list(self.only),
            "sample": self.sample,
            "answer_tokens": self.answer_tokens,
            "temperature": self.temperature,
            "systems": self.set.systems(),
        }


@dataclass
class Result:
    """What has been asked so far. `exchanges` are the prompts and answers of each item, in order."""

    header: Mapping[str, Any]
    exchanges: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    outcomes: dict[str, dict[str, Any]] = field(default_factory=dict)
    summary: dict[str, Any] | None = None

    @property
    def tokens(self) -> tuple[int, int]:
        """How many were read and written."""
        every = [exchange["tokens"] for item in self.exchanges.values() for exchange in item]
        return sum(read for read, _ in every), sum(written for _, written in every)

    @property
    def settings(self) -> Settings:
        """The settings that the first line tells."""
        given = self.header
        _, moves, history = given["text"].split("-")
        only, sample = tuple(given["only"]), given["sample"]
        return Settings(
            given["model"], given["tasks"], only, sample, moves, history, given["answer_tokens"], given["temperature"]
        )

    def take(self, line: Any) -> None:
        """Another line of the file."""
        if "summary" in line:
            self.summary = line["summary"]
        elif "outcome" in line:
            self.outcomes[line["item"]] = line["outcome"]
        else:
            read, written = line["tokens"]
            if type(read) is not int or type(written) is not int or not isinstance(line["answer"], str):
                raise TypeError("an answer is text, with two counts of tokens")
            self.exchanges.setdefault(line["item"], []).append(line)


def has_prompt(exchange: Mapping[str, Any], prompt: str) -> bool:
    """Whether an exchange was about this prompt; a short result has only its digest."""
    return bool(exchange["prompt"] == prompt if "prompt" in exchange else exchange["prompt_digest"] == digest(prompt))


def digest(prompt: str) -> str:
    """What stands for a prompt in a short result."""
    return hashlib.blake2b(prompt.encode(), digest_size=8).hexdigest()


def write_short(path: Path, short: Path) -> None:
    """Write a result with digests in place of its prompts, which follow from the answers; as `.xz` compressed."""
    lines = []
    for line in map(json.loads, _bytes(path).splitlines()):
        if "prompt" in line:
            kept = {"item": line["item"], "prompt_digest": digest(line["prompt"])}
            line = {**kept, "answer": line["answer"], "tokens": line["tokens"]}
        lines.append(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    data = b"".join(lines)
    short.write_bytes(lzma.compress(data, preset=9) if short.suffix == ".xz" else data)


def _bytes(path: Path) -> bytes:
    try:
        if path.suffix != ".xz":
            return path.read_bytes()
        with lzma.open(path) as file:
            data = file.read(LONGEST + 1)
    except OSError as problem:
        raise BadOption(f"{path} cannot be read: {problem.strerror}.") from problem
    except (lzma.LZMAError, EOFError) as problem:
        raise BadResult(f"{path} cannot be unpacked: {problem}.") from problem
    if len(data) > LONGEST:
        raise BadResult(f"{path} has more than {LONGEST:,} bytes when it is unpacked.")
    return data


def read(path: Path) -> Result:
    """The result in a file; a last line that was cut off is left out."""
    lines = _bytes(path).split(b"\n")[:-1]
    try:
        header = json.loads(lines[0]) if lines else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadResult(f"{path} is not a result of `ziggurat bench-llm`: its format is not {FORMAT!r}.")
    result = Result(header)
    for number, line in enumerate(lines[1:], 2):
        try:
            result.take(json.loads(line))
        except (ValueError, RecursionError, KeyError, TypeError) as problem:
            raise BadResult(f"Line {number} of {path} cannot be read: {type(problem).__name__}.") from problem
    return result


class ResultFile:
    """A result that is being written; several threads may write."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Begin a file, or go on with one that was made with the same settings."""
        if path.suffix == ".xz":
            raise BadOption(f"A result is written uncompressed, not as {path.name}: `verify-llm --short` packs it.")
        header = settings.header()
        self._lock = threading.Lock()
        self.path = path
        begun = path.exists() and path.stat().st_size > 0
        self.result = read(path) if begun else Result(header)
        for key, value in header.items():
            if self.result.header.get(key) != value:
                raise BadOption(
                    f"{path} was begun with another `{key}`: go on with the same settings, or choose another file."
                )
        try:
            self._file: IO[bytes] = path.open("r+b" if begun else "wb")
        except OSError as problem:
            raise BadOption(f"{path} cannot be written: {problem.strerror}.") from problem
        if begun:
            whole = path.read_bytes().rfind(b"\n") + 1
            self._file.truncate(whole)
            self._file.seek(whole)
        else:
            self._write(header)

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def add_answer(self, question: Question, answer: Answer, seconds: float) -> None:
        """A question and its answer."""
        tokens = [answer.tokens_read, answer.tokens_written]
        line = {"item": question.item, "prompt": question.prompt, "answer": answer.text, "tokens": tokens}
        self._add({**line, "seconds": round(seconds, 3)})

    def add_outcome(self, item: str, outcome: Mapping[str, Any]) -> None:
        """What became of an item."""
        self._add({"item": item, "outcome": outcome})

    def add_summary(self, summary: Mapping[str, Any]) -> None:
        """The summary of a complete result."""
        self._add({"summary": summary})

    def _add(self, line: dict[str, Any]) -> None:
        with self._lock:
            self._write(line)
            self.result.take(line)

    def close(self) -> None:
        """Make sure that everything is on the disk."""
        with self._lock:
            if not self._file.closed:
                self._file.flush()
                os.fsync(self._file.fileno())
                self._file.close()
