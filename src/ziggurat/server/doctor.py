"""`ziggurat doctor`: looks at a host, and says in one line for each subject what is right or wrong."""

from __future__ import annotations

import asyncio
import ctypes
import shutil
import smtplib
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from sqlalchemy import Connection, Engine, make_url, select
from sqlalchemy.exc import SQLAlchemyError

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.server import extras
from ziggurat.server.accounts import email_addresses
from ziggurat.server.notifications.delivery import DeliveryOutcome
from ziggurat.server.notifications.mail import Mailer
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.clock import now
from ziggurat.server.settings import Settings
from ziggurat.server.storage import backup_rotation, database, schema

LITTLE_SPACE = 1_000_000_000  # bytes
WRONG_CLOCK = 60.0  # seconds
RUN_NTP = "Run a time service, such as systemd-timesyncd."
UNSYNCHRONIZED = 5  # what Linux says of a clock that no time service has set (TIME_ERROR, adjtimex(2))
TIMEOUT = 10.0  # seconds for an answer
OK, WARNING, WRONG = "ok", "warning", "wrong"
WANTED_HEADERS = ("strict-transport-security", "content-security-policy", "x-content-type-options")


class Finding(NamedTuple):
    """What was found about one subject."""

    subject: str
    state: str  # ok, warning or wrong
    text: str


def examine(settings: Settings, mail: str = "") -> Iterator[Finding]:
    """Look at everything; with an address in `mail`, send an e-mail there."""
    yield _versions()
    yield _settings(settings)
    engine = _connect(settings)
    clocks: list[OtherClock] = []
    stored = _database(settings, engine, clocks)
    yield stored
    yield from _disk(settings)
    outside = list(_public_address(settings, clocks))
    yield from outside[:1]
    yield _clock(clocks)
    yield from outside[1:]
    yield _mail(settings, mail)
    if isinstance(engine, Engine):
        if stored.state == OK:  # otherwise reading would create an SQLite file
            yield _push_keys(settings, engine)
            yield _backups(settings, engine)
        engine.dispose()


def _versions() -> Finding:
    python = ".".join(map(str, sys.version_info[:3]))
    return Finding("version", OK, f"Ziggurat {ziggurat.__version__}, Python {python}.")


def _settings(settings: Settings) -> Finding:
    try:
        settings.check()
    except ZigguratError as problem:
        return Finding("settings", WRONG, str(problem))
    return Finding("settings", OK, "They are known and do not contradict each other.")


# ------------------------------------------------------------------------------------------------------ on this machine


def _connect(settings: Settings) -> Engine | ZigguratError:
    try:
        return database.connect(settings.database, create_folder=False)
    except ZigguratError as problem:
        return problem


def _database(settings: Settings, engine: Engine | ZigguratError, clocks: list[OtherClock]) -> Finding:
    if isinstance(engine, ZigguratError):
        return Finding("database", WRONG, str(engine))
    try:
        database.check(engine)
        with engine.connect() as connection:
            seen = connection.execute(select(schema.service.c.seen)).scalar_one()
            if _is_remote(engine):
                theirs = connection.exec_driver_sql("SELECT extract(epoch FROM now())").scalar_one()
                clocks.append(OtherClock(float(theirs), "the database"))
    except ZigguratError as problem:
        return Finding("database", WRONG, str(problem))
    except SQLAlchemyError as problem:
        return Finding("database", WRONG, f"It cannot be read: {database.reason(problem)}.")
    clocks.append(OtherClock(seen / 1000, "", is_past=True))
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    return Finding("database", OK, f"{kind}, schema {database.revision(engine)[0]}; {_running(seen)}.")


