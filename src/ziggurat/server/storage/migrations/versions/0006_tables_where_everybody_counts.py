"""tables at which the page does not count for people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: at tables that are there already it may. The column is added as it is, see 0005."""
    op.add_column("tables", sa.Column("prospects", sa.Boolean(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Go back."""
    op.drop_column("tables", "prospects")
