"""how people are told of their turn: mail, push, feeds, vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: nobody has given an address or subscribed, and nobody is on vacation."""
    op.add_column("tables", sa.Column("vacation", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "mailboxes",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("folded", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("stop", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("player", name="mailboxes_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="mailboxes_player_fk"),
        sa.UniqueConstraint("stop", name="mailboxes_stop_key"),
    )
    op.create_index("mailboxes_folded", "mailboxes", ["folded"])
    op.create_table(
        "mail_links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("mailbox", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("hash", name="mail_links_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="mail_links_player_fk"),
    )
    op.create_index("mail_links_mailbox_created", "mail_links", ["mailbox", "created"])
    op.create_index("mail_links_player", "mail_links", ["player"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("target", sa.String(254), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(20)),
        sa.Column("after", sa.Integer()),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="outbox_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="outbox_player_fk"),
    )
    op.create_index("outbox_due", "outbox", ["due"])
    op.create_index("outbox_player", "outbox", ["player"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="subscriptions_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="subscriptions_player_fk"),
        sa.UniqueConstraint("hash", name="subscriptions_hash_key"),
    )
    op.create_index("subscriptions_player", "subscriptions", ["player"])
    op.create_table(
        "wishes",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("mail_slow", sa.Boolean(), nullable=False),
        sa.Column("mail_live", sa.Boolean(), nullable=False),
        sa.Column("push_slow", sa.Boolean(), nullable=False),
        sa.Column("push_live", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="wishes_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="wishes_player_fk"),
    )
    op.create_table(
        "turns_told",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", "after", name="turns_told_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="turns_told_table_id_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="turns_told_player_fk"),
    )
    op.create_index("turns_told_player", "turns_told", ["player"])
    op.create_table(
        "feeds",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="feeds_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="feeds_player_fk"),
        sa.UniqueConstraint("key", name="feeds_key_key"),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="vacations_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="vacations_player_fk"),
    )
    op.create_index("vacations_over_ends", "vacations", ["over", "ends"])
    op.create_index("vacations_player", "vacations", ["player"])
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("private", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="push_keys_pk"),
    )


def downgrade() -> None:
    """Go back: addresses, subscriptions, feeds and what waits to be sent are forgotten."""
    for table in (
        "push_keys",
        "vacations",
        "feeds",
        "turns_told",
        "wishes",
        "subscriptions",
        "outbox",
        "mail_links",
        "mailboxes",
    ):
        op.drop_table(table)
    op.drop_column("tables", "vacation")
