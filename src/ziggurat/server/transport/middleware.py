"""Around everything: whose request it is, where it comes from, how many there are, and safe headers."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection

from ziggurat.core.sentence import sentence
from ziggurat.server import metrics, refusals
from ziggurat.server.accounts import identity, player_store, user_text
from ziggurat.server.protocol import Ahead, Attend, Look, Note, Past, Preview, Prospects, Say, Scope, Why
from ziggurat.server.refusals import NotAllowed, Refused, TooMuch
from ziggurat.server.settings import Settings
from ziggurat.server.transport.host_check import Hosts

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LOOKING = (Ahead, Attend, Look, Past, Preview, Prospects, Why)  # the messages that change nothing
WATCHES = sentence("That API token is for watching only.")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",  # a table's address is its key
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


NOT_KEPT = ((b"cache-control", b"no-store"),)  # by browsers and proxies: what is told is this reader's, and of now
KEY = 32  # characters of a cookie or a token by which its budget is found: the player's id, or enough of the token
COSTS = (  # of requests, in those that cost least; the first that fits counts
    ("POST", re.compile(r"/api/import"), 20),
    ("POST", re.compile(r"/api/(account|login|password|address|reset/password)"), 20),
    ("POST", re.compile(r"/api/(reset|push|vacation|address/confirm)"), 10),
    ("POST", re.compile(r"/api/(reports|peace/[a-z]*|passkeys/[a-z]*|me/delete)"), 10),
    ("GET", re.compile(r"/api/me/everything\.json"), 40),
    ("POST", re.compile(r"/api/tables/[^/]*/fork"), 10),
    ("POST", re.compile(r"/api/tables/[^/]*/review"), 4),
    ("POST", re.compile(r"/api/puzzles/.*"), 2),
    ("GET", re.compile(r"/api/tables/[^/]*/(replay.*|log.*)"), 4),
    ("GET", re.compile(r"/api/((me|bots/[^/]*)/statistics|people/[^/]*)"), 10),
    ("GET", re.compile(r"/api/feeds/[^/]*/turns\..*"), 10),  # a hundred tables may be looked at
    ("GET", re.compile(r"/api/(friends|leaderboard/[^/]*)"), 2),
    ("GET", re.compile(r"/api/(tables|games)/[^/]*/(picture|card|film)\..*"), 4),
    ("POST", re.compile(r"/api/tournaments"), 20),  # everybody may see it in the list
    ("POST", re.compile(r"/api/tournaments/[^/]*/(start|next)"), 10),  # a whole round is paired
    ("GET", re.compile(r"/api/tournaments/[^/]*"), 2),
    ("POST", re.compile(r"/api/tables(/[^/]*/(rematch|sit|leave))?"), 4),  # everybody in the lobby may be told
    ("POST", re.compile(r"/api/(analysis|analysis/text|analysis/log|studies)"), 10),  # strangers' texts are read
    ("POST", re.compile(r"/api/analysis/(position|setup|lines)"), 4),  # a line is played to its end
    ("PUT", re.compile(r"/api/studies/[^/]*"), 10),
    ("GET", re.compile(r"/api/studies/[^/]*"), 10),
    ("PATCH", re.compile(r"/api/me"), 10),  # everybody at every table of this player is
    (None, re.compile(r"/api/tables/[^/]*/live"), 4),  # a socket is opened with everything there is to tell
)


def cost_of(method: object, path: str) -> int:
    """What a request costs of its sender's budget: about as many as it keeps the server from answering."""
    asked = "GET" if method == "HEAD" else method  # as much is done for it
    return next((cost for kind, form, cost in COSTS if kind == asked and form.fullmatch(path)), 1)


class Bucket:
    """So many a second on average, and so many at once: five seconds' worth, if nothing else is said."""

    __slots__ = ("_at", "_burst", "_left", "rate")

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate = rate
        self._burst = self._left = 5 * rate if burst is None else burst
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether one more, or one that costs as much as several, is allowed now."""
        if not self.rate:
            return True
        moment = time.monotonic()
        self._left = min(self._burst, self._left + (moment - self._at) * self.rate)
        self._at = moment
        if self._left < min(cost, self._burst):
            return False
        self._left -= cost
        return True


class Buckets:
    """A bucket for each of the addresses last seen."""

    def __init__(self, rate: float, burst: float | None = None, kept: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._kept = kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """Whether this address, or player, may have one more."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)

    def forget(self, key: str) -> None:
        """Begin to count anew."""
        self._buckets.pop(key, None)


