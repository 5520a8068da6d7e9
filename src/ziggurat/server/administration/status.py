"""What the admin page says about the server itself."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, make_url, select, text

from ziggurat.server.protocol import Status
from ziggurat.server.storage import backup_rotation, schema


class Stored(NamedTuple):
    """What the database knows."""

    database: str
    database_bytes: int
    schema: str
    backed_up: int | None
    players: int
    running: int
    reviews_waiting: int
    mail_waiting: int
    push_waiting: int


def load(connection: Connection) -> Stored:
    """All of it."""
    postgresql = connection.dialect.name == "postgresql"
    size = (
        "SELECT pg_database_size(current_database())"
        if postgresql
        else ("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    )
    reviews, outbox, players, tables = schema.reviews, schema.outbox, schema.players, schema.tables
    waiting = connection.execute(select(outbox.c.channel, func.count()).group_by(outbox.c.channel))
    unsent = {str(channel): int(number) for channel, number in waiting}
    return Stored(
        "PostgreSQL" if postgresql else "SQLite",
        int(connection.execute(text(size)).scalar_one()),
        str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()),
        backup_rotation.last_backup(connection),
        _count(connection, players.c.login.is_not(None)),
        _count(connection, tables.c.status == Status.RUNNING),
        _count(connection, reviews.c.made.is_(None) & reviews.c.problem.is_(None)),
        unsent.get("mail", 0),
        unsent.get("push", 0),
    )


def _count(connection: Connection, condition: Any) -> int:
    return int(connection.execute(select(func.count()).where(condition)).scalar_one())


def free_space(database: str) -> int | None:
    """The free bytes where an SQLite file is; None for PostgreSQL."""
    if not database.startswith("sqlite"):
        return None
    return shutil.disk_usage(Path(str(make_url(database).database)).absolute().parent).free
