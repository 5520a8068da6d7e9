"""whose account is closed or deleted is found among many, to be left out where places are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: they have an index of their own."""
    gone = sa.text("closed IS NOT NULL OR deleted IS NOT NULL")
    op.create_index("players_gone", "players", ["id"], postgresql_where=gone, sqlite_where=gone)


def downgrade() -> None:
    """Go back: they are looked for among all."""
    op.drop_index("players_gone", "players")
