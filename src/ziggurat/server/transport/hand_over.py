"""Hands a table's sockets over to one process, so that a move there is read, played and sent by that process alone.

Several processes of one machine would otherwise each follow the tables of their own sockets. The home of a table is
the living process that its id and theirs make the first in order (rendezvous hashing): all processes agree without a
word, and when one comes or goes, only its tables move. Whoever gets the request for a socket passes the connection
itself to the home (SCM_RIGHTS), with what was read of it. After that it has nothing more to do with it.

It is only a saving: the journal keeps the match right wherever its sockets are. If the home is of another machine, has
just ended, has no room or does not answer in time, the socket goes to the next in order, or is served where it came.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from ziggurat.server.runtime import clock
from ziggurat.server.runtime.peers import Peers

log = logging.getLogger("ziggurat.hand_over")
POSSIBLE = sys.platform == "linux"  # whose abstract addresses end with their process, and need no folder
READY, FULL = b"ready", b"full"  # the home's answers
PATIENCE = 2.0  # seconds in which the home has to answer; after a restart it has much to do
REST = 1.0  # seconds without new connections where there is no file descriptor for one
AVOIDED = 5.0  # seconds in which a process that did not answer is not asked again
MACHINE_IDS = ("/proc/sys/kernel/random/boot_id", "/etc/machine-id")  # systemd hides the first from sandboxes
LARGEST = 65_536  # bytes of a request's head
_TABLE = re.compile(rb"/api/tables/([a-z0-9]+)/live(?:\?|$)")

Adopt = Callable[[socket.socket, bytes], Awaitable[None]]
Takes = Callable[[str], bool]


class HandOver:
    """Passes connections to other processes, and takes theirs."""

    def __init__(self, process: str, peers: Peers) -> None:
        self._process = process
        self._peers = peers
        self._group = ""
        self._listening: socket.socket | None = None
        self._waiting: dict[socket.socket, asyncio.TimerHandle] = {}
        self._adopting: set[asyncio.Task[None]] = set()
        self._silent: dict[str, float] = {}  # processes that did not answer, and when
        self.place = ""  # which processes this one can hand over to; empty: none

    def open(self, channel: str, adopt: Adopt, takes: Takes) -> None:
        """Take connections from now on: one more to a table if `takes` says so.

        `channel` is the same in all processes of a service, and secret.
        """
        if not POSSIBLE or not channel:
            return
        self._group = hashlib.sha256(channel.encode()).hexdigest()[:16]
        self._adopt, self._takes = adopt, takes
        self._loop = asyncio.get_running_loop()
        try:
            place = _place()
            listening = _new_socket()
            listening.bind(self._address(self._process))
            listening.listen(1024)
        except OSError as problem:  # a sandbox allows less
            log.warning("this process hands no sockets over to others, and takes none: %s", problem)
            return
        self._listening = listening
        self._loop.add_reader(listening, self._accept)
        self.place = place

    def close(self) -> None:
        """Take no more connections."""
        self.place = ""
        if self._listening is not None:
            self._loop.remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        for connection in list(self._waiting):
            self._end(connection)

    def homes(self, target: bytes) -> list[str]:
        """The processes that should serve a request's socket rather than this one, the best first."""
        asked_for = _TABLE.match(target)
        if not asked_for or not self.place:
            return []
        since = clock.monotonic() - AVOIDED
        there = [one for one in self._peers.at(self.place) if self._silent.get(one, since) <= since]
        order = {one: hashlib.blake2b(asked_for[1] + one.encode()).digest() for one in (self._process, *there)}
        return sorted((one for one in there if order[one] > order[self._process]), key=order.__getitem__, reverse=True)

    async def reserve(self, target: bytes, homes: list[str]) -> socket.socket | None:
        """A connection to the first process that takes the socket of a request."""
        asked_for = _TABLE.match(target)
        if asked_for is None:
            return None
        for home in homes:
            connection = _new_socket()
            answer = b""
            try:
                connection.connect(self._address(home))
                if _is_ours(connection):
                    connection.send(asked_for[1])
                    async with asyncio.timeout(PATIENCE):
                        answer = await self._loop.sock_recv(connection, len(READY))
            except (OSError, TimeoutError):
                log.info("process %s takes no sockets", home)
            if answer == READY:
                return connection
            if answer != FULL:
                self._silent[home] = clock.monotonic()
            connection.close()
        return None

    def send(self, connection: socket.socket, number: int, head: bytes) -> bool:
        """Pass on a file descriptor and what was read from it; whether it was."""
        with connection:
            try:
                socket.send_fds(connection, [head], [number])
            except OSError as problem:
                log.warning("a socket could not be handed over: %s", problem)
                return False
        return True

    def _address(self, process: str) -> str:
        return f"\0ziggurat-{self._group}-{process}"

    def _accept(self) -> None:
        if self._listening is None:
            return
        try:
            connection, _ = self._listening.accept()
        except BlockingIOError:
            return
        except OSError as problem:  # no file descriptor is left
            log.warning("this process takes no sockets for %.0f second: %s", REST, problem)
            self._loop.remove_reader(self._listening)
            self._loop.call_later(REST, self._accept_again, self._listening)
            return
        connection.setblocking(False)
        if not _is_ours(connection):
            connection.close()
            return
        self._waiting[connection] = self._loop.call_later(2 * PATIENCE, self._end, connection)
        self._loop.add_reader(connection, self._answer, connection)

    def _accept_again(self, listening: socket.socket) -> None:
        if self._listening is listening:
            self._loop.add_reader(listening, self._accept)

    def _answer(self, connection: socket.socket) -> None:
        try:
            table = connection.recv(LARGEST)
            takes = table and self._takes(table.decode("ascii", "replace"))
            connection.send(READY if takes else FULL)
        except OSError:
            takes = False
        if takes:
            self._loop.remove_reader(connection)
            self._loop.add_reader(connection, self._take, connection)
        else:
            self._end(connection)

    def _take(self, connection: socket.socket) -> None:
        try:
            head, numbers, _, _ = socket.recv_fds(connection, LARGEST, 1)
        except OSError:
            head, numbers = b"", []
        self._end(connection)
        for number in numbers:
            client = socket.socket(fileno=number)
            client.setblocking(False)
            client.set_inheritable(False)  # Python 3.11 ignores MSG_CMSG_CLOEXEC
            task = asyncio.ensure_future(self._receive(client, head))
            self._adopting.add(task)
            task.add_done_callback(self._adopting.discard)

    async def _receive(self, client: socket.socket, head: bytes) -> None:
        try:
            await self._adopt(client, head)
        except OSError:  # it has gone meanwhile
            client.close()

    def _end(self, connection: socket.socket) -> None:
        self._waiting.pop(connection).cancel()
        self._loop.remove_reader(connection)
        connection.close()


def _new_socket() -> socket.socket:
    """Its messages keep their boundaries, and a connection without a listener is refused at once."""
    return socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)


def _place() -> str:
    """The same for processes that can reach each other.

    Two machines with the same name have the same place too. That costs a refused connection every five seconds.
    """
    machine = socket.gethostname()
    for file in MACHINE_IDS:
        with suppress(OSError):
            machine = Path(file).read_text().strip()
            break
    return f"{machine} {os.stat('/proc/self/ns/net').st_ino} {os.getuid()}"


def _is_ours(connection: socket.socket) -> bool:
    """Whether the same user is at the other end: anybody on the machine may use an abstract address."""
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return bool(user == os.getuid())