def host(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address somebody comes from."""
    return connection.client.host if connection.client else "nowhere"


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from, for counting."""
    return network(host(connection))


def network(host: str) -> str:
    """An address, or the /64 network of an IPv6 one: so many addresses (2**64) one household or server has."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64)) + ("" if found.ipv4_mapped else "/64")


def cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Our own cookie; all the others need not be taken apart, of which there may be thousands."""
    own = f"{identity.COOKIE}="
    sent = ";".join(connection.headers.getall("cookie", []))
    found = [part for part in map(str.strip, sent.split(";")) if part.startswith(own)]
    return found[-1].removeprefix(own) if found else None


def check_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse what another site's page makes a browser send. Programs send no Origin; browsers always do."""
    origin = connection.headers.get("origin")
    if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise NotAllowed("Requests from other sites are not accepted.")
    if origin is not None and _site(origin) != connection.headers.get("host"):
        raise NotAllowed("Requests from other sites are not accepted.")


def _site(origin: str) -> str:
    """Which host a page is of; none if it is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Visitor(NamedTuple):
    """Who is behind a request, and what shows it."""

    player: str | None = None  # nobody yet
    session: str = ""  # of the cookie
    token: str = ""  # the token's id
    scope: Scope = Scope.PLAY
    expires: int | None = None  # when the token does

    @property
    def credential(self) -> str:
        """What a socket was opened with: it is closed when that is worth nothing any more."""
        return self.token or self.session


async def visitor(connection: ASGIConnection[Any, Any, Any, Any], server: ServerProcess) -> Visitor:
    """Who is behind a request: by API token, else by cookie, else nobody."""
    authorization = connection.headers.get("authorization")
    if authorization is None:
        found = server.keys.read(cookie(connection))
        if found is None or not await server.read(player_store.is_signed_in, *found):
            return Visitor()
        return Visitor(found.player, session=found.id)
    kind, _, token = authorization.partition(" ")
    row = await server.read(player_store.find_token, identity.hash_token(token)) if kind.lower() == "bearer" else None
    if row is None:
        raise NotAllowed("That API token is not valid.")
    if row.expires <= time.time() * 1000:
        raise NotAllowed("That API token has expired; make another.")
    if row.scope == Scope.WATCH and connection.scope.get("method", "GET") not in SAFE_METHODS:
        raise NotAllowed(WATCHES)
    return Visitor(row.player, token=row.id, scope=Scope(row.scope), expires=row.expires)


async def who(connection: ASGIConnection[Any, Any, Any, Any], server: ServerProcess) -> str | None:
    """The player behind a request; None if nobody says."""
    return (await visitor(connection, server)).player


def check_message(scope: Scope, message: Any) -> None:
    """Refuse what a token is not good for, and texts that cannot be shown or stored."""
    if scope is Scope.WATCH and not isinstance(message, LOOKING):
        raise NotAllowed(WATCHES)
    if isinstance(message, Say):
        user_text.check_chat(message.text)
    elif isinstance(message, Note):
        user_text.check_text(message.text)


def check_cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse what only a person may do, in a browser: a token that leaks must not become an account."""
    if "authorization" in connection.headers:
        raise NotAllowed("An API token cannot do that; do it on the page.")


class Guard:
    """Stands before the application: limits on requests, no requests from other sites, safe headers on every answer."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._hosts = Hosts(settings)
        self._addresses = Buckets(settings.requests)
        self._players = Buckets(settings.requests)  # apart: what somebody calls themselves may be another's address
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if settings.secure:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                told = message.get("headers", ())
                kept = () if any(name.lower() == b"cache-control" for name, _ in told) else NOT_KEPT
                message = {**message, "headers": [*told, *self._headers, *kept]}
            await send(message)

        try:
            self._check(ASGIConnection(scope))
        except Refused as problem:
            metrics.REFUSALS.inc()
            await refuse(scope, problem, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    def _check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        self._hosts.check(connection.scope["headers"])
        cost = cost_of(connection.scope.get("method"), connection.scope["path"])
        player = connection.headers.get("authorization") or cookie(connection)
        allowed = self._addresses.take(address(connection), cost)
        if not allowed or (player is not None and not self._players.take(player[:KEY], cost)):
            raise TooMuch("Too many requests; wait a moment.")
        if connection.scope.get("method") not in SAFE_METHODS:  # sockets have no method
            check_origin(connection)


async def refuse(scope: Any, problem: Refused, send: Any) -> None:
    """Answer a request, or a socket that has not been let in, with a refusal."""
    body = msgspec.json.encode(refusals.as_problem(problem.sentence))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
