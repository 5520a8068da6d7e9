"""matches that somebody does not want to see in their list any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nothing is put away yet."""
    op.create_table(
        "hidden",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", name="hidden_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="hidden_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="hidden_table_id_fk"),
    )


def downgrade() -> None:
    """Go back: everything is in everybody's list again."""
    op.drop_table("hidden")
