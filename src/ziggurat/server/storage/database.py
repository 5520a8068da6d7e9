"""Opens the database and brings its schema up to date."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.server import extras
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema, upgrade

if TYPE_CHECKING:
    import psycopg

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("ziggurat.database")
PRIVATE = 0o600  # the file holds password hashes, the cookie key and everybody's cards
SIDE_FILES = ("-wal", "-shm", "-journal", ".lock", ".part")  # files next to an SQLite file
IDLE = 10  # seconds; a transaction idle for longer belongs to a process that was suspended
FULL_CHECK, QUICK_CHECK = 2**24, 2**30  # bytes of an SQLite file up to which it is checked at the start: 2 and 8 s
PATIENCE = 5  # seconds to connect to a database server
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = [MIGRATIONS / "versions"]  # tests add a folder with a migration of their own
HEADER = b"SQLite format 3\0"
DOWNTIME = select(schema.service.c.downtime)
FIRST_REVISION = "0024"
# Connections to a machine that vanished from the network end after this time.
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}


class BadDatabase(ZigguratError):
    """The database cannot be used as it is."""


def reason(problem: SQLAlchemyError) -> str:
    """The first line of a database error, without the statement and its values."""
    return (str(getattr(problem, "orig", None) or problem).splitlines() or [type(problem).__name__])[0]


def connect(url: str, *, create_folder: bool = True) -> Engine:
    """An engine for an SQLite file or a PostgreSQL database.

    With `create_folder`, a missing folder of the file is created, but not the folders above it: a mistyped path is
    refused.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        shown = repr(url) if "@" not in url else "This"  # it may contain a password
        raise BadOption(
            f"{shown} is not a database address. Examples: sqlite:///ziggurat.db, postgresql://user@host/name."
        ) from None
    if parsed.get_backend_name() == "postgresql":
        extras.require("PostgreSQL")
        parsed = parsed.set(drivername="postgresql+psycopg")
        options: dict[str, Any] = {"connect_timeout": PATIENCE, **KEEPALIVE}
        # Failed statements are logged without their values, which are private.
        return create_engine(parsed, hide_parameters=True, pool_pre_ping=True, pool_size=5, connect_args=options)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadOption(f"The database must be an SQLite file or PostgreSQL, not {parsed.render_as_string()}.")
    if create_folder and not parsed.database.startswith("file:"):  # a URI, which says more than a path
        _create_folder(Path(parsed.database))
    engine = create_engine(parsed, connect_args={"timeout": 30}, hide_parameters=True)
    event.listen(engine, "do_connect", lambda *_: _make_private(parsed.database))
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _create_folder(file: Path) -> None:
    folder = file.parent
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise BadOption(f"{file} cannot be created: there is no folder {folder.parent.absolute()}.") from None
    except OSError as problem:
        raise BadOption(f"{file} cannot be created: {problem.strerror}.") from problem


def check_system(url: str) -> None:
    """Refuse to serve PostgreSQL on Windows, whose event loop supports either its driver or child processes."""
    if sys.platform == "win32" and make_url(url).get_backend_name() == "postgresql":
        raise BadOption("On Windows, Ziggurat serves SQLite files only; PostgreSQL needs a server on Linux or macOS.")


def dsn(engine: Engine) -> str:
    """The address of a PostgreSQL database, as libpq expects it."""
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


async def open_async_connection(dsn: str) -> psycopg.AsyncConnection[Any]:
    """A PostgreSQL connection outside the pool, for long-lived uses: a lock, LISTEN, a queue."""
    import psycopg

    return await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=PATIENCE, **KEEPALIVE)


