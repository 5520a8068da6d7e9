"""Creates the schema.

The number is that of the last of 24 migrations that existed before the first release: a database that has it is
up to date.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = None
branch_labels = None
depends_on = None

# The audit log cannot be changed, whatever a query of ours says. A migration that recreates the table has to recreate
# the triggers.
SQLITE_TRIGGER = """CREATE TRIGGER audit_no_{event} BEFORE {event} ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END"""
POSTGRESQL_FUNCTION = """CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log cannot be changed'; END $$"""
POSTGRESQL_TRIGGER = """CREATE TRIGGER audit_no_{event} BEFORE {event} ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()"""


def upgrade() -> None:
    """Create all tables."""
    _create_accounts()
    _create_tables()
    _create_study()
    _create_bots()
    _create_notifications()
    _create_ratings()
    _create_social()
    _create_tournaments()
    _create_service()
    _protect_audit_log()
    if op.get_bind().dialect.name == "postgresql":  # bots are asked again after a crash
        op.execute("ALTER TABLE questions SET UNLOGGED")


def _create_accounts() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("login", sa.String(64)),
        sa.Column("password", sa.String(200)),
        sa.Column("logouts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("consent", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("seen", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("handle", sa.String(64)),
        sa.Column("looks", sa.String(64)),
        sa.Column("former", sa.String(32)),
        sa.Column("moderator", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("silenced", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("deleted", sa.BigInteger()),
        sa.Column("became", sa.String(40)),
        sa.PrimaryKeyConstraint("id", name="players_pk"),
        sa.UniqueConstraint("login", name="players_login_key"),
    )
    op.create_index("players_became", "players", ["became"])
    op.create_index(
        "players_gone",
        "players",
        ["id"],
        postgresql_where=sa.text("closed IS NOT NULL OR deleted IS NOT NULL"),
        sqlite_where=sa.text("closed IS NOT NULL OR deleted IS NOT NULL"),
    )
    op.create_index("players_handle", "players", ["handle"], unique=True)
    op.create_index("players_looks", "players", ["looks"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(10), server_default="play", nullable=False),
        sa.Column("expires", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="tokens_player_fk"),
        sa.PrimaryKeyConstraint("id", name="tokens_pk"),
        sa.UniqueConstraint("hash", name="tokens_hash_key"),
    )
    op.create_index("tokens_player", "tokens", ["player"])
    op.create_table(
        "ended",
        sa.Column("session", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session", name="ended_pk"),
    )
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
    op.create_table(
        "former_names",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="former_names_pk"),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("start", sa.JSON()),
        sa.Column("pace", sa.JSON(), nullable=False),
        sa.Column("leave", sa.String(10), nullable=False),
        sa.Column("stand_in", sa.String(40), nullable=False),
        sa.Column("hints", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("prospects", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("bot_turn", sa.Boolean(), nullable=False),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("taken_over", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("taken_at", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("awaited", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("vacation", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("result", sa.JSON()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("next", sa.String(20)),
        sa.Column("tournament", sa.String(20)),
        sa.Column("rated", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("finished", sa.BigInteger()),
        sa.Column("uncounted", sa.String(10)),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
    )
    op.create_index("tables_attention", "tables", ["status", "bot_turn", "deadline"])
    op.create_index("tables_host_id", "tables", ["host", "id"])
    op.create_index("tables_id_changed", "tables", ["id", "changed", "status", "public"])
    op.create_index("tables_rated_finished", "tables", ["rated", "finished"])
    op.create_index("tables_status_public_changed", "tables", ["status", "public", "changed"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(40)),
        sa.Column("bot", sa.String(40)),
        sa.Column("name", sa.String(32)),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="seats_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_pk"),
        sa.UniqueConstraint("table_id", "player", name="seats_table_id_player_key"),
    )
    op.create_index("seats_player_table_id_seat", "seats", ["player", "table_id", "seat"])
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(80)),
        sa.Column("client", sa.String(40)),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(16)),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="journal_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "number", name="journal_pk"),
        sa.UniqueConstraint("table_id", "seat", "client", name="journal_table_id_seat_client_key"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("client", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="chat_table_id_fk"),
        sa.PrimaryKeyConstraint("id", name="chat_pk"),
        sa.UniqueConstraint("table_id", "player", "client", name="chat_table_id_player_client_key"),
    )
    op.create_index("chat_player", "chat", ["player"])
    op.create_index("chat_table_id", "chat", ["table_id"])
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="notes_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="notes_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "player", name="notes_pk"),
    )
    op.create_index("notes_player", "notes", ["player"])
    op.create_table(
        "hidden",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="hidden_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="hidden_table_id_fk"),
        sa.PrimaryKeyConstraint("player", "table_id", name="hidden_pk"),
    )


def _create_study() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("progress", sa.Float(), server_default="0", nullable=False),
        sa.Column("problem", sa.Text()),
        sa.Column("made", sa.Text()),
        sa.Column("quality", sa.JSON()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reviews_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", name="reviews_pk"),
    )
    op.create_index(
        "reviews_unmade",
        "reviews",
        ["asked", "table_id"],
        postgresql_where=sa.text("made IS NULL AND problem IS NULL"),
        sqlite_where=sa.text("made IS NULL AND problem IS NULL"),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="studies_owner_fk"),
        sa.PrimaryKeyConstraint("id", name="studies_pk"),
    )
    op.create_index("studies_owner_changed", "studies", ["owner", "changed"])
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_ratings_player_fk"),
        sa.PrimaryKeyConstraint("player", "game", name="puzzle_ratings_pk"),
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_attempts_player_fk"),
        sa.PrimaryKeyConstraint("player", "game", "puzzle", name="puzzle_attempts_pk"),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="puzzle_days_player_fk"),
        sa.PrimaryKeyConstraint("player", "date", name="puzzle_days_pk"),
    )


def _create_bots() -> None:
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


def _create_notifications() -> None:
    op.create_table(
        "mailboxes",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("folded", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("stop", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="mailboxes_player_fk"),
        sa.PrimaryKeyConstraint("player", name="mailboxes_pk"),
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
        sa.Column("used", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="mail_links_player_fk"),
        sa.PrimaryKeyConstraint("hash", name="mail_links_pk"),
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
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="outbox_player_fk"),
        sa.PrimaryKeyConstraint("id", name="outbox_pk"),
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="subscriptions_player_fk"),
        sa.PrimaryKeyConstraint("id", name="subscriptions_pk"),
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="wishes_player_fk"),
        sa.PrimaryKeyConstraint("player", name="wishes_pk"),
    )
    op.create_table(
        "turns_told",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="turns_told_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="turns_told_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "player", "after", name="turns_told_pk"),
    )
    op.create_index("turns_told_player", "turns_told", ["player"])
    op.create_table(
        "feeds",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="feeds_player_fk"),
        sa.PrimaryKeyConstraint("player", name="feeds_pk"),
        sa.UniqueConstraint("key", name="feeds_key_key"),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("over", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="vacations_player_fk"),
        sa.PrimaryKeyConstraint("id", name="vacations_pk"),
    )
    op.create_index("vacations_over_ends", "vacations", ["over", "ends"])
    op.create_index("vacations_player", "vacations", ["player"])
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("private", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="push_keys_pk"),
    )


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "subject", name="ratings_pk"),
    )
    op.create_index("ratings_game_rating_deviation_subject", "ratings", ["game", "rating", "deviation", "subject"])
    op.create_index("ratings_subject", "ratings", ["subject"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="rating_changes_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="rating_changes_pk"),
    )
    op.create_index("rating_changes_subject_game_at", "rating_changes", ["subject", "game", "at"])


def _create_social() -> None:
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="seekers_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seekers_table_id_fk"),
        sa.PrimaryKeyConstraint("player", name="seekers_pk"),
    )
    op.create_table(
        "follows",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("followed", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["followed"], ["players.id"], name="follows_followed_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="follows_player_fk"),
        sa.PrimaryKeyConstraint("player", "followed", name="follows_pk"),
    )
    op.create_index("follows_followed", "follows", ["followed"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="invitations_host_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="invitations_player_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="invitations_table_id_fk"),
        sa.PrimaryKeyConstraint("table_id", "player", name="invitations_pk"),
    )
    op.create_index("invitations_player", "invitations", ["player"])
    op.create_table(
        "hushed",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("other", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name="hushed_other_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="hushed_player_fk"),
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
        sa.ForeignKeyConstraint(["reported"], ["players.id"], name="reports_reported_fk"),
        sa.ForeignKeyConstraint(["reporter"], ["players.id"], name="reports_reporter_fk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reports_table_id_fk"),
        sa.PrimaryKeyConstraint("id", name="reports_pk"),
    )
    op.create_index("reports_at_id", "reports", ["at", "id"])
    op.create_index("reports_dealt_at", "reports", ["dealt", "at"])
    op.create_index("reports_reported", "reports", ["reported"])
    op.create_index("reports_reporter", "reports", ["reporter"])
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


def _create_tournaments() -> None:
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
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="tournament_players_player_fk"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="tournament_players_tournament_fk"),
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
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="tournament_tables_table_id_fk"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="tournament_tables_tournament_fk"),
        sa.PrimaryKeyConstraint("tournament", "round", "number", name="tournament_tables_pk"),
        sa.UniqueConstraint("table_id", name="tournament_tables_table_id_key"),
    )


def _create_service() -> None:
    op.create_table(
        "service",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("downtime", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="service_pk"),
    )


def _protect_audit_log() -> None:
    trigger = SQLITE_TRIGGER
    if op.get_bind().dialect.name == "postgresql":
        op.execute(POSTGRESQL_FUNCTION)
        trigger = POSTGRESQL_TRIGGER
    for event in ("UPDATE", "DELETE"):
        op.execute(trigger.format(event=event))
