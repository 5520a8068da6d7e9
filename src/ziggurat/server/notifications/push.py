"""Web push: the key by which push services know this server, and how a notice is given to one.

A subscription's endpoint is an address that somebody's browser, or a hostile hand, has told us: it is asked for over
HTTPS alone, at addresses outside of this machine's own network alone (checked where the connection is made, so that a
name cannot lead elsewhere the second time), without following it anywhere, and not for long. What it answers is not
read. RFC 8030, 8188, 8291, 8292.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import logging
import re
import socket
import time
from collections import OrderedDict
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from ziggurat.server.notifications.delivery import Outcome
from ziggurat.server.refusals import BadText
from ziggurat.server.storage import database, schema

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.push")
PATIENCE = 15.0  # seconds in which a push service has to answer
REMEMBERED = 10_000  # subscriptions whose push service kept us waiting
LIVES = 86_400  # seconds for which a push service keeps a notice for a device that is off
SIGNED = 12 * 3600  # seconds for which a push service takes our word
LONGEST = 1000  # characters of an endpoint
GONE = (404, 410)  # nobody is subscribed there any more
SLOWLY = (408, 425, 429)  # later; other answers from 400 to 499 are final


def check_endpoint(endpoint: str, *, local: bool) -> None:
    """Refuse what is no push service's address."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    clean = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    known = parts.scheme == "https" and port in (None, 443) and "." in (parts.hostname or "")
    if not clean or parts.username or not parts.hostname or not (known or (local and parts.scheme == "http")):
        raise BadText("That is no address of a push service.")
    if not local and _is_number(parts.hostname):
        raise BadText("That is no address of a push service.")


def _is_number(host: str) -> bool:
    """Whether it is no name: the HTTP client goes to a number, with a dot behind it too, without asking `_resolver`."""
    plain = host.strip("[]").rstrip(".")
    try:
        ipaddress.ip_address(plain)
    except ValueError:
        return plain.rpartition(".")[2].isdigit()
    return True


def is_public(address: str) -> bool:
    """Whether an address is out in the world, and not in this machine's own network."""
    found: Any = ipaddress.ip_address(address.partition("%")[0])
    inside = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    if inside is not None:
        found = inside
    if found in _NAT64:
        found = ipaddress.ip_address(int(found) & 0xFFFFFFFF)
    inner = found.is_multicast or found.is_reserved or getattr(found, "is_site_local", False)
    return bool(found.is_global and not inner)


_PLAIN_SITE = re.compile(r"https://[\w-]+\.[\w.-]*[\w-]")  # what `py_vapid` takes for an address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def public_key(connection: Connection) -> str | None:
    """The key by which browsers subscribe, if there is one yet."""
    private = connection.execute(select(schema.push_keys.c.private)).scalar_one_or_none()
    return None if private is None else _public(private)


def make_key(connection: Connection) -> str:
    """Make the server's key, if there is none; the public half of it comes back. Of two processes one makes it."""
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    row = {"id": 1, "private": made.private_pem().decode()}
    connection.execute(database.upsert(connection, schema.push_keys).values(row).on_conflict_do_nothing())
    return _public(connection.execute(select(schema.push_keys.c.private)).scalar_one())


