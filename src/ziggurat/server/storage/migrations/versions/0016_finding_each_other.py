"""people who look for a match, follow and invite each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nobody looks for anybody yet."""
    op.add_column("players", sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_table(
        "seekers",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(20)),
        sa.PrimaryKeyConstraint("player", name="seekers_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="seekers_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seekers_table_id_fk"),
    )
    op.create_table(
        "follows",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("followed", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "followed", name="follows_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="follows_player_fk"),
        sa.ForeignKeyConstraint(["followed"], ["players.id"], name="follows_followed_fk"),
    )
    op.create_index("follows_followed", "follows", ["followed"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="invitations_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="invitations_table_id_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="invitations_player_fk"),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="invitations_host_fk"),
    )
    op.create_index("invitations_player", "invitations", ["player"])


def downgrade() -> None:
    """Go back: who followed whom is forgotten."""
    for table in ("invitations", "follows", "seekers"):
        op.drop_table(table)
    op.drop_column("players", "seen")
