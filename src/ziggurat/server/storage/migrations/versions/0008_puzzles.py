"""puzzles: what people tried, how they and the puzzles are rated, and whose matches may become puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nobody has tried one yet, and nobody's matches may be used."""
    op.add_column("players", sa.Column("consent", sa.Boolean(), nullable=False, server_default="0"))
    op.create_table(
        "puzzles",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="puzzles_pk"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("player", "game", name="puzzle_ratings_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_ratings_player_fk"),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("puzzle", sa.String(20), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("again", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "puzzle", name="puzzle_attempts_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_attempts_player_fk"),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player", "date", name="puzzle_days_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_days_player_fk"),
    )


def downgrade() -> None:
    """Go back. What people tried is forgotten."""
    for table in ("puzzle_days", "puzzle_attempts", "puzzle_ratings", "puzzles"):
        op.drop_table(table)
    op.drop_column("players", "consent")
