"""The WebSocket endpoints of tables and the lobby. Pages and API clients use the same protocol."""

from __future__ import annotations

import asyncio
import logging
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
from ziggurat.server.protocol import (
    Ahead,
    Build,
    FromClient,
    Hint,
    Id,
    Look,
    Past,
    Preview,
    Prospects,
    Read,
    Say,
    WhyNot,
)
from ziggurat.server.refusals import InDoubt, Refused, TooMuch, Unreachable, as_refusal
from ziggurat.server.runtime import clock
from ziggurat.server.social import mute_block
from ziggurat.server.tables import frames
from ziggurat.server.tables.live import LiveTable
from ziggurat.server.transport import middleware
from ziggurat.server.transport.channel import SocketChannel
from ziggurat.server.transport.rate_limits import TokenBucket
from ziggurat.server.transport.send_queue import Subscriber, Views

log = logging.getLogger("ziggurat.sockets")
Socket = WebSocket[Any, Any, State]
MAX_MESSAGE = 16_384  # bytes
COME_BACK, BAD, FULL, FLOOD = 1012, 4000, 4013, 4029  # closing codes
MAX_BAD = 10  # unreadable messages before a socket is closed

# What messages cost, in units of the cheapest. Chat stays on the disk for good.
COSTS: dict[type, int] = {Ahead: 10, Look: 5, Past: 3, Preview: 3, Prospects: 3, WhyNot: 3, Read: 3, Hint: 5, Say: 10}
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_decoder = msgspec.json.Decoder(FromClient)


class _Identified(msgspec.Struct):
    """The id of a message, whatever else is wrong with it."""

    id: Id = ""


_id_decoder = msgspec.json.Decoder(_Identified)


@asynccontextmanager
async def accepted(socket: Socket, views: Views) -> AsyncIterator[Subscriber | None]:
    """Accept a socket and send it the messages of its subscriber; None if it was refused."""
    server: ServerProcess = socket.app.state.server
    address = middleware.address(socket)
    settings = server.settings
    too_many = settings.max_sockets_each and server.sockets_each[address] >= settings.max_sockets_each
    if server.sockets >= settings.max_sockets or too_many:
        metrics.DISCONNECTED.labels("full").inc()
        await socket.close(FULL, "Too many sockets are open.")
        yield None
        return
    server.sockets += 1
    server.sockets_each[address] += 1
    metrics.SOCKETS.inc()
    try:  # a client that disconnects before it is accepted must not stay counted
        try:
            visitor = await middleware.visitor(socket, server)
        except Refused as problem:
            await middleware.refuse(socket.scope, problem, socket.send)
            yield None
            return
        server.quotas.saw(visitor.player, address)
        channel = SocketChannel(socket)
        subscriber = Subscriber(visitor.player, views, settings.backlog, settings.backlog_bytes, channel.abort)
        subscriber.receive = channel.receive
        subscriber.credential, subscriber.scope = visitor.credential, visitor.scope
        subscriber.is_api_client = bool(visitor.token)
        await socket.accept()
        sender = asyncio.create_task(_send(socket, subscriber, channel))
        left = visitor.expires and (visitor.expires - clock.now()) / 1000
        expiry = left and asyncio.get_running_loop().call_later(left, subscriber.close)
        try:
            yield subscriber
        finally:
            if expiry:
                expiry.cancel()
            subscriber.close()
            done, _ = await asyncio.wait([sender], timeout=1)
            if not done:
                sender.cancel()
    finally:
        server.sockets -= 1
        server.sockets_each[address] -= 1
        if not server.sockets_each[address]:
            del server.sockets_each[address]
        metrics.SOCKETS.dec()


async def _send(socket: Socket, subscriber: Subscriber, channel: SocketChannel) -> None:
    try:
        code = await subscriber.send_all(channel.ready, channel.send)
        await channel.finish()
        await socket.close(code)
    except Exception:  # noqa: BLE001 - the socket is gone: the receiving side notices and cleans up
        subscriber.close()


# cost: a socket is sent the whole table
@websocket("/api/tables/{table_id:str}/live", opt={"cost": 4})
async def table_socket(socket: Socket, table_id: str, views: Views = Views.ALWAYS, build: Build = "") -> None:
    """Play or watch at a table."""
    server: ServerProcess = socket.app.state.server
    try:
        table = await server.table(table_id)
    except Refused as problem:
        await middleware.refuse(socket.scope, problem, socket.send)
        return
    try:
        async with accepted(socket, views) as subscriber:
            if subscriber is not None:
                subscriber.build = build
                await _serve(socket, server, table_id, subscriber)
    finally:
        server.unload(table)  # also if the socket was refused, or closed before it subscribed


