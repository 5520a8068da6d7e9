"""mute, block, report, moderators and their audit log; passkeys; accounts that are closed or deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ADDED = (
    ("moderator", sa.Boolean(), False, "0"),
    ("silenced", sa.BigInteger(), False, "0"),
    ("closed", sa.BigInteger(), True, None),
    ("deleted", sa.BigInteger(), True, None),
    ("became", sa.String(40), True, None),
)
# What moderators did cannot be changed, by no query of ours and by no mistake. A later migration that makes the table
# anew has to make the triggers anew.
SQLITE = """CREATE TRIGGER audit_no_{event} BEFORE {event} ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END"""
FUNCTION = """CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log cannot be changed'; END $$"""
POSTGRESQL = """CREATE TRIGGER audit_no_{event} BEFORE {event} ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"""


def upgrade() -> None:
    """Go forward: nobody has hushed anybody, and nobody is a moderator."""
    for name, kind, nullable, default in ADDED:
        op.add_column("players", sa.Column(name, kind, nullable=nullable, server_default=default))
    _make_peace()
    _make_moderation()
    _make_passkeys()
    op.create_table(
        "former_names",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="former_names_pk"),
    )


def _make_peace() -> None:
    op.create_table(
        "hushed",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("other", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="hushed_player_fk"),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name="hushed_other_fk"),
        sa.PrimaryKeyConstraint("player", "other", "kind", name="hushed_pk"),
        sa.UniqueConstraint("id", name="hushed_id_key"),
    )
    op.create_index("hushed_other", "hushed", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("reported", sa.String(40), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(20)),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("context", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("dealt", sa.BigInteger()),
        sa.ForeignKeyConstraint(["reporter"], ["players.id"], name="reports_reporter_fk"),
        sa.ForeignKeyConstraint(["reported"], ["players.id"], name="reports_reported_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reports_table_id_fk"),
        sa.PrimaryKeyConstraint("id", name="reports_pk"),
    )
    op.create_index("reports_reporter", "reports", ["reporter"])
    op.create_index("reports_reported", "reports", ["reported"])
    op.create_index("reports_dealt_at", "reports", ["dealt", "at"])


def _make_moderation() -> None:
    op.create_table(
        "warnings",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("acknowledged", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="warnings_player_fk"),
        sa.PrimaryKeyConstraint("id", name="warnings_pk"),
    )
    op.create_index("warnings_player", "warnings", ["player"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.String(40)),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("action", sa.String(12), nullable=False),
        sa.Column("player", sa.String(40)),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("report", sa.String(20)),
        sa.Column("until", sa.BigInteger()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["moderator"], ["players.id"], name="audit_moderator_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="audit_player_fk"),
        sa.ForeignKeyConstraint(["report"], ["reports.id"], name="audit_report_fk"),
        sa.PrimaryKeyConstraint("id", name="audit_pk"),
    )
    op.create_index("audit_player", "audit", ["player"])
    form = SQLITE
    if op.get_bind().dialect.name == "postgresql":
        op.execute(FUNCTION)
        form = POSTGRESQL
    for event in ("UPDATE", "DELETE"):
        op.execute(form.format(event=event))


def _make_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("holder", sa.String(44), nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("signs", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="passkeys_player_fk"),
        sa.PrimaryKeyConstraint("id", name="passkeys_pk"),
        sa.UniqueConstraint("credential", name="passkeys_credential_key"),
    )
    op.create_index("passkeys_player", "passkeys", ["player"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="challenges_pk"),
    )
    op.create_index("challenges_expires", "challenges", ["expires"])


def downgrade() -> None:
    """Go back: what moderators did is forgotten, and closed and deleted accounts are only logged out."""
    for table in ("former_names", "challenges", "passkeys", "audit", "warnings", "reports", "hushed"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_is_kept()")
    for name, *_ in reversed(ADDED):  # not in a batch: SQLite would make anew a table that others refer to
        op.drop_column("players", name)