async def notifications(connection: psycopg.AsyncConnection[Any]) -> AsyncGenerator[psycopg.Notify]:
    """What is sent to the channels a connection listens on, until it ends with psycopg's `OperationalError`.

    psycopg's own generator wakes up ten times a second, which costs an idle process more than all else it does.
    """
    import psycopg

    async for notification in connection.notifies(timeout=0):  # what came with the answers to earlier statements
        yield notification
    loop, readable, number = asyncio.get_running_loop(), asyncio.Event(), connection.fileno()
    loop.add_reader(number, readable.set)
    try:
        while True:
            await readable.wait()
            readable.clear()
            connection.pgconn.consume_input()
            while (received := connection.pgconn.notifies()) is not None:
                yield psycopg.Notify(received.relname.decode(), received.extra.decode(), received.be_pid)
    finally:
        loop.remove_reader(number)


def limit_idle_transactions(engine: Engine) -> None:
    """Let PostgreSQL end transactions that are idle for too long, so that their locks are released.

    A suspended server process would otherwise block all writers. Backups do not use this: they read in one long
    transaction.
    """

    def limit(connection: Any, _: Any) -> None:
        connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}s'")
        connection.commit()

    if engine.dialect.name == "postgresql":
        event.listen(engine, "connect", limit)


def begin_snapshot(connection: Connection) -> None:
    """Make everything this connection reads from now on consistent: one read-only snapshot."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    else:
        connection.exec_driver_sql("BEGIN")


def _make_private(path: str | None) -> None:
    """Create a new SQLite file with private permissions; SQLite's side files get the same mode."""
    if path and not path.startswith("file:") and not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))


def restrict_permissions(url: str) -> None:
    """Remove the permissions of other users on an SQLite file and the files next to it."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or os.name == "nt":  # Windows has no such modes
        return
    for path in (parsed.database, *(parsed.database + suffix for suffix in SIDE_FILES)):
        try:
            mode = stat.S_IMODE(os.stat(path).st_mode)
            if mode & 0o077:
                os.chmod(path, mode & ~0o077)
                log.warning("%s was readable by other users (mode %o); changed to private", path, mode)
        except FileNotFoundError:
            continue
        except OSError as problem:
            log.warning("%s is readable by other users and cannot be changed: %s", path, problem.strerror)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """WAL: readers do not wait for the writer. FULL: a commit is on the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, VERSIONS)))
    config.attributes["connection"] = connection
    config.attributes["target_metadata"] = schema.metadata
    return config


def check_header(path: Path) -> None:
    """Refuse a file that is not an SQLite database; SQLite itself takes a short one for new, and overwrites it."""
    try:
        with path.open("rb") as file:
            header = file.read(len(HEADER))
    except OSError:  # a new database, or one that SQLite will refuse with the reason
        return
    if header not in (b"", HEADER):
        raise BadDatabase(f"{path} is not an SQLite database.")


def revision(engine: Engine, name: str = "The database") -> tuple[str | None, str | None]:
    """The schema revision of the database, and the one this program needs.

    Raises BadDatabase if the revision is unknown or the database cannot be opened.
    """
    if engine.dialect.name == "sqlite":
        check_header(Path(str(engine.url.database)))
    scripts = ScriptDirectory.from_config(alembic_config())
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
    except SQLAlchemyError as problem:
        raise BadDatabase(f"{name} cannot be opened: {reason(problem)}.") from problem
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        if current < FIRST_REVISION:
            raise BadDatabase(
                f"{name} has schema {current}, made by an unreleased version before {FIRST_REVISION}; it cannot "
                "be upgraded."
            )
        raise BadDatabase(f"{name} has schema {current}, made by a newer version of Ziggurat.")
    return current, scripts.get_current_head()


def migrate(engine: Engine, *, repair: bool = False) -> None:
    """Bring the schema up to date, completely or not at all; if several servers start at once, one does the work.

    An SQLite file is backed up first, next to it. `repair` has no effect: an interrupted migration changes nothing.
    """
    current, needed = revision(engine)
    if engine.dialect.name == "sqlite":
        upgrade.back_up(engine, current, needed)
    with upgrade.transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7203941)")
        command.upgrade(alembic_config(connection), "head")
        if connection.execute(select(schema.service.c.id)).first() is None:
            row = {"id": 1, "seen": now(), "downtime": 0, "secret": machine.token_hex(32)}
            connection.execute(insert(schema.service).values(row))


