"""cookies that end, tokens that expire, and the tables of a host."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

YEAR = 365 * 86_400_000  # milliseconds: what a token from before still has


def upgrade() -> None:
    """Go forward. A token from before could do all that `play` can, and can for one more year."""
    op.create_table(
        "ended",
        sa.Column("session", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session", name=op.f("ended_pk")),
    )
    with op.batch_alter_table("tokens") as batch:
        batch.add_column(sa.Column("scope", sa.String(length=10), nullable=False, server_default="play"))
        batch.add_column(sa.Column("expires", sa.BigInteger(), nullable=False, server_default="0"))
    tokens = sa.table("tokens", sa.column("expires", sa.BigInteger))
    op.execute(sa.update(tokens).values(expires=int(time.time() * 1000) + YEAR))
    with op.batch_alter_table("tables") as batch:
        batch.create_index("tables_host", ["host"])


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_index("tables_host")
    with op.batch_alter_table("tokens") as batch:
        batch.drop_column("expires")
        batch.drop_column("scope")
    op.drop_table("ended")
