"""Identity, origin checks, rate limits and security headers for every request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection

from ziggurat.core.sentence import sentence
from ziggurat.server import metrics, refusals
from ziggurat.server.accounts import identity, player_store, user_text
from ziggurat.server.protocol import Ahead, Attend, Look, Note, Past, Preview, Prospects, Read, Say, Scope, WhyNot
from ziggurat.server.refusals import NotAllowed, Refused, TooMuch
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.runtime.services import Reads
from ziggurat.server.settings import Settings
from ziggurat.server.transport.deprecated_paths import with_current_path
from ziggurat.server.transport.host_check import HostNames
from ziggurat.server.transport.rate_limits import RateLimiter, cost_of, network

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
READ_ONLY = (Ahead, Attend, Look, Past, Preview, Prospects, Read, WhyNot)
WATCHES = sentence("That API token is for watching only.")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",  # a table's URL is the key to it
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
NO_STORE = ((b"cache-control", b"no-store"),)  # answers are for one reader, and soon outdated
SLICE = 65_536  # bytes of an answer that are written at once, so that a slow reader's copy of it stays small
KEY = 32  # characters of a cookie or token that identify its budget: the player's id, or enough of the token


def host(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The client's IP address."""
    return connection.client.host if connection.client else "nowhere"


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The key by which a client is rate limited: its address or network."""
    return network(host(connection))


def asker(connection: ASGIConnection[Any, Any, Any, Any]) -> Asker:
    """On whose account a request's work is done. Within an address players are only told apart, not checked."""
    return Asker(address(connection), credential_key(connection) or "")


def credential_key(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The key by which a client's token or cookie is counted, valid or not."""
    credential = connection.headers.get("authorization") or cookie(connection)
    return None if credential is None else credential[:KEY]


def cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Our own cookie. The others are not parsed: there may be thousands."""
    prefix = f"{identity.COOKIE}="
    header = ";".join(connection.headers.getall("cookie", []))
    values = [part.removeprefix(prefix) for part in map(str.strip, header.split(";")) if part.startswith(prefix)]
    return values[-1] if values else None


def check_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse requests that another site makes a browser send. API clients send no Origin; browsers always do."""
    origin = connection.headers.get("origin")
    if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise NotAllowed("Requests from other sites are not accepted.")
    if origin is not None and _site(origin) != connection.headers.get("host"):
        raise NotAllowed("Requests from other sites are not accepted.")


def _site(origin: str) -> str:
    """The host of an origin; empty if it is no URL."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Visitor(NamedTuple):
    """Who sends a request, and the credential that proves it."""

    player: str | None = None  # None: nobody yet
    session: str = ""  # the cookie's session
    token: str = ""  # the token's id
    scope: Scope = Scope.PLAY
    expires: int | None = None  # when the token expires

    @property
    def credential(self) -> str:
        """The session or token. A socket is closed when its credential becomes invalid."""
        return self.token or self.session


class IdentifyingServer(Reads, Protocol):
    """What it takes to know who sends a request."""

    keys: identity.Keys


async def visitor(connection: ASGIConnection[Any, Any, Any, Any], server: IdentifyingServer) -> Visitor:
    """Who sends a request: by API token, else by cookie, else nobody."""
    authorization = connection.headers.get("authorization")
    if authorization is None:
        session = server.keys.read(cookie(connection))
        if session is None or not await server.read(player_store.is_signed_in, *session):
            return Visitor()
        return Visitor(session.player, session=session.id)
    kind, _, token = authorization.partition(" ")
    row = await server.read(player_store.find_token, identity.hash_token(token)) if kind.lower() == "bearer" else None
    if row is None:
        raise NotAllowed("That API token is not valid.")
    if row.expires <= now():
        raise NotAllowed("That API token has expired; create a new one.")
    if row.scope == Scope.WATCH and connection.scope.get("method", "GET") not in SAFE_METHODS:
        raise NotAllowed(WATCHES)
    return Visitor(row.player, token=row.id, scope=Scope(row.scope), expires=row.expires)


async def who(connection: ASGIConnection[Any, Any, Any, Any], server: IdentifyingServer) -> str | None:
    """The player who sends a request; None if unknown."""
    return (await visitor(connection, server)).player


def check_message(scope: Scope, message: Any) -> None:
    """Refuse what a token does not allow, and texts that cannot be shown or stored."""
    if scope is Scope.WATCH and not isinstance(message, READ_ONLY):
        raise NotAllowed(WATCHES)
    if isinstance(message, Say):
        user_text.check_chat(message.text)
    elif isinstance(message, Note):
        user_text.check_text(message.text)


def check_cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse API tokens, for what only a person in a browser may do: a leaked token must not become an account."""
    if "authorization" in connection.headers:
        raise NotAllowed("An API token cannot do that; do it on the page.")


class Middleware:
    """Wraps the application: rate limits, origin checks, and security headers on every response."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self._app = app
        self._hosts = HostNames(settings)
        self._addresses = RateLimiter(settings.requests)
        self._players = RateLimiter(settings.requests)  # apart: a player's key could equal somebody's address
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if settings.secure:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope = with_current_path(scope)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                cached = any(name.lower() == b"cache-control" for name, _ in headers)
                message = {**message, "headers": [*headers, *self._headers, *(() if cached else NO_STORE)]}
            for part in _slices(message):
                await send(part)

        try:
            self._check(ASGIConnection(scope))
        except Refused as problem:
            metrics.REFUSALS.inc()
            await refuse(scope, problem, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    def _check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        self._hosts.check(connection.scope["headers"])
        cost = cost_of(self._app, connection.scope.get("method"), connection.scope["path"])
        player = credential_key(connection)
        allowed = self._addresses.take(address(connection), cost)
        if not allowed or (player is not None and not self._players.take(player, cost)):
            raise TooMuch("Too many requests; wait a moment.")
        if connection.scope.get("method") not in SAFE_METHODS:  # sockets have no method
            check_origin(connection)


def _slices(message: Any) -> Iterator[Any]:
    """A message, or, if it has a long body, several with a part each: the server waits for the reader in between."""
    body = message.get("body", b"")
    if len(body) <= SLICE:
        yield message
        return
    more = message.get("more_body", False)
    for end in range(SLICE, len(body) + SLICE, SLICE):
        yield {**message, "body": body[end - SLICE : end], "more_body": more or end < len(body)}


async def refuse(scope: Any, problem: Refused, send: Any) -> None:
    """Answer a request, or a WebSocket handshake, with a refusal."""
    body = msgspec.json.encode(refusals.as_problem(problem.sentence))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
