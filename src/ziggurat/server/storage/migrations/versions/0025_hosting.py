"""For hosts: admins, invitations to register, aborted matches in the audit log, the time of the last backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table and three columns; no table is recreated, so the audit log's triggers stay."""
    op.add_column("players", sa.Column("admin", sa.Boolean(), nullable=False, server_default="0"))
    op.add_column("audit", sa.Column("table_id", sa.String(20)))
    op.add_column("service", sa.Column("backed_up", sa.BigInteger()))
    op.create_table(
        "registration_codes",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="registration_codes_pk"),
        sa.UniqueConstraint("hash", name="registration_codes_hash_key"),
    )
