"""Attacks that run until they are stopped, each from one address that no honest person has.

Used by `python -m tests.server.attack --measure`. Each sends as much as it can, or what the issue that found it sent.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ziggurat
from tests.patience import PATIENCE

FROM = "127.0.0.2"
SOCKETS = 40


def _client(url: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=FROM, limits=httpx.Limits(max_connections=30))
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=PATIENCE)


def _log(game: str, seed: int) -> str:
    match, stream = ziggurat.new(game, seed=seed), random.Random(seed)
    while not match.over:
        match.play(stream.choice(match.legal()))
    return match.to_text()


async def _at_rate(rate: float, once: Callable[[int], Awaitable[Any]]) -> None:
    """Calls `once` at a rate, without waiting for answers, at most a hundred at a time."""
    running: set[asyncio.Task[None]] = set()

    async def quietly(number: int) -> None:
        with suppress(httpx.HTTPError, OSError, WebSocketException):
            await once(number)

    number = 0
    while True:
        if len(running) < 100:
            task = asyncio.create_task(quietly(number))
            running.add(task)
            task.add_done_callback(running.discard)
            number += 1
        await asyncio.sleep(1 / rate)


async def _bring(client: httpx.AsyncClient, game: str, seed: int) -> str:
    while True:
        answer = await client.post("/api/import", json={"log": _log(game, seed)})
        if answer.status_code == 201:
            return str(answer.json()["id"])
        await asyncio.sleep(0.5)


async def _looks(url: str) -> None:
    """`look` five times a second at forty sockets of a long match."""
    async with _client(url) as client:
        tables = [await _bring(client, "amyitis", seed) for seed in range(4)]

    async def watch(number: int) -> None:
        while True:
            with suppress(OSError, WebSocketException):
                address = f"{url.replace('http', 'ws')}/api/tables/{tables[number % 4]}/live"
                async with connect(address, local_addr=(FROM, 0), max_size=None) as socket:
                    reading = asyncio.create_task(_read_all(socket))
                    for asked in range(1_000_000):
                        await socket.send(json.dumps({"type": "look", "id": f"l{asked}"}))
                        await asyncio.sleep(0.2)
                    reading.cancel()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(watch(number) for number in range(SOCKETS)))


async def _read_all(socket: Any) -> None:
    with suppress(WebSocketException):
        async for _ in socket:
            pass


async def _imports(url: str) -> None:
    """Twenty logs a second."""
    log = _log("amyitis", 1)
    async with _client(url) as client:
        await _at_rate(20, lambda number: client.post("/api/import", json={"log": log}))


async def _forks(url: str) -> None:
    """Twenty forks a second."""
    async with _client(url) as client:
        table = await _bring(client, "amyitis", 1)
        seats = ziggurat.game("amyitis").seat_counts[0]
        body = {"decision": 100, "seats": [{"who": "me"}, *[{"who": "random"}] * (seats - 1)]}
        await _at_rate(20, lambda number: client.post(f"/api/tables/{table}/fork", json=body))


async def _registrations(url: str) -> None:
    """Twenty accounts a second."""
    async with _client(url) as client:

        async def register(number: int) -> None:
            client.cookies.clear()
            await client.post("/api/account", json={"login": f"login{number}", "password": "correct horse"})

        await _at_rate(20, register)


async def _slow_readers(url: str) -> None:
    """Twenty sockets that request the whole table and never read."""
    async with _client(url) as client:
        table = await _bring(client, "amyitis", 1)
    parts = urlsplit(url)

    async def ask(number: int) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(FROM, 0))
                head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                writer.write(f"{head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
                reader._transport.pause_reading()  # type: ignore[attr-defined]
                look = b'{"type":"look","id":"x"}'
                while not writer.is_closing():
                    writer.write(bytes([0x81, 0x80 | len(look), 0, 0, 0, 0]) + look)
                    await writer.drain()
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)

    await asyncio.gather(*(ask(number) for number in range(20)))


async def _half_requests(url: str) -> None:
    """A thousand requests that never end."""
    parts = urlsplit(url)

    async def half(number: int) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(FROM, 0))
                writer.write(f"POST /api/tables HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 99\r\n".encode())
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    await asyncio.gather(*(half(number) for number in range(1000)))


def looks(url: str) -> None:
    asyncio.run(_looks(url))


def imports(url: str) -> None:
    asyncio.run(_imports(url))


def forks(url: str) -> None:
    asyncio.run(_forks(url))


def registrations(url: str) -> None:
    asyncio.run(_registrations(url))


def slow_readers(url: str) -> None:
    asyncio.run(_slow_readers(url))


def half_requests(url: str) -> None:
    asyncio.run(_half_requests(url))


ALL: dict[str, Callable[[str], None]] = {
    "40 sockets look five times a second": looks,
    "20 imports a second": imports,
    "20 forks a second": forks,
    "20 registrations a second": registrations,
    "20 sockets that never read": slow_readers,
    "1,000 half-sent requests": half_requests,
}
