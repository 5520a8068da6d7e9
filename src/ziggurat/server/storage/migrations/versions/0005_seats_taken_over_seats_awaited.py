"""seats that bots have taken over, and seats that wait for somebody: two columns instead of one with two meanings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = sa.table(
    "tables",
    *(sa.column("status", sa.String), sa.column("left", sa.JSON)),
    *(sa.column("taken_over", sa.JSON), sa.column("awaited", sa.JSON)),
)
OPEN = "open"  # until it starts, `left` had the seats that a rematch waits for


# Columns are added and dropped as they are: a batch would make the table anew on SQLite, and other tables refer to it.


def upgrade() -> None:
    """Go forward."""
    op.add_column("tables", sa.Column("taken_over", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("awaited", sa.JSON(), nullable=False, server_default="[]"))
    op.execute(sa.update(TABLES).where(TABLES.c.status == OPEN).values(awaited=TABLES.c.left))
    op.execute(sa.update(TABLES).where(TABLES.c.status != OPEN).values(taken_over=TABLES.c.left))
    op.drop_column("tables", "left")


def downgrade() -> None:
    """Go back."""
    op.add_column("tables", sa.Column("left", sa.JSON(), nullable=False, server_default="[]"))
    op.execute(sa.update(TABLES).where(TABLES.c.status == OPEN).values(left=TABLES.c.awaited))
    op.execute(sa.update(TABLES).where(TABLES.c.status != OPEN).values(left=TABLES.c.taken_over))
    op.drop_column("tables", "awaited")
    op.drop_column("tables", "taken_over")
