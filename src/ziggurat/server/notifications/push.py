"""Web Push: this server's key pair, and delivery of notifications to push services (RFC 8030, 8188, 8291, 8292).

A subscription's endpoint is a URL that a client chose, so it may be hostile (server-side request forgery). It is only
requested over HTTPS, at public addresses (checked when connecting, so that DNS cannot change in between), without
redirects, with a short timeout, and the body of its answer is not read.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import logging
import re
import socket
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from email.utils import parseaddr
from typing import Any, Protocol
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from ziggurat.server.notifications.delivery import DeliveryOutcome
from ziggurat.server.refusals import BadText
from ziggurat.server.runtime import clock
from ziggurat.server.runtime.services import HasSettings, Reads
from ziggurat.server.storage import database, schema

log = logging.getLogger("ziggurat.push")
TIMEOUT = 15.0  # seconds
MOST_BACKED_OFF = 10_000  # subscriptions
MAX_PER_SITE, MAX_PER_PLAYER = 20, 4  # requests at the same time
MAX_WAIT = 5.0  # seconds that a notification waits for those limits before it is put off
TTL = 86_400  # seconds for which a push service keeps a notification for a device that is off
SIGNED_FOR = 12 * 3600  # seconds for which a VAPID signature is valid
LONGEST_ENDPOINT = 1000  # characters
UNSUBSCRIBED = (404, 410)
TEMPORARY = (408, 425, 429)  # other codes from 400 to 499 are permanent failures


def check_endpoint(endpoint: str, *, local: bool) -> None:
    """Refuse a URL that cannot be a push service's; `local` allows plain HTTP and IP addresses, for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    clean = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST_ENDPOINT
    https = parts.scheme == "https" and port in (None, 443) and "." in (parts.hostname or "")
    allowed = https or (local and parts.scheme == "http")
    if not clean or parts.username or not parts.hostname or not allowed or (not local and _is_ip(parts.hostname)):
        raise BadText("That is not the address of a push service.")


def _is_ip(host: str) -> bool:
    """Whether a host is an IP address, also with a dot at its end. Such hosts would bypass `PublicResolver`."""
    plain = host.strip("[]").rstrip(".")
    try:
        ipaddress.ip_address(plain)
    except ValueError:
        return plain.rpartition(".")[2].isdigit()
    return True


def site_of(endpoint: str) -> str:
    """The site that requests are limited by: one owner can have any number of host names below a domain."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    return parts.netloc if _is_ip(host) else ".".join(host.rstrip(".").split(".")[-2:])


class Limits:
    """Limits how many requests with the same key run at the same time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._semaphores: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()  # running and waiting, by key

    @asynccontextmanager
    async def slot(self, key: str) -> AsyncIterator[None]:
        """Wait until a request with this key may run."""
        self._users[key] += 1
        try:
            async with self._semaphores.setdefault(key, asyncio.Semaphore(self._limit)):
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._semaphores[key]


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet, and not in this machine's own network."""
    ip: Any = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or ip
    if ip in _NAT64:
        ip = ipaddress.ip_address(int(ip) & 0xFFFFFFFF)
    special = ip.is_multicast or ip.is_reserved or getattr(ip, "is_site_local", False)
    return bool(ip.is_global and not special)


_PLAIN_SITE = re.compile(r"https://[\w-]+\.[\w.-]*[\w-]")  # the URLs that `py_vapid` accepts as a contact
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def public_key(connection: Connection) -> str | None:
    """The public key that browsers subscribe with; None before it was made."""
    private = connection.execute(select(schema.push_keys.c.private)).scalar_one_or_none()
    return None if private is None else _public(private)


def make_key(connection: Connection) -> str:
    """Make the server's key pair if there is none. Returns the public key, the same in every process."""
    from py_vapid import Vapid02

    pair = Vapid02()
    pair.generate_keys()
    row = {"id": 1, "private": pair.private_pem().decode()}
    connection.execute(database.upsert(connection, schema.push_keys).values(row).on_conflict_do_nothing())
    return _public(connection.execute(select(schema.push_keys.c.private)).scalar_one())


def _public(private: str) -> str:
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    key = Vapid02.from_pem(private.encode()).public_key
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class PushServer(HasSettings, Reads, Protocol):
    """What push notifications use of the server process."""


