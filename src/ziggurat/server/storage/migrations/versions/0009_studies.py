"""studies: analyses that people keep and share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nobody has kept any yet."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="studies_pk"),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="studies_owner_fk"),
    )
    op.create_index("studies_owner_changed", "studies", ["owner", "changed"])


def downgrade() -> None:
    """Go back. What people have kept is lost."""
    op.drop_index("studies_owner_changed", "studies")
    op.drop_table("studies")
