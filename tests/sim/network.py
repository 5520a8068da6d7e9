"""WebSockets and HTTP requests between people and the server, at the ASGI level: what lies above uvicorn."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from ziggurat.server.transport.channel import ABORT, RECEIVE, SEND

if TYPE_CHECKING:
    from tests.sim.people import Person
    from tests.sim.world import World

PATIENCE = 20.0  # seconds after which somebody no longer waits for the answer to a request


def _scope(person: Person, kind: str, path: str, query: str = "") -> dict[str, Any]:
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "root_path": "", "headers": person.headers, "client": (person.address, 5),
        "server": ("localhost", 80), "state": {},
    }  # fmt: skip


class Connection:
    """One WebSocket. Messages arrive in order, each after a while; a cut may lose the last ones."""

    def __init__(self, world: World, person: Person, path: str, query: str = "") -> None:
        self._world, self._person, self._loop = world, person, world.loop
        self._chance = world.network
        assert world.machine.life is not None
        self._life = world.machine.life
        self.table = person.table
        self.open = True
        self.opened = self._loop.time()
        self.welcomed = False
        self.seat = -1
        self.task: asyncio.Task[None] | None = None
        self._latency = self._chance.uniform(0.005, 0.2)
        self._up = self._down = 0.0  # when the last message arrived there, and here
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiter: asyncio.Future[None] | None = None
        ready = asyncio.Event()
        ready.set()
        self._scope = {
            **_scope(person, "websocket", path, query), "scheme": "ws", "subprotocols": [],
            "extensions": {
                "websocket.http.response": {}, ABORT: {"abort": self._abort},
                SEND: {"ready": ready, "send": self._send}, RECEIVE: {"receive": self._receive},
            },
        }  # fmt: skip
        world.machine.connections[self] = None
        self._loop.call_later(self._latency, self._begin, context=self._life.context)

    # ------------------------------------------------------------------------------------------- the server's side

    def _begin(self) -> None:
        if self._world.machine.server is None:
            self._abort()  # it has begun to shut down
            return
        self.task = self._loop.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._world.machine.application(self._scope, self._receive, self._answer)
        except Exception as problem:  # noqa: BLE001 - uvicorn logs it and closes the socket
            self._world.count(f"socket failed: {type(problem).__name__}")
        self._arrive(self._person.lost, self)

    async def _receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._waiter = self._loop.create_future()
            await self._waiter
        return self._inbox.popleft()

    async def _answer(self, message: dict[str, Any]) -> None:
        if message["type"] in ("websocket.close", "websocket.http.response.start"):
            self._arrive(self._person.lost, self)

    def _send(self, texts: list[bytes]) -> None:
        if not self.open:
            raise RuntimeError("The client is gone.")
        for text in texts:
            self._arrive(self._person.hear, self, text)

    def _abort(self) -> None:
        self._arrive(self._person.lost, self)

    def end_by_server(self) -> None:
        """What uvicorn does when it shuts down."""
        self._put({"type": "websocket.disconnect", "code": 1012})
        self._arrive(self._person.lost, self)

    def _arrive(self, callback: Any, *args: Any) -> None:
        delay = self._chance.expovariate(1 / self._latency)
        self._down = max(self._down + 1e-6, self._loop.time() + delay)
        self._loop.call_at(self._down, callback, *args, context=self._world.people.context)

    def _put(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # ------------------------------------------------------------------------------------------- the person's side

    def post(self, text: str, beside: Connection | None = None) -> None:
        """Send a message; it arrives right after the last one on another connection, if that is named."""
        if not self.open:
            return
        chance = self._chance
        arrival = beside._up if beside else self._loop.time() + chance.expovariate(1 / self._latency)
        self._up = max(self._up, arrival) + 1e-6
        self._loop.call_at(self._up, self._put, {"type": "websocket.receive", "text": text}, context=self._life.context)
        if chance.random() < self._world.profile.cuts:
            self._world.count("connections cut")
            self._loop.call_later(chance.uniform(0, 0.5), self.reset, context=self._world.people.context)

    def reset(self) -> None:
        """Break the connection; both sides notice at different times."""
        if self.open:
            self.open = False
            self._world.machine.connections.pop(self, None)
            gone = {"type": "websocket.disconnect", "code": 1006}
            self._loop.call_later(self._chance.uniform(0, 3.0), self._put, gone, context=self._life.context)
            noticed = self._chance.uniform(0, 1.0)
            self._loop.call_later(noticed, self._person.lost, self, context=self._world.people.context)

    def leave(self) -> None:
        """Close the connection, as somebody who closes the page."""
        if self.open:
            self.open = False
            self._world.machine.connections.pop(self, None)
            self._loop.call_later(
                self._latency, self._put, {"type": "websocket.disconnect", "code": 1001}, context=self._life.context
            )


async def request(world: World, person: Person, method: str, path: str, body: Any = None) -> tuple[int, bytes] | None:
    """The status and body of an answer; None if there is none, because the server is not there or dies."""
    loop, life = world.loop, world.machine.life
    if world.machine.server is None or life is None:
        return None
    answered: asyncio.Future[tuple[int, Any, bytes]] = loop.create_future()
    data = b"" if body is None else msgspec.json.encode(body)
    received = deque([{"type": "http.request", "body": data, "more_body": False}])
    status, headers, parts = 0, [], []

    async def receive() -> dict[str, Any]:
        if received:
            return received.popleft()
        await loop.create_future()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], message["headers"]
            return
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            delay = world.network.uniform(0.005, 0.1)
            loop.call_later(delay, arrive, context=world.people.context)

    def arrive() -> None:
        if not answered.done():
            answered.set_result((status, headers, b"".join(parts)))

    async def run() -> None:
        try:
            await world.machine.application(scope, receive, send)
        except Exception as problem:  # noqa: BLE001 - uvicorn logs it and closes the connection
            world.count(f"request failed: {type(problem).__name__}")

    scope = {**_scope(person, "http", path), "scheme": "http", "method": method, "extensions": {}}
    scope["headers"] = [
        *person.headers, (b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())
    ]  # fmt: skip
    loop.call_later(world.network.uniform(0.005, 0.1), lambda: loop.create_task(run()), context=life.context)
    try:
        async with asyncio.timeout(PATIENCE):
            status, headers, content = await answered
    except TimeoutError:
        if world.machine.healthy > 2 * PATIENCE:
            world.fail(f"{method} {path} was not answered within {PATIENCE:.0f} s")
        return None
    for name, value in headers:
        if name.lower() == b"set-cookie":
            person.keep(value)
    return status, content
