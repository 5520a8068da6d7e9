"""the queue of questions that thinkers on other machines answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nothing is asked yet. What is asked need not outlive the database: it is asked again."""
    op.create_table(
        "questions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(120), nullable=False),
        sa.Column("process", sa.String(8), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("taker", sa.String(80)),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("id", name="questions_pk"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE questions SET UNLOGGED")


def downgrade() -> None:
    """Go back: servers think by themselves."""
    op.drop_table("questions")