def _is_remote(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def _running(seen: int) -> str:
    seconds = abs(now() - seen) // 1000
    return "a server is running" if seconds < 30 else f"no server has run since {_moment(seen)}"


def _disk(settings: Settings) -> Iterator[Finding]:
    if not settings.is_sqlite:
        return
    file = Path(str(make_url(settings.database).database))
    try:
        free = shutil.disk_usage(file.parent).free
    except OSError as problem:
        yield Finding("disk", WRONG, f"{file.parent} cannot be read: {problem.strerror}.")
        return
    size = file.stat().st_size if file.exists() else 0
    needed = max(LITTLE_SPACE, 3 * size)  # a backup is checked in two copies
    text = f"{_size(free)} free in {file.parent}, the database has {_size(size)}."
    yield Finding("disk", OK if free >= needed else WARNING, text if free >= needed else f"{text} A backup needs more.")


def _push_keys(settings: Settings, engine: Engine) -> Finding:
    if not settings.push:
        return Finding("push", OK, "Push notifications are off.")
    if not extras.has("Push notifications"):
        return Finding("push", WARNING, "Push notifications need more libraries: install ziggurat[host].")
    there = _read(engine, lambda connection: connection.execute(select(schema.push_keys.c.id)).first())
    return Finding("push", OK, "The key is stored." if there else "The key is made when the first device asks for it.")


def _backups(settings: Settings, engine: Engine) -> Finding:
    last = _read(engine, backup_rotation.last_backup)
    first = _read(engine, backup_rotation.first_arrival)
    warning = backup_rotation.backup_warning(last, first, settings.backup_hours)
    if warning:
        return Finding("backup", WARNING, warning)
    return Finding(
        "backup", OK, f"The last good backup is from {_moment(last)}." if last else "There is nothing to save yet."
    )


def _read(engine: Engine, work: Callable[[Connection], object]) -> int | None:
    try:
        with engine.connect() as connection:
            value = work(connection)
            return value if isinstance(value, int) else (1 if value else None)
    except SQLAlchemyError:
        return None


# ------------------------------------------------------------------------------------------------------------ the clock


class OtherClock(NamedTuple):
    """A time to compare ours with, in seconds since 1970."""

    shows: float
    whose: str
    is_past: bool = False  # what our own clock showed earlier


def _clock(clocks: list[OtherClock]) -> Finding:
    """Compare; the proxy is often on this machine, so it also matters whether anything keeps the clock right."""
    for other in clocks:
        ahead = now() / 1000 - other.shows
        if other.is_past and -ahead > WRONG_CLOCK:
            return Finding("clock", WRONG, f"It is {-ahead / 60:.0f} minutes behind what it was. {RUN_NTP}")
        if not other.is_past and abs(ahead) > WRONG_CLOCK:
            return Finding(
                "clock", WRONG, f"It differs by {abs(ahead) / 60:.0f} minutes from that of {other.whose}. {RUN_NTP}"
            )
    agreeing = " and ".join(other.whose for other in clocks if other.whose)
    text = f"It agrees with that of {agreeing}." if agreeing else f"It shows {_moment(now())}."
    if not _is_kept_right():
        return Finding("clock", WARNING, f"{text} But nothing keeps it right. {RUN_NTP}")
    return Finding("clock", OK, text)


def _is_kept_right() -> bool:
    """Whether a time service keeps the machine's clock right, as far as the system says (Linux does)."""
    if sys.platform != "linux":
        return True
    buffer = ctypes.create_string_buffer(512)  # struct timex, all zero: nothing is changed
    return bool(ctypes.CDLL(None).adjtimex(buffer) != UNSYNCHRONIZED)


# ----------------------------------------------------------------------------------------------------- from the outside


def _public_address(settings: Settings, clocks: list[OtherClock]) -> Iterator[Finding]:
    """The server as people reach it: through the proxy, over TLS."""
    if not settings.site:
        yield Finding("address", WARNING, "ZIGGURAT_SITE is not set, so the public address cannot be tried.")
        return
    try:
        with urlopen(Request(f"{settings.site}/healthz"), timeout=TIMEOUT) as answer:  # noqa: S310 - https, or our test
            body, headers = answer.read(200), answer.headers
    except HTTPError as problem:
        explanation = problem.read(300).decode("utf-8", "replace").strip()
        yield Finding("address", WRONG, f"{settings.site} answers with status {problem.code}: {explanation}")
        return
    except (URLError, OSError, ValueError) as problem:
        why = getattr(problem, "reason", None) or problem
        yield Finding("address", WRONG, f"{settings.site} cannot be reached: {why}.")
        return
    if not body.startswith(b"ok"):
        yield Finding("address", WRONG, f"{settings.site} is answered by something else than Ziggurat.")
        return
    yield Finding("address", OK, f"{settings.site} is answered by Ziggurat.")
    if headers.get("date"):
        clocks.append(OtherClock(parsedate_to_datetime(headers["date"]).timestamp(), settings.site))
    yield _tls(settings, headers)
    yield _websockets(settings)


def _tls(settings: Settings, headers: object) -> Finding:
    if not settings.site.startswith("https:"):
        return Finding("tls", WARNING, "The public address is not HTTPS: passwords can be read on the way.")
    names = {str(name).lower() for name in getattr(headers, "keys", list)()}
    missing = [name for name in WANTED_HEADERS if name not in names]
    if missing == ["strict-transport-security"]:
        return Finding("tls", WARNING, "The certificate is good, but ZIGGURAT_SECURE is no: set it to yes.")
    if missing:
        return Finding("tls", WRONG, f"The proxy removes headers that protect players: {', '.join(missing)}.")
    return Finding("tls", OK, f"The certificate is valid until {_expiry(settings.site)}, and all headers arrive.")


def _expiry(site: str) -> str:
    address = urlsplit(site)
    host = address.hostname or ""
    with (
        socket.create_connection((host, address.port or 443), timeout=TIMEOUT) as plain,
        ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
    ):
        until = str((secure.getpeercert() or {}).get("notAfter", ""))
    return f"{datetime.fromtimestamp(ssl.cert_time_to_seconds(until), UTC):%Y-%m-%d}"


def _websockets(settings: Settings) -> Finding:
    """Whether a WebSocket gets through the proxy."""
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import connect

    address = settings.site.replace("http", "ws", 1) + "/api/lobby/live"
    try:
        with connect(address, open_timeout=TIMEOUT, close_timeout=1):
            return Finding("websockets", OK, "They get through.")
    except InvalidStatus as problem:
        status = problem.response.status_code
        if status == 403 and settings.guests == "none" and b"members" in (problem.response.body or b"members"):
            return Finding("websockets", OK, "They get through; this one was refused, because guests are not let in.")
        return Finding(
            "websockets", WRONG, f"The proxy does not pass them on (status {status}): nobody sees others' moves."
        )
    except (WebSocketException, OSError, EOFError) as problem:
        return Finding("websockets", WRONG, f"They do not get through: {problem or type(problem).__name__}.")


# --------------------------------------------------------------------------------------------------------------- e-mail


def _mail(settings: Settings, to: str) -> Finding:
    if not settings.smtp_host:
        return Finding("mail", WRONG if to else OK, "No mail server is set, so no e-mail is sent.")
    if not to:
        return _greet(settings)
    content = {"subject": "Ziggurat can send e-mail", "text": f"This is a test of {settings.site}.\n"}
    email = (machine.token_hex(16), email_addresses.read(to), {**content, "language": "en", "at": now()})
    with ThreadPoolExecutor(1) as thread:  # whatever event loop runs in this one
        mailer = Mailer(settings, TIMEOUT * 3)
        (outcome,) = thread.submit(asyncio.run, mailer.send([email])).result()
    if outcome is DeliveryOutcome.SENT:
        return Finding("mail", OK, f"{settings.smtp_host} has taken an e-mail to {to}.")
    verb = "refuses" if outcome is DeliveryOutcome.GONE else "does not take"
    return Finding("mail", WRONG, f"{settings.smtp_host} {verb} an e-mail to {to}: {mailer.refusal.rstrip('. ')}.")


def _greet(settings: Settings) -> Finding:
    """Connect to the mail server, without sending anything."""
    kind = smtplib.SMTP_SSL if settings.smtp_security == "tls" else smtplib.SMTP
    try:
        with kind(settings.smtp_host, settings.smtp_port, timeout=TIMEOUT) as client:
            client.noop()
    except (OSError, smtplib.SMTPException) as problem:
        return Finding("mail", WRONG, f"{settings.smtp_host} does not answer: {problem}.")
    return Finding("mail", OK, f"{settings.smtp_host} answers; --mail you@example.org sends an e-mail.")


def _size(count: float) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
