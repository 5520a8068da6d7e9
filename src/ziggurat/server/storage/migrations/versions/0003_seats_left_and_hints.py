"""seats left to bots, and tables without hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("id", sa.String), sa.column("leave", sa.String), sa.column("left", sa.JSON))
JOURNAL = sa.table(
    "journal", sa.column("table_id", sa.String), sa.column("number"), sa.column("kind", sa.String), sa.column("seat")
)


def upgrade() -> None:
    """Go forward. Until now every seat that was left where `leave` is `bot` has gone to a bot."""
    with op.batch_alter_table("tables") as batch:
        # With an expression for a default SQLite would have to copy the table, which others refer to.
        batch.add_column(sa.Column("hints", sa.Boolean(), nullable=False, server_default="1"))
        batch.add_column(sa.Column("left", sa.JSON(), nullable=False, server_default="[]"))
    connection = op.get_bind()
    leaving = (
        sa.select(JOURNAL.c.table_id, JOURNAL.c.seat)
        .join_from(JOURNAL, TABLES, JOURNAL.c.table_id == TABLES.c.id)
        .where(JOURNAL.c.kind.in_(["resign", "timeout"]), TABLES.c.leave == "bot")
        .order_by(JOURNAL.c.table_id, JOURNAL.c.number)
    )
    left: dict[str, list[int]] = {}
    for row in connection.execute(leaving):
        left.setdefault(row.table_id, []).append(row.seat)
    for table_id, seats in left.items():
        connection.execute(sa.update(TABLES).where(TABLES.c.id == table_id).values(left=seats))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("left")
        batch.drop_column("hints")
