"""from which decision on a bot plays for somebody who left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: of matches that are stored it is not known."""
    op.add_column("tables", sa.Column("taken_at", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Go back: it is forgotten."""
    op.drop_column("tables", "taken_at")
