"""Makes random numbers in tests repeatable: what a test, its servers and its commands draw follows from its name.

`secrets`, `random`, `uuid` and `os.urandom`, in the tests' process and in the copies of it that servers and commands
run in (`tests/template.py`), draw from a stream named by the running test, by who draws (so that one more draw in one
place changes nothing in another) and by how often it has drawn. A server that several tests share reads the running
test's name from a file. Processes that are started anew draw as they do for everybody else.

With a file's name in `TEST_CHOICES_FILE`, every draw of Ziggurat's is written down there, every message of a test, and
how its matches end (`tests/repository/test_determinism.py` compares two runs). When a message arrives depends on the
machine.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

VARIABLE = "RUNNING_TEST_FILE"  # where the running test's name is
CHOICES = "TEST_CHOICES_FILE"  # where to write down what was drawn and chosen
_PASSING_ON = ("random", "secrets", "uuid", "ziggurat.server.runtime.machine")  # modules that draw for somebody else
_UNIQUE = ("ziggurat.core.compile.cache",)  # names of files that processes must not share

_system = os.urandom
_started = itertools.count(1)  # processes of the running test
_noted = itertools.count(1)  # what was written down of the running test


class Stream:
    """Stands in for `os.urandom` in one process."""

    def __init__(self, name_file: Path, process: str) -> None:
        self._file, self._process = name_file, process
        self._test = ""
        self._draws: Counter[str] = Counter()

    def __call__(self, size: int) -> bytes:
        test = self._file.read_text("utf-8")
        if test != self._test:
            self._test = test
            self._draws.clear()
        module, function = _caller()
        if module in _UNIQUE:
            return _system(size)
        place = f"{self._process} {module}.{function}"
        self._draws[place] += 1
        drawn = hashlib.shake_256(f"{test} {place} {self._draws[place]}".encode()).digest(size)
        if CHOICES in os.environ and module.startswith("ziggurat"):
            _write_down(f"{test} {place} {self._draws[place]}: {drawn.hex()}")
        return drawn


def note(*what: Any) -> None:
    """Record what the running test has chosen or received, if two runs are compared."""
    if CHOICES in os.environ:
        test = Path(os.environ[VARIABLE]).read_text("utf-8")
        _write_down(f"{test} choice {next(_noted)}: {json.dumps(what)}")


def _write_down(line: str) -> None:
    """Processes write at the same time: each line at once, and nothing is said of their order."""
    file = os.open(os.environ[CHOICES], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, f"{line}\n".encode())
    os.close(file)


def _caller() -> tuple[str, str]:
    """The module and function that asked for random numbers."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__") in _PASSING_ON:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__")), frame.f_code.co_name


def begin(test: str) -> None:
    """Switch to this test's random streams, in this process and in the servers started from it."""
    if not (name := os.environ.get(VARIABLE)) or not isinstance(os.urandom, Stream):
        handle, name = tempfile.mkstemp(prefix="ziggurat-test-")
        os.close(handle)
        os.environ[VARIABLE] = name
        use("tests")
    unfinished = Path(f"{name}.part")
    unfinished.write_text(test, "utf-8")
    unfinished.replace(name)
    random.seed(test)
    np.random.seed(zlib.crc32(test.encode()))  # what other people's tests draw from
    global _started, _noted
    _started, _noted = itertools.count(1), itertools.count(1)


def environment() -> dict[str, str]:
    """The environment variables with which a process draws from the running test's stream."""
    return {VARIABLE: "", **{name: os.environ[name] for name in (VARIABLE, CHOICES) if name in os.environ}}


def new_process() -> str:
    """A name for the next process that the running test starts."""
    return f"process {next(_started)}"


def use(process: str) -> None:
    """Draw from the running test's stream in this process, if a test runs. Processes of a test have different names."""
    if not (name := os.environ.get(VARIABLE)):
        return
    stream = Stream(Path(name), process)
    os.urandom = stream
    random._urandom = stream  # type: ignore[attr-defined] # what `secrets` and `random.SystemRandom` draw from
    random.seed(process)
