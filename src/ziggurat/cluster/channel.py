"""Messages between a program and its driver: pickles, each after its length, over a pair of pipes.

`multiprocessing.connection.Connection` does the same for two pipes on Linux, but it would need this class all the same
(several threads send, and a closed connection ends the messages instead of raising), and on Windows it cannot use the
pipes of `subprocess`.
"""

from __future__ import annotations

import pickle
import struct
import threading
from typing import IO, Any

LENGTH = struct.Struct("<Q")


class PickleChannel:
    """Sends and receives whole messages; several threads may send."""

    def __init__(self, reading: IO[bytes], writing: IO[bytes]) -> None:
        self._reading, self._writing = reading, writing
        self._lock = threading.Lock()

    def send(self, *message: Any) -> None:
        """Send a message; raises OSError if the other side is gone."""
        message_bytes = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        with self._lock:
            try:
                self._writing.write(LENGTH.pack(len(message_bytes)))
                self._writing.write(message_bytes)
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
            message_bytes = self._reading.read(length)
        except (OSError, ValueError):  # ValueError: closed meanwhile
            return None
        if len(message_bytes) < length:
            return None
        message: tuple[Any, ...] = pickle.loads(message_bytes)  # noqa: S301 - from a process of our own
        return message
