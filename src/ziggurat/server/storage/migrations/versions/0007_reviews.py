"""reviews of finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: none has been asked for yet."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("progress", sa.Float(), nullable=False, server_default="0"),
        sa.Column("problem", sa.Text()),
        sa.Column("made", sa.Text()),
        sa.PrimaryKeyConstraint("table_id", name="reviews_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reviews_table_id_fk"),
    )


def downgrade() -> None:
    """Go back. What was reviewed can be reviewed again."""
    op.drop_table("reviews")
