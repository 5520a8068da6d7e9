"""Attacks that run until they are stopped, each from one address that no honest person has.

Used by `python -m tests.server.attack --measure`. Each sends as much as it can, or what the issue that found it sent.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ziggurat
from tests.patience import PATIENCE
from tests.server.push_service import Device

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


async def _joins(url: str) -> None:
    """New guests join an arena tournament and leave it, without end."""
    async with _client(url) as client:
        opened = await client.post("/api/tournaments", json={"title": "x", "game": "ur", "system": "arena"})
        arena = f"/api/tournaments/{opened.json()['id']}"

        async def come_and_go(number: int) -> None:
            async with _client(url) as guest:
                await guest.post(f"{arena}/join")
                await guest.post(f"{arena}/leave")

        await _at_rate(20, come_and_go)


async def _studies(url: str) -> None:
    """Studies with thousands of variations of one move, each sent as a whole."""
    match = ziggurat.new("babylonia", seats=2, seed=1)
    action = match.legal()[0]
    entries = [{"parent": -1}, *({"parent": 0, "step": action} for _ in range(4700))]
    body = {"start": {"game": "babylonia", "seats": 2, "seed": "1"}, "entries": entries}
    async with _client(url) as client:
        await _at_rate(20, lambda number: client.post("/api/analysis/log", json=body))


async def _spellings(url: str) -> None:
    """Imports under other spellings of their path, which once were free."""
    log = _log("amyitis", 1)
    paths = ("/api/import/", "//api/import", "/api//import", "/api/import//")
    async with _client(url) as client:
        await _at_rate(60, lambda number: client.post(paths[number % len(paths)], json={"log": log}))


async def _silent_devices(url: str) -> None:
    """Guests whose push service accepts connections and never answers, at tables where it is their turn."""
    async with _client(url) as client:
        silent = await asyncio.start_server(lambda reader, writer: asyncio.sleep(3600), "127.0.0.1", 0)
        address = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"

        async def subscribe(number: int) -> None:
            async with _client(url) as guest:
                await guest.post("/api/push", json=Device(address, f"device-{number}").subscription)
                seats = [{"who": "me"}, {"who": "random"}]
                pace = {"kind": "turn", "base": 86_400_000}
                await guest.post("/api/tables", json={"game": "ur", "seats": seats, "pace": pace})

        async with silent:
            await client.get("/api/push")
            await _at_rate(5, subscribe)


async def _reviews(url: str) -> None:
    """Reviews of as many matches as can be imported."""
    async with _client(url) as client:

        async def bring_and_ask(number: int) -> None:
            table = await _bring(client, "babel", number % 50)
            await client.post(f"/api/tables/{table}/review")

        await _at_rate(5, bring_and_ask)


async def _films(url: str) -> None:
    """Films and pictures of a long match, one position after another."""
    async with _client(url) as client:
        table = await _bring(client, "amyitis", 1)
        paths = [f"film.webp?{number}" for number in range(4)] + [f"picture.png?decision={n}" for n in range(100)]
        await _at_rate(20, lambda number: client.get(f"/api/tables/{table}/{paths[number % len(paths)]}"))


async def _analyses(url: str) -> None:
    """Engine lines for somebody with forty running matches, each of which has to be compared."""
    match = ziggurat.new("babel", seed=1)
    body = {"start": {"game": "babel", "seed": "1", "seats": 2}, "path": match.legal()[:1], "iterations": 1000}
    async with _client(url) as client:
        await client.get("/api/me")
        for _ in range(40):
            seats = [{"who": "me"}, {"who": "random"}]
            await client.post("/api/tables", json={"game": "babel", "seats": seats})
            await asyncio.sleep(0.1)
        await _at_rate(20, lambda number: client.post("/api/analysis/lines", json=body))


def run(name: str, url: str) -> None:
    """Run an attack until the process is stopped."""
    asyncio.run(ALL[name](url))


ALL: dict[str, Callable[[str], Coroutine[Any, Any, None]]] = {
    "40 sockets look five times a second": _looks,
    "20 imports a second": _imports,
    "20 forks a second": _forks,
    "20 registrations a second": _registrations,
    "20 sockets that never read": _slow_readers,
    "1,000 half-sent requests": _half_requests,
    "20 joins and leaves of a tournament a second": _joins,
    "20 studies of 4,700 variations a second": _studies,
    "60 imports a second, spelled differently": _spellings,
    "devices that never answer": _silent_devices,
    "5 reviews a second": _reviews,
    "20 films and pictures a second": _films,
    "20 analyses a second beside 40 matches": _analyses,
}
