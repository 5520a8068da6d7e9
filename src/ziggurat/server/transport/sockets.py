"""The WebSockets: one for a table, one for the lobby. Programs and people speak the same protocol."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State

from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import sentence
from ziggurat.server import metrics
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import Ahead, FromClient, Hint, Look, Past, Preview, Prospects, Say, Why
from ziggurat.server.refusals import Refused, TooMuch, Unreachable, as_refusal
from ziggurat.server.social import mute_block
from ziggurat.server.tables import frames
from ziggurat.server.tables.live import LiveTable
from ziggurat.server.transport import middleware
from ziggurat.server.transport.connections import CUT, HEAR, TELL
from ziggurat.server.transport.middleware import Bucket
from ziggurat.server.transport.send_queue import Line, Views

log = logging.getLogger("ziggurat.sockets")
Socket = WebSocket[Any, Any, State]
MAX_MESSAGE = 16_384  # bytes
COME_BACK, BAD, FULL, FLOOD = 1012, 4000, 4013, 4029
MAX_BAD = 10  # unreadable messages before a socket is cut

# Of messages, in those that cost least; what is said stays on the disk for good.
COSTS: dict[type, int] = {Ahead: 10, Look: 5, Past: 3, Preview: 3, Prospects: 3, Why: 3, Hint: 5, Say: 10}
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_decoder = msgspec.json.Decoder(FromClient)
_held: Counter[str] = Counter()  # sockets by address


@asynccontextmanager
async def admitted(socket: Socket, views: Views) -> AsyncIterator[Line | None]:
    """Let a socket in, if there is room, and send it what is pushed on its line; None if it was turned away."""
    server: ServerProcess = socket.app.state.server
    address = middleware.address(socket)
    settings = server.settings
    too_many = settings.max_sockets_each and _held[address] >= settings.max_sockets_each
    if server.sockets >= settings.max_sockets or too_many:
        metrics.CUT.labels("full").inc()
        await socket.close(FULL, "Too many sockets are open.")
        yield None
        return
    server.sockets += 1
    _held[address] += 1
    metrics.SOCKETS.inc()
    try:  # whoever goes away before they are let in must not stay counted
        try:
            visitor = await middleware.visitor(socket, server)
        except Refused as problem:
            await middleware.refuse(socket.scope, problem, socket.send)
            yield None
            return
        server.limits.saw(visitor.player, address)
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        line = Line(visitor.player, views, settings.backlog, settings.backlog_bytes, extensions[CUT]["cut"])
        line.credential, line.scope, line.by_token = visitor.credential, visitor.scope, bool(visitor.token)
        await socket.accept()
        sender = asyncio.create_task(_send(socket, line))
        left = visitor.expires and visitor.expires / 1000 - time.time()
        expiry = left and asyncio.get_running_loop().call_later(left, line.close)
        try:
            yield line
        finally:
            if expiry:
                expiry.cancel()
            line.close()
            done, _ = await asyncio.wait([sender], timeout=1)
            if not done:
                sender.cancel()
    finally:
        server.sockets -= 1
        _held[address] -= 1
        if not _held[address]:
            del _held[address]
        metrics.SOCKETS.dec()


async def _send(socket: Socket, line: Line) -> None:
    tell: Any = (socket.scope.get("extensions") or {})[TELL]
    try:
        code = await line.send_all(tell["ready"], tell["tell"])
        await socket.close(code)
    except Exception:  # noqa: BLE001 - the socket is gone: the receiving side notices and cleans up
        line.close()


@websocket("/api/tables/{table_id:str}/live")
async def table_socket(socket: Socket, table_id: str, views: Views = Views.ALWAYS) -> None:
    """Play or watch at a table."""
    server: ServerProcess = socket.app.state.server
    try:
        table = await server.table(table_id)
    except Refused as problem:
        await middleware.refuse(socket.scope, problem, socket.send)
        return
    try:
        async with admitted(socket, views) as line:
            if line is not None:
                await _attend(socket, server, table_id, line)
    finally:
        server.let_go(table)  # also for those who were turned away, or gone before they came


async def _attend(socket: Socket, server: ServerProcess, table_id: str, line: Line) -> None:
    """Be at a table until the socket ends."""
    try:
        table = await _come(server, table_id, line)
    except Refused as problem:
        line.push(frames.encode(as_refusal(problem.sentence)))
        line.close(COME_BACK)
        return
    try:
        await _check_again(socket, server, line)
        await _listen(socket, line, table)
    finally:
        table.go(line)
        server.let_go(table)


async def _check_again(socket: Socket, server: ServerProcess, line: Line) -> None:
    """Close what was logged out, or whose token was deleted, before this socket was there to be closed for it."""
    if not line.credential:
        return
    try:
        known = (await middleware.visitor(socket, server)).player
    except Unreachable:  # it was good a moment ago, and an outage logs nobody out
        return
    except Refused:
        known = None
    if known != line.player:
        line.close(COME_BACK)


async def _come(server: ServerProcess, table_id: str, line: Line) -> LiveTable:
    """Open a table and be welcomed; if its journal cannot be read just now, the socket is told to come back."""
    line.unheard = await server.read(mute_block.load_muted, line.player)
    while True:
        table = await server.table(table_id)
        async with table.lock:
            if server.tables.get(table_id) is not table:  # it was let go before this socket had come
                continue
            table.come(line)
            try:
                await table.welcome(line)
            except BaseException:
                table.go(line)
                raise
            return table


async def _listen(socket: Socket, line: Line, table: LiveTable) -> None:
    bucket = Bucket(table.server.settings.messages)
    whose = [middleware.address(socket), *([line.player] if line.player else [])]
    bad = 0
    hear: Any = (socket.scope.get("extensions") or {})[HEAR]["hear"]
    while True:
        received = await hear()
        if received["type"] != "websocket.receive" or line.closed:  # who does not read may not have noticed the end
            return
        message = None
        try:
            message = _decoder.decode(received.get("text") or received.get("bytes") or b"")
            cost = COSTS.get(type(message), 1)
            if not bucket.take(cost):
                metrics.CUT.labels("flood").inc()
                line.close(FLOOD)
                return
            if not all(table.server.messages.take(key, cost) for key in whose):
                raise TooMuch("Too many messages; wait a moment.")
            middleware.check_message(line.scope, message)
            await table.answer(line, message)
        except UNREADABLE as problem:
            bad += 1
            line.push(
                _refusal(table, message, sentence("That message cannot be read: {problem}.", problem=str(problem)))
            )
            if bad >= MAX_BAD:
                metrics.CUT.labels("bad").inc()
                line.close(BAD)
                return
        except ZigguratError as problem:
            line.push(_refusal(table, message, problem.sentence))


def _refusal(table: LiveTable, message: Any, reason: str) -> bytes:
    metrics.REFUSALS.inc()
    version = table.sitting.version if table.sitting else 0
    return frames.encode(as_refusal(reason, getattr(message, "id", ""), version))


@websocket("/api/lobby/live")
async def lobby_socket(socket: Socket) -> None:
    """Watch the lobby: every public table that is opened, starts or ends."""
    server: ServerProcess = socket.app.state.server
    async with admitted(socket, Views.NEVER) as line:
        if line is None:
            return
        server.lobby.add(line)
        try:
            if (await socket.receive())["type"] == "websocket.receive":
                line.push(frames.encode(as_refusal("The lobby only speaks.")))
                line.close(BAD)
        finally:
            server.lobby.discard(line)