def find_damage(engine: Engine, *, quick: bool = False) -> str | None:
    """What SQLite finds wrong with the pages and indexes of its file; None if nothing, or if it is PostgreSQL.

    `quick` does not compare indexes with their tables, which takes ten times as long.
    """
    if engine.dialect.name != "sqlite":
        return None
    try:
        with engine.connect() as connection:
            lines = connection.exec_driver_sql(f"PRAGMA {'quick' if quick else 'integrity'}_check(1)").scalars().all()
    except SQLAlchemyError as problem:
        return reason(problem)
    problems = [line for text in lines for line in str(text).splitlines() if not line.startswith("***")]
    return None if problems == ["ok"] else problems[0]


def _check_damage(engine: Engine) -> None:
    """Refuse a malformed SQLite file. A large one is checked less thoroughly, so that a restart stays short."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        pages, page_size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
        )
    size = pages * page_size
    if size > QUICK_CHECK:
        log.info("the database is too large to be checked at the start; `ziggurat verify` does it")
    elif damage := find_damage(engine, quick=size > FULL_CHECK):
        raise BadDatabase(f"The database is damaged ({damage}); restore a backup with `ziggurat restore`.")


def prepare(engine: Engine) -> None:
    """Make the database ready to serve. SQLite files and empty databases are migrated, PostgreSQL must be current."""
    try:
        current, needed = revision(engine)
        _check_damage(engine)
        if current != needed and (engine.dialect.name == "sqlite" or current is None):
            migrate(engine)
            current = needed
        if current == needed:
            with engine.begin() as connection:  # fails now if the disk or the database is read-only
                connection.execute(update(schema.service).values(id=schema.service.c.id))
            return
    except SQLAlchemyError as problem:
        raise BadDatabase(f"The database cannot be opened: {reason(problem)}.") from problem
    raise BadDatabase(
        f"The database has schema {current} and this program needs {needed}; run `ziggurat migrate` when no older "
        "server is running."
    )


def check(engine: Engine) -> None:
    """Refuse a database that does not exist or has another schema; change nothing."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and not Path(path).exists():
        raise BadDatabase(f"There is no database {path}.")
    current, needed = revision(engine)
    if current != needed:
        raise BadDatabase(f"The database has schema {current} and this program needs {needed}; run `ziggurat migrate`.")


def lock(url: str) -> IO[bytes] | None:
    """Lock an SQLite file for one server process; the lock ends with the process."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    try:
        descriptor = os.open(f"{parsed.database}.lock", os.O_CREAT | os.O_WRONLY | os.O_APPEND, PRIVATE)
    except OSError as problem:
        raise BadDatabase(
            f"The server needs to write to the folder of {parsed.database}, and cannot: {problem.strerror}."
        ) from None
    handle = open(descriptor, "ab")  # noqa: SIM115 - held until the process ends
    try:
        lock_file(handle)
    except OSError:
        handle.close()
        raise BadDatabase(
            f"Another server is using {parsed.database}. Several servers can share PostgreSQL, but not SQLite."
        ) from None
    return handle


@contextmanager
def unserved(engine: Engine) -> Iterator[None]:
    """Refuse an SQLite file that a server is using, and let no server begin to use it meanwhile."""
    held = lock(engine.url.render_as_string(hide_password=False))
    try:
        yield
    finally:
        if held is not None:
            held.close()


def lock_file(handle: IO[bytes]) -> None:
    """Lock a file until it is closed; raises OSError if another process has the lock."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    handle.seek(0)  # Windows locks bytes from the current position on, also beyond the end of the file
    msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)


def downtime(connection: Connection) -> int:
    """Milliseconds by which served time, which clocks count, is behind the time of day."""
    return int(connection.execute(DOWNTIME).scalar_one())


def upsert(connection: Connection, table: Any) -> Any:
    """An INSERT with support for ON CONFLICT."""
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)
