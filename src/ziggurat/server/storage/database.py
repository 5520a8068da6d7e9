"""Opening the database, and bringing its schema up to date."""

from __future__ import annotations

import fcntl
import logging
import os
import secrets
import stat
from pathlib import Path
from typing import IO, Any

import psycopg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema, upgrade

log = logging.getLogger("ziggurat.database")
PRIVATE = 0o600  # of files that hold passwords' hashes, cookies' key and everybody's cards
SIDE_FILES = ("-wal", "-shm", "-journal", ".lock", ".part")  # that lie beside an SQLite file
IDLE = 10  # seconds after which a transaction in which nothing is done belongs to a process that was stopped
PATIENCE = 5  # seconds in which a database server has to take a connection
# A machine that vanishes from the network says nothing: its connections end after so many seconds all the same.
GONE: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}


class BadDatabase(ZigguratError):
    """The database cannot be used as it is."""


def reason(problem: SQLAlchemyError) -> str:
    """What a database says went wrong, in its own first line: without the statement and what was to be stored."""
    return (str(getattr(problem, "orig", None) or problem).splitlines() or [type(problem).__name__])[0]


def connect(url: str) -> Engine:
    """An engine for an SQLite file or a PostgreSQL database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        named = repr(url) if "@" not in url else "That"  # there may be a password in it
        raise BadOption(
            f"{named} is not a database; one looks like sqlite:///ziggurat.db or postgresql://user@host/name."
        ) from None
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        how = {"connect_timeout": PATIENCE, **GONE}
        options: dict[str, Any] = {"pool_pre_ping": True, "pool_size": 5, "connect_args": how}
        # What is written is nobody's business but the database's: a statement that fails is logged without it.
        return create_engine(parsed, hide_parameters=True, **options)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadOption(f"The database is an SQLite file or a PostgreSQL database, not {parsed.render_as_string()}.")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": 30}, hide_parameters=True)
    event.listen(engine, "do_connect", lambda *_: _make_private(parsed.database))
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def dsn(engine: Engine) -> str:
    """A PostgreSQL database as its own library names it."""
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


async def connect_alone(dsn: str) -> psycopg.AsyncConnection[Any]:
    """A connection to PostgreSQL of one's own, for what lasts: a lock, listening, a queue."""
    return await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=PATIENCE, **GONE)


def hold_up_nobody(engine: Engine) -> None:
    """For a server: PostgreSQL ends a transaction of ours in which nothing is done, and what it has locked is free.

    A process that is stopped in the middle of one would keep all the others from writing for as long. Not for whoever
    copies everything, and reads in one long transaction.
    """

    def limit(connection: Any, _: Any) -> None:
        connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}s'")
        connection.commit()

    if engine.dialect.name == "postgresql":
        event.listen(engine, "connect", limit)


def begin_snapshot(connection: Connection) -> None:
    """Everything this connection reads from here on, until it is given back, is as of one moment."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    else:
        connection.exec_driver_sql("BEGIN")


def _make_private(path: str | None) -> None:
    """See to it that an SQLite file that is about to be made is for its owner alone; SQLite's own follow its mode."""
    if path and not path.startswith("file:") and not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))


def tighten(url: str) -> None:
    """Take an SQLite file that others on the machine can read, of an earlier version say, away from them."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return
    for path in (parsed.database, *(parsed.database + suffix for suffix in SIDE_FILES)):
        try:
            mode = stat.S_IMODE(os.stat(path).st_mode)
            if mode & 0o077:
                os.chmod(path, mode & ~0o077)
                log.warning("%s could be read by others on this machine (mode %o); now it cannot", path, mode)
        except FileNotFoundError:
            continue
        except OSError as problem:
            log.warning("%s can be read by others on this machine: %s", path, problem.strerror)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer (WAL), and what is committed is on the disk (FULL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def revision(engine: Engine) -> tuple[str | None, str | None]:
    """The revision the database has, and the one this program needs."""
    with engine.connect() as connection:
        here = MigrationContext.configure(connection).get_current_revision()
    return here, ScriptDirectory.from_config(alembic_config()).get_current_head()


def migrate(engine: Engine, *, repair: bool = False) -> None:
    """Bring the schema up to date, completely or not at all; of several servers at once, one does the work.

    An SQLite file is backed up first, next to it. `repair` finishes a migration that an earlier version left half done.
    """
    if engine.dialect.name == "sqlite":
        upgrade.back_up(engine, *revision(engine))
    with upgrade.transaction(engine, repair=repair) as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7203941)")
        command.upgrade(alembic_config(connection), "head")
        if connection.execute(select(schema.service.c.id)).first() is None:
            row = {"id": 1, "seen": now(), "downtime": 0, "secret": secrets.token_hex(32)}
            connection.execute(insert(schema.service).values(row))


def prepare(engine: Engine) -> None:
    """Make the database ready to serve: an SQLite file is brought up to date, PostgreSQL has to be already."""
    try:
        here, needed = revision(engine)
        if here != needed and (engine.dialect.name == "sqlite" or here is None):
            migrate(engine)
            here = needed
        if here == needed:
            with engine.begin() as connection:  # a disk or a database that cannot be written to is found out now
                connection.execute(update(schema.service).values(id=schema.service.c.id))
            return
    except SQLAlchemyError as problem:
        if upgrade.is_half_done(engine, problem):
            raise BadDatabase(
                "An upgrade of this database was interrupted and is half done. Nothing is lost: run "
                f"`ziggurat migrate --repair --database {engine.url.render_as_string()}`, then start the server."
            ) from problem
        raise BadDatabase(f"The database cannot be opened: {reason(problem)}.") from problem
    raise BadDatabase(
        f"The database has schema {here} and this program needs {needed}; run `ziggurat migrate` when no older server "
        "is running."
    )


def check(engine: Engine) -> None:
    """Refuse a database that is not there or has another schema, without changing it."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and not Path(path).exists():
        raise BadDatabase(f"There is no database {path}.")
    try:
        here, needed = revision(engine)
    except SQLAlchemyError as problem:
        raise BadDatabase(f"The database cannot be opened: {reason(problem)}.") from problem
    if here != needed:
        raise BadDatabase(f"The database has schema {here} and this program needs {needed}; run `ziggurat migrate`.")


def lock(url: str) -> IO[bytes] | None:
    """Hold an SQLite file for one server process; the lock ends with the process, however it ends."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    try:
        descriptor = os.open(f"{parsed.database}.lock", os.O_CREAT | os.O_WRONLY | os.O_APPEND, PRIVATE)
    except OSError as problem:
        raise BadDatabase(
            f"The folder of {parsed.database} cannot be written to: {problem.strerror}; a server needs that."
        ) from None
    handle = open(descriptor, "ab")  # noqa: SIM115 - held for as long as the process lives
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise BadDatabase(
            f"Another server is using {parsed.database}; several servers can share PostgreSQL, not SQLite."
        ) from None
    return handle


def upsert(connection: Connection, table: Any) -> Any:
    """An insertion that can say what happens where the row is there already."""
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)
