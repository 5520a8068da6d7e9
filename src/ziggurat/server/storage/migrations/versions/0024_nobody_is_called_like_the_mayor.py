"""nobody is called like the mayor, a level that came after 0013 had looked for names like those of bots.

As there, a registered player gets a number behind the name and reads about it on the profile page (`former`); a guest
goes on under the name that guests are given.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ziggurat.server.accounts import identity, look_alikes

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

NAMES = ("Mayor", "Burgemeester")
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
    """Go forward: those who are get another name."""
    connection = op.get_bind()
    alike_ones = players.c.looks.in_([look_alikes.skeleton(name) for name in NAMES])
    columns = (players.c.id, players.c.name, players.c.login, players.c.handle)
    for row in connection.execute(
        sa.select(*columns).where(alike_ones).order_by(players.c.created, players.c.id)
    ).all():
        number = 2
        name = _other(row.id, row.name, number, registered=row.login is not None)
        while connection.execute(sa.select(players.c.id).where(players.c.handle == look_alikes.skeleton(name))).first():
            number += 1
            name = _other(row.id, row.name, number, registered=row.login is not None)
        look = look_alikes.skeleton(name)
        changed = {"name": name, "looks": look, "handle": look if row.handle is not None else None}
        if row.login is not None:
            changed["former"] = row.name
        connection.execute(sa.update(players).where(players.c.id == row.id).values(changed))


def _other(player: str, name: str, number: int, *, registered: bool) -> str:
    if not registered:
        return identity.guest_name(player, number - 2)
    return f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"


def downgrade() -> None:
    """Go back: names stay as they are now."""
