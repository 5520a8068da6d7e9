"""Messages to and from child processes: msgpack over pipes, each message after its length.

The server asks one question at a time. The child answers, and ends when the server is gone. What the child prints goes
to standard error, because its standard output is the pipe.
"""

from __future__ import annotations

import os
import signal
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar

import msgspec

from ziggurat.core.compile import cache

T = TypeVar("T")
HEADER = 4  # bytes of a message's length
_encoder = msgspec.msgpack.Encoder()


async def start(module: str) -> Process:
    """Start a module as a process that answers questions."""
    return await create_subprocess_exec(sys.executable, "-m", module, stdin=PIPE, stdout=PIPE)


def idle_one(idle: list[Process]) -> Process | None:
    """An idle process that is still alive; dead ones, killed for their memory for example, are dropped."""
    while idle:
        process = idle.pop()
        if process.returncode is None:
            return process
    return None


async def ask(process: Process, question: Any, decoder: msgspec.msgpack.Decoder[T]) -> T:
    """A child's answer to a question."""
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    process.stdin.write(_framed(question))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(HEADER))
    return decoder.decode(await process.stdout.readexactly(length))


def answer_all(decoder: msgspec.msgpack.Decoder[T], answer: Callable[[T], Any]) -> None:
    """In the child: answer questions until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority(5)
    cache.choose_quietly()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    while True:
        length = int.from_bytes(_read(questions, HEADER))
        data = _framed(answer(decoder.decode(_read(questions, length))))
        try:
            answers.write(data)
            answers.flush()
        except BrokenPipeError:  # the server is gone
            os._exit(0)


def lower_priority(by: int) -> None:
    """Let other processes go first; without effect on Windows."""
    if hasattr(os, "nice"):
        os.nice(by)


def _framed(message: Any) -> bytes:
    data = _encoder.encode(message)
    return len(data).to_bytes(HEADER) + data


def _read(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:  # the server is gone
        os._exit(0)
    return data
