"""Opening the database, and bringing its schema up to date."""

from __future__ import annotations

import fcntl
import secrets
import time
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.server import schema

PATIENCE = 5  # seconds in which a database server has to take a connection


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
        raise BadOption(
            f"{url!r} is not a database; one looks like sqlite:///ziggurat.db or postgresql://user@host/name."
        ) from None
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        return create_engine(parsed, pool_pre_ping=True, pool_size=5, connect_args={"connect_timeout": PATIENCE})
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadOption(f"The database is an SQLite file or a PostgreSQL database, not {parsed.render_as_string()}.")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": 30})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


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


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; the work of several servers at once is done by one of them."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7203941)")
        command.upgrade(alembic_config(connection), "head")
        if connection.execute(select(schema.service.c.id)).first() is None:
            now = int(time.time() * 1000)
            row = {"id": 1, "seen": now, "downtime": 0, "secret": secrets.token_hex(32)}
            connection.execute(insert(schema.service).values(row))


def prepare(engine: Engine) -> None:
    """Make the database ready to serve: an SQLite file is brought up to date, PostgreSQL has to be already."""
    try:
        here, needed = revision(engine)
        if here == needed:
            return
        if engine.dialect.name == "sqlite" or here is None:
            migrate(engine)
            return
    except SQLAlchemyError as problem:
        raise BadDatabase(f"The database cannot be opened: {str(problem.args[0]).splitlines()[0]}.") from problem
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
        raise BadDatabase(f"The database cannot be opened: {str(problem.args[0]).splitlines()[0]}.") from problem
    if here != needed:
        raise BadDatabase(f"The database has schema {here} and this program needs {needed}; run `ziggurat migrate`.")


def lock(url: str) -> IO[bytes] | None:
    """Hold an SQLite file for one server process; the lock ends with the process, however it ends."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    handle = open(f"{parsed.database}.lock", "ab")  # noqa: SIM115 - held for as long as the process lives
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise BadDatabase(
            f"Another server is using {parsed.database}; several servers can share PostgreSQL, not SQLite."
        ) from None
    return handle
