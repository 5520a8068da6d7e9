"""Remembers which seats have had a hint, for statistics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Matches from before count as played without hints."""
    op.add_column("tables", sa.Column("hinted", sa.JSON(), server_default="[]", nullable=False))
