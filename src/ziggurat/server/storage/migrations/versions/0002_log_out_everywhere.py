"""log out everywhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("players") as batch:
        batch.add_column(sa.Column("logouts", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("players") as batch:
        batch.drop_column("logouts")
