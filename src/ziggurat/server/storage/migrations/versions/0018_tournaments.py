"""tournaments, who plays in them, and their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: there are none yet."""
    op.add_column("tables", sa.Column("tournament", sa.String(20)))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("organizer", sa.String(40), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", sa.JSON(), nullable=False),
        sa.Column("system", sa.String(12), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("guests", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("fill", sa.String(40)),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("arrive", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("starts", sa.BigInteger()),
        sa.Column("ends", sa.BigInteger()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["organizer"], ["players.id"], name="tournaments_organizer_fk"),
        sa.PrimaryKeyConstraint("id", name="tournaments_pk"),
    )
    op.create_index("tournaments_organizer", "tournaments", ["organizer"])
    op.create_index("tournaments_status_changed", "tournaments", ["status", "changed"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(40)),
        sa.Column("bot", sa.String(40)),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="tournament_players_tournament_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="tournament_players_player_fk"),
        sa.PrimaryKeyConstraint("tournament", "number", name="tournament_players_pk"),
        sa.UniqueConstraint("tournament", "player", name="tournament_players_tournament_player_key"),
    )
    op.create_index("tournament_players_player", "tournament_players", ["player"])
    op.create_table(
        "tournament_tables",
        sa.Column("tournament", sa.String(20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(20)),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON()),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("absent", sa.JSON(), nullable=False),
        sa.Column("corrected", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("decided", sa.BigInteger()),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="tournament_tables_tournament_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="tournament_tables_table_id_fk"),
        sa.PrimaryKeyConstraint("tournament", "round", "number", name="tournament_tables_pk"),
        sa.UniqueConstraint("table_id", name="tournament_tables_table_id_key"),
    )


def downgrade() -> None:
    """Go back: tournaments are forgotten; the matches that were played in them stay."""
    op.drop_table("tournament_tables")
    op.drop_table("tournament_players")
    op.drop_table("tournaments")
    op.drop_column("tables", "tournament")
