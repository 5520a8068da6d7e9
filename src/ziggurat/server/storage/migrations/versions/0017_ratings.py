"""ratings: tables that count, everybody's rating in each game, and how it came about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: what was played before does not count."""
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("finished", sa.BigInteger))
    op.add_column("tables", sa.Column("uncounted", sa.String(10)))
    op.create_index("tables_rated_finished", "tables", ["rated", "finished"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "subject", name="ratings_pk"),
    )
    op.create_index("ratings_game_rating", "ratings", ["game", "rating"])
    op.create_index("ratings_subject", "ratings", ["subject"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="rating_changes_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="rating_changes_table_id_fk"),
    )
    op.create_index("rating_changes_subject_game_at", "rating_changes", ["subject", "game", "at"])


def downgrade() -> None:
    """Go back: all ratings are forgotten."""
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.drop_index("tables_rated_finished", "tables")
    for column in ("uncounted", "finished", "rated"):
        op.drop_column("tables", column)
