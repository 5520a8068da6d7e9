"""names that are one's own: what a registered player's name looks like is unique.

Of registered players whose names look alike the older account keeps it; a later one, or one called like a bot, gets a
number behind it and reads about it on the profile page (`former`). Guests called like one of them, or like a bot, go on
under the name that guests are given.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from ziggurat.server.accounts import identity, look_alikes

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

LONGEST_NAME = 32

players = sa.table(
    "players",
    sa.column("id", sa.String),
    sa.column("name", sa.String),
    sa.column("login", sa.String),
    sa.column("created", sa.BigInteger),
    sa.column("handle", sa.String),
    sa.column("looks", sa.String),
    sa.column("former", sa.String),
)


def upgrade() -> None:
    """Go forward: everybody has a name of their own."""
    op.add_column("players", sa.Column("handle", sa.String(64)))
    op.add_column("players", sa.Column("looks", sa.String(64)))
    op.add_column("players", sa.Column("former", sa.String(32)))
    taken: set[str] = set()
    columns = (players.c.id, players.c.name, players.c.login)
    rows = op.get_bind().execute(sa.select(*columns).order_by(players.c.created, players.c.id)).all()
    changes: list[tuple[str, str, str | None, str, str | None]] = []
    for row in rows:
        if row.login is not None:
            name = _own(row.name, taken)
            look = look_alikes.skeleton(name)
            taken.add(look)
            changes.append((row.id, name, look, look, row.name if name != row.name else None))
    for row in rows:
        if row.login is None:
            name = row.name
            attempt = 0
            while look_alikes.skeleton(name) in taken or _forbidden(name):
                name = identity.guest_name(row.id, attempt)
                attempt += 1
            changes.append((row.id, name, None, look_alikes.skeleton(name), None))
    _store(changes)
    op.create_index("players_handle", "players", ["handle"], unique=True)
    op.create_index("players_looks", "players", ["looks"])


def _own(name: str, taken: set[str]) -> str:
    found, number = name, 2
    while look_alikes.skeleton(found) in taken or _forbidden(found):
        base = "Player" if look_alikes.is_reserved(name) else name
        found = f"{base[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
        number += 1
    return found


def _forbidden(name: str) -> bool:
    return look_alikes.is_bot_name(name) or look_alikes.is_reserved(name)


def _store(changes: list[tuple[str, str, str | None, str, str | None]]) -> None:
    statement = sa.update(players).where(players.c.id == sa.bindparam("this"))
    values: dict[str, Any] = {column: sa.bindparam(f"new_{column}") for column in ("name", "handle", "looks", "former")}
    rows = [
        {"this": player, "new_name": name, "new_handle": handle, "new_looks": look, "new_former": former}
        for player, name, handle, look, former in changes
    ]
    if rows:
        op.get_bind().execute(statement.values(values), rows)


def downgrade() -> None:
    """Go back: names stay as they are now."""
    op.drop_index("players_looks", "players")
    op.drop_index("players_handle", "players")
    for column in ("former", "looks", "handle"):
        op.drop_column("players", column)
