"""seats of matches that were brought as logs have the names the log tells."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: what was brought before has no names."""
    op.add_column("seats", sa.Column("name", sa.String(32)))


def downgrade() -> None:
    """Go back: the names are forgotten; the logs they came from have them."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("name")
