"""Forks the helper processes of test servers: those in which bots think and matches are replayed.

`python -m ziggurat.server.bots.worker` takes two seconds of processor time before it answers, and most test servers
ask one bot or replay one match. So a server that is a copy of the loaded process (`tests/template.py`) has another copy
beside it, made before it has any thread, which is copied once more for each process that is to help. What helps is the
real module, on pipes of its own; a server that was started anew starts the real command.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import socket
import sys
import traceback
from asyncio.streams import FlowControlMixin
from contextlib import suppress

from ziggurat.server.runtime import pipes


class Helper:
    """A helper process, with the interface of an `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader, life: int) -> None:
        self.pid, self.stdin, self.stdout = pid, stdin, stdout
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._life = life
        asyncio.get_running_loop().add_reader(life, self._end)

    def _end(self) -> None:
        """Called when the helper's pipe is closed: it has ended, for whatever reason."""
        asyncio.get_running_loop().remove_reader(self._life)
        os.close(self._life)
        self.returncode = -signal.SIGKILL
        self.stdin.close()
        self._ended.set()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> int | None:
        await self._ended.wait()
        return self.returncode


class HelperForkServer:
    """A fork of this process, made before it has threads, that forks helpers on request."""

    def __init__(self) -> None:
        self._asking, asked = socket.socketpair()
        if os.fork() == 0:
            self._asking.close()
            _make_all(asked)
        asked.close()

    async def start(self, module: str) -> Helper:
        """In place of `pipes.start`."""
        questions, ask = os.pipe()
        hear, answers = os.pipe()
        life, held = os.pipe()
        given = (questions, answers, held)
        socket.send_fds(self._asking, [module.encode()], given)
        for descriptor in given:
            os.close(descriptor)
        pid = int.from_bytes(self._asking.recv(4))
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(hear, "rb", 0))
        transport, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(ask, "wb", 0))
        return Helper(pid, asyncio.StreamWriter(transport, protocol, None, loop), reader, life)


def fork_helpers() -> None:
    """Let the server that this process becomes fork its helpers instead of starting them."""
    pipes.start = HelperForkServer().start  # type: ignore[assignment]


def _make_all(asked: socket.socket) -> None:
    """In the fork server: fork a helper on each request, until the server is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    while True:
        module, given, _, _ = socket.recv_fds(asked, 256, 3)
        if not module:
            os._exit(0)
        pid = os.fork()
        if pid == 0:
            asked.close()
            _help(module.decode(), given)
        for descriptor in given:
            os.close(descriptor)
        asked.send(pid.to_bytes(4))


def _help(module: str, given: list[int]) -> None:
    """In the helper: run the module's command."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    questions, answers, _ = given  # the third is held open until the end
    os.dup2(questions, 0)
    os.dup2(answers, 1)
    os.close(questions)
    os.close(answers)
    streams = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115 - until the end
    sys.stdin, sys.stdout = streams
    try:
        importlib.import_module(module).main()
    except BaseException:  # noqa: BLE001 - said, and then it is over, as for any process
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(1)
