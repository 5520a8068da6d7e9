"""Messages between a program and its courier: pickles, each after its length, over a pair of pipes."""

from __future__ import annotations

import pickle
import struct
import threading
from typing import IO, Any

LENGTH = struct.Struct("<Q")


class Channel:
    """Sends and receives whole messages; several threads may send."""

    def __init__(self, reading: IO[bytes], writing: IO[bytes]) -> None:
        self._reading, self._writing = reading, writing
        self._one_at_a_time = threading.Lock()

    def send(self, *message: Any) -> None:
        """Raises OSError if nobody is there any more."""
        held = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        with self._one_at_a_time:
            try:
                self._writing.write(LENGTH.pack(len(held)))
                self._writing.write(held)
                self._writing.flush()
            except ValueError as problem:  # closed, perhaps just now by another thread
                raise BrokenPipeError("the connection is closed") from problem

    def receive(self) -> tuple[Any, ...] | None:
        """The next message; None if there will be no more."""
        try:
            head = self._reading.read(LENGTH.size)
            if len(head) < LENGTH.size:
                return None
            (length,) = LENGTH.unpack(head)
            held = self._reading.read(length)
        except (OSError, ValueError):  # ValueError: closed meanwhile
            return None
        if len(held) < length:
            return None
        message: tuple[Any, ...] = pickle.loads(held)  # noqa: S301 - from a process of our own
        return message