def _public(private: str) -> str:
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    key = Vapid02.from_pem(private.encode()).public_key
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class Pusher:
    """Gives notices to push services.

    One that keeps us waiting is not gone to again for a while: else somebody who has themselves told there, turn after
    turn, would hold everybody's notices up.
    """

    def __init__(self, server: ServerProcess, patience: float = PATIENCE) -> None:
        self._server = server
        self._patience = patience
        self._session: Any = None
        self._slow: OrderedDict[str, float] = OrderedDict()  # by subscription: until when it is let alone

    async def close(self) -> None:
        """Give no more."""
        if self._session is not None:
            await self._session.close()

    async def send(self, subscription: str, content: str) -> Outcome:
        """Push a notice to a subscription; what became of it."""
        if self._slow.get(subscription, 0.0) > time.monotonic():
            return Outcome.LATER
        row, private = await self._server.read(_load, subscription)
        if row is None or private is None:
            return Outcome.GONE
        try:
            check_endpoint(row.endpoint, local=self._server.settings.push_local)
            body, headers = await asyncio.to_thread(self._seal, row, private, content)
        except Exception as problem:  # noqa: BLE001 - keys that somebody made up
            log.info("a subscription cannot be used: %s", type(problem).__name__)
            return Outcome.ENDED
        began = time.monotonic()
        outcome = await self._post(row.endpoint, body, headers)
        if outcome is Outcome.LATER and time.monotonic() - began >= self._patience:
            self._let_alone(subscription)
        return outcome

    def _let_alone(self, subscription: str) -> None:
        self._slow[subscription] = time.monotonic() + 10 * self._server.settings.outbox_seconds
        self._slow.move_to_end(subscription)
        if len(self._slow) > REMEMBERED:
            self._slow.popitem(last=False)

    def _seal(self, row: Any, private: str, content: str) -> tuple[bytes, dict[str, str]]:
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        parts = urlsplit(row.endpoint)
        keys = {"p256dh": row.p256dh, "auth": row.auth}
        body = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(content.encode())["body"]
        claims = {"sub": self._contact(), "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED}
        signed = Vapid02.from_pem(private.encode()).sign(claims)
        told = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        return body, {**signed, **told, "TTL": str(LIVES), "Urgency": "normal"}

    def _contact(self) -> str:
        """Whom a push service can write to about this server."""
        settings = self._server.settings
        sender = parseaddr(settings.mail_from)[1]
        if not sender and _PLAIN_SITE.fullmatch(settings.site):
            return settings.site
        return f"mailto:{sender or 'nobody@localhost'}"

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> Outcome:
        import aiohttp

        session = self._open()
        try:
            async with session.post(endpoint, data=body, headers=headers, allow_redirects=False) as answer:
                status = int(answer.status)
        except Inside:
            return Outcome.ENDED
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as problem:
            if isinstance(getattr(problem, "os_error", None), Inside):
                return Outcome.ENDED
            return Outcome.LATER
        if 200 <= status < 300:
            return Outcome.SENT
        if status in GONE or 300 <= status < 400:
            return Outcome.ENDED
        return Outcome.LATER if status in SLOWLY or status >= 500 else Outcome.GONE

    def _open(self) -> Any:
        if self._session is None:
            import aiohttp

            connector = aiohttp.TCPConnector(
                resolver=_resolver(local=self._server.settings.push_local), use_dns_cache=False, limit=20
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=self._patience),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                max_line_size=8190,
                max_field_size=8190,
                trust_env=False,
            )
        return self._session


class Inside(OSError):
    """A name that leads into this machine's own network."""


def _resolver(*, local: bool) -> Any:
    from aiohttp.abc import AbstractResolver

    class Outside(AbstractResolver):
        """Finds addresses, and gives none of which one is inside."""

        async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> Any:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=socket.AF_UNSPEC)
            addresses = [(kind, where[0]) for kind, _, _, _, where in found]
            if not local and not all(is_public(str(address)) for _, address in addresses):
                raise Inside("that name is not for us")
            usual = {"proto": 0, "flags": socket.AI_NUMERICHOST, "hostname": host, "port": port}
            return [{**usual, "host": str(address), "family": kind} for kind, address in addresses]

        async def close(self) -> None:
            """Nothing is held."""

    return Outside()


def _load(connection: Connection, subscription: str) -> tuple[Any, str | None]:
    table = schema.subscriptions
    row = connection.execute(select(table).where(table.c.id == subscription)).first()
    return row, connection.execute(select(schema.push_keys.c.private)).scalar_one_or_none()