class Pusher:
    """Sends notifications to push services.

    A push service that times out is backed off, and requests are limited by site and by player: otherwise hostile
    subscriptions could delay everybody's.
    """

    def __init__(self, server: PushServer, timeout: float = TIMEOUT) -> None:
        self._server = server
        self._timeout = timeout
        self._session: Any = None
        self._backed_off: OrderedDict[str, float] = OrderedDict()  # until when, by subscription
        self._sites, self._players = Limits(MAX_PER_SITE), Limits(MAX_PER_PLAYER)

    async def close(self) -> None:
        """Close the HTTP session."""
        if self._session is not None:
            await self._session.close()

    async def send(self, subscription: str, content: str) -> DeliveryOutcome:
        """Send a notification to a subscription."""
        if self._is_backed_off(subscription):
            return DeliveryOutcome.LATER
        row, private = await self._server.read(_load, subscription)
        if row is None or private is None:
            return DeliveryOutcome.GONE
        async with AsyncExitStack() as slots:
            try:
                async with asyncio.timeout(MAX_WAIT):
                    await slots.enter_async_context(self._players.slot(row.player))
                    await slots.enter_async_context(self._sites.slot(site_of(row.endpoint)))
            except TimeoutError:
                return DeliveryOutcome.BUSY
            return await self._send_now(row, private, content)

    async def _send_now(self, row: Any, private: str, content: str) -> DeliveryOutcome:
        if self._is_backed_off(row.id):  # by another notification, while this one waited
            return DeliveryOutcome.LATER
        try:
            check_endpoint(row.endpoint, local=self._server.settings.push_local)
            body, headers = await asyncio.to_thread(self._encrypt, row, private, content)
        except Exception as problem:  # noqa: BLE001 - its keys may be made up
            log.info("a push subscription cannot be used: %s", type(problem).__name__)
            return DeliveryOutcome.ENDED
        began = clock.monotonic()
        outcome = await self._post(row.endpoint, body, headers)
        if outcome is DeliveryOutcome.LATER and clock.monotonic() - began >= self._timeout:
            self._back_off(row.id)
        return outcome

    def _is_backed_off(self, subscription: str) -> bool:
        return self._backed_off.get(subscription, 0.0) > clock.monotonic()

    def _back_off(self, subscription: str) -> None:
        self._backed_off[subscription] = clock.monotonic() + 10 * self._server.settings.outbox_seconds
        self._backed_off.move_to_end(subscription)
        if len(self._backed_off) > MOST_BACKED_OFF:
            self._backed_off.popitem(last=False)

    def _encrypt(self, row: Any, private: str, content: str) -> tuple[bytes, dict[str, str]]:
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        parts = urlsplit(row.endpoint)
        keys = {"p256dh": row.p256dh, "auth": row.auth}
        body = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(content.encode())["body"]
        expires = clock.now() // 1000 + SIGNED_FOR
        claims = {"sub": self._contact(), "aud": f"{parts.scheme}://{parts.netloc}", "exp": expires}
        signature = Vapid02.from_pem(private.encode()).sign(claims)
        encoding = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
        return body, {**signature, **encoding, "TTL": str(TTL), "Urgency": "normal"}

    def _contact(self) -> str:
        """Where a push service can contact whoever runs this server."""
        settings = self._server.settings
        sender = parseaddr(settings.mail_from)[1]
        if not sender and _PLAIN_SITE.fullmatch(settings.site):
            return settings.site
        return f"mailto:{sender or 'nobody@localhost'}"

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> DeliveryOutcome:
        import aiohttp

        session = self._open_session()
        try:
            async with session.post(endpoint, data=body, headers=headers, allow_redirects=False) as answer:
                status = int(answer.status)
        except PrivateAddress:
            return DeliveryOutcome.ENDED
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as problem:
            if isinstance(getattr(problem, "os_error", None), PrivateAddress):
                return DeliveryOutcome.ENDED
            return DeliveryOutcome.LATER
        if 200 <= status < 300:
            return DeliveryOutcome.SENT
        if status in UNSUBSCRIBED or 300 <= status < 400:
            return DeliveryOutcome.ENDED
        return DeliveryOutcome.LATER if status in TEMPORARY or status >= 500 else DeliveryOutcome.GONE

    def _open_session(self) -> Any:
        if self._session is None:
            import aiohttp

            connector = aiohttp.TCPConnector(
                resolver=_resolver(local=self._server.settings.push_local), use_dns_cache=False, limit=0
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=self._timeout),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                max_line_size=8190,
                max_field_size=8190,
                trust_env=False,
            )
        return self._session


class PrivateAddress(OSError):
    """A host name resolves to an address in this machine's own network."""


def _resolver(*, local: bool) -> Any:
    from aiohttp.abc import AbstractResolver

    class PublicResolver(AbstractResolver):
        """Resolves host names; refuses those with an address that is not public."""

        async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> Any:
            loop = asyncio.get_running_loop()
            resolved = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=socket.AF_UNSPEC)
            addresses = [(kind, sockaddr[0]) for kind, _, _, _, sockaddr in resolved]
            if not local and not all(is_public(str(address)) for _, address in addresses):
                raise PrivateAddress("the host name resolves to an address that is not public")
            common = {"proto": 0, "flags": socket.AI_NUMERICHOST, "hostname": host, "port": port}
            return [{**common, "host": str(address), "family": kind} for kind, address in addresses]

        async def close(self) -> None:
            """Nothing to close."""

    return PublicResolver()


def _load(connection: Connection, subscription: str) -> tuple[Any, str | None]:
    table = schema.subscriptions
    row = connection.execute(select(table).where(table.c.id == subscription)).first()
    return row, connection.execute(select(schema.push_keys.c.private)).scalar_one_or_none()