async def _serve(socket: Socket, server: ServerProcess, table_id: str, subscriber: Subscriber) -> None:
    """Serve a socket at a table until it ends."""
    try:
        table = await _subscribe(server, table_id, subscriber)
    except Refused as problem:
        subscriber.push(frames.encode(as_refusal(problem.sentence)))
        subscriber.close(COME_BACK)
        return
    try:
        await _check_credential(socket, server, subscriber)
        await _listen(socket, server, subscriber, table)
    finally:
        table.unsubscribe(subscriber)
        server.unload(table)


async def _check_credential(socket: Socket, server: ServerProcess, subscriber: Subscriber) -> None:
    """Close the socket if its session or token ended while it was being accepted."""
    if not subscriber.credential:
        return
    try:
        player = (await middleware.visitor(socket, server)).player
    except Unreachable:  # it was valid a moment ago, and an outage logs nobody out
        return
    except Refused:
        player = None
    if player != subscriber.player:
        subscriber.close(COME_BACK)


async def _subscribe(server: ServerProcess, table_id: str, subscriber: Subscriber) -> LiveTable:
    """Subscribe to a table and send it whole; refused if the table cannot be read just now."""
    subscriber.muted = await server.read(mute_block.load_muted, subscriber.player)
    while True:
        table = await server.table(table_id)
        async with table.lock:
            if server.tables.get(table_id) is not table:  # it was unloaded before this socket subscribed
                continue
            table.subscribe(subscriber)
            try:
                await table.welcome(subscriber)
            except BaseException:
                table.unsubscribe(subscriber)
                raise
            return table


async def _listen(socket: Socket, server: ServerProcess, subscriber: Subscriber, table: LiveTable) -> None:
    bucket = TokenBucket(server.settings.messages)
    keys = [middleware.address(socket), *([subscriber.player] if subscriber.player else [])]
    bad = 0
    while True:
        received = await subscriber.receive()
        if (
            received["type"] != "websocket.receive" or subscriber.closed
        ):  # a client that does not read may not have noticed
            return
        message, raw = None, received.get("text") or received.get("bytes") or b""
        try:
            message = _decoder.decode(raw)
            cost = COSTS.get(type(message), 1)
            if not bucket.take(cost):
                metrics.DISCONNECTED.labels("flood").inc()
                subscriber.close(FLOOD)
                return
            if not all(server.message_limiter.take(key, cost) for key in keys):
                raise TooMuch("Too many messages; wait a moment.")
            middleware.check_message(subscriber.scope, message)
            await table.handle(subscriber, message)
        except UNREADABLE as problem:
            bad += 1
            reason = sentence("That message cannot be read: {problem}.", problem=str(problem))
            subscriber.push(_refusal(table, message or _identify(raw), reason))
            if bad >= MAX_BAD:
                metrics.DISCONNECTED.labels("bad").inc()
                subscriber.close(BAD)
                return
        except InDoubt:  # the client comes back and sends it again, and then the journal knows
            subscriber.close(COME_BACK)
            return
        except ZigguratError as problem:
            subscriber.push(_refusal(table, message, problem.sentence))


def _identify(raw: str | bytes) -> _Identified | None:
    """The id of a message that cannot be read, so that its sender knows which one is refused."""
    try:
        return _id_decoder.decode(raw)
    except UNREADABLE:
        return None


def _refusal(table: LiveTable, message: Any, reason: str) -> bytes:
    metrics.REFUSALS.inc()
    return frames.encode(as_refusal(reason, getattr(message, "id", ""), table.version))


@websocket("/api/lobby/live")
async def lobby_socket(socket: Socket) -> None:
    """Watch the lobby: every public table that is opened, starts or ends."""
    server: ServerProcess = socket.app.state.server
    async with accepted(socket, Views.NEVER) as subscriber:
        if subscriber is None:
            return
        server.lobby[subscriber] = None
        try:
            if (await socket.receive())["type"] == "websocket.receive":
                subscriber.push(frames.encode(as_refusal("The lobby accepts no messages.")))
                subscriber.close(BAD)
        finally:
            server.lobby.pop(subscriber, None)
