"""Forks commands and servers of the tests from a process that has everything imported and all games loaded.

A command takes a second or two of processor time before it does anything, and the tests run some hundreds. So a process
that has that behind it (the standard library's fork server, one for each worker of pytest) is copied for each of them;
from there on it is the real command, with settings, database, sockets and signals of its own.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing import forkserver
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

from tests import entropy
from tests.patience import PATIENCE

HELPED = ("serve", "think")  # commands that have processes of their own
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["pytest", "tests.loaded"])


_AT_FIRST = dict(os.environ)
OURS = (
    "ZIGGURAT",
    "NUMBA",
    "PYTHON",
    "XDG",
    "TMP",
    "TERM",
    "LANG",
    "LC_",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "FORCE_COLOR",
)


def is_current() -> bool:
    """Whether the environment variables are still those the fork server began with.

    What other libraries add for themselves when a test imports them (pygame, Ray) makes no difference to us.
    """
    now = dict(os.environ)
    return all(now.get(name) == _AT_FIRST.get(name) for name in {*now, *_AT_FIRST} if _counts(name))


def _counts(name: str) -> bool:
    return name.startswith(OURS) or (name in _AT_FIRST and not name.startswith(("PYTEST", entropy.VARIABLE)))


class Copy:
    """A forked `ziggurat` process, with the interface of a `subprocess.Popen`."""

    def __init__(
        self,
        arguments: list[str],
        settings: dict[str, str],
        *,
        out: int,
        error: int,
        into: int | None = None,
        folder: Path | None = None,
        shared: bool = False,
    ) -> None:
        """A process that several tests share draws the same for each of them, whichever started it."""
        streams = {0: into, 1: out, 2: error}
        given = {number: DupFd(stream) for number, stream in streams.items() if stream is not None}
        name = "shared" if shared else entropy.new_process()
        settings = {**settings, **entropy.environment()}
        become = (arguments, settings, given, folder or Path.cwd(), name)
        self._process = _FORKING.Process(target=_become, args=become)
        self._process.start()
        self.pid = int(self._process.pid or 0)

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait for its end; the exit status."""
        self._process.join(timeout)
        status = self.poll()
        assert status is not None, "it has not ended"
        return status


class Served(Copy):
    """A forked process whose output is read while it runs."""

    def __init__(self, arguments: list[str], settings: dict[str, str], error: int, *, shared: bool = False) -> None:
        reading, writing = os.pipe()
        self.stdout = os.fdopen(reading, encoding="utf-8")
        super().__init__(arguments, settings, out=writing, error=error, shared=shared)
        os.close(writing)


def forked(work: Callable[[Any], None], given: Any) -> int:
    """Run a function in a fork, which can fork further processes; returns its exit status."""
    process = _FORKING.Process(target=_work, args=(work, given))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode is not None, "it has not ended"
    return process.exitcode


def _work(work: Callable[[Any], None], given: Any) -> None:
    """In the copy: what is loaded once is enough, so it asks the same process for copies."""
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]
    work(given)


def _become(arguments: list[str], settings: dict[str, str], streams: dict[int, Any], folder: Path, name: str) -> None:
    """In the copy: the command itself."""
    from argon2 import PasswordHasher

    from tests.forked_helpers import fork_helpers
    from ziggurat.cli import main
    from ziggurat.server.accounts import identity

    for number, given in streams.items():
        descriptor = given.detach()
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - multiprocessing has closed the one there was
    os.chdir(folder)
    os.environ.update(settings)
    entropy.use(name)
    identity._passwords = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the usual takes 160 ms each time
    if arguments[0] in HELPED:
        fork_helpers()
    sys.argv = ["ziggurat", *arguments]
    main()
