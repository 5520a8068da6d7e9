"""The tables of the database, one description for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "fk": "%(table_name)s_%(column_0_N_name)s_fk",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(40), primary_key=True),  # secret: it never leaves the server but in its owner's signed cookie
    Column("name", String(32), nullable=False),
    Column("login", String(64), unique=True),
    Column("password", String(200)),  # argon2
    Column("logouts", Integer, nullable=False, server_default="0"),  # everywhere; cookies made before are worthless
    Column("created", BigInteger, nullable=False),
    Column("consent", Boolean, nullable=False, server_default="0"),  # finished matches may become puzzles
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the token; the token itself is not kept
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("scope", String(10), nullable=False, server_default="play"),
    Column("expires", BigInteger, nullable=False, server_default="0"),
)

ended = Table(
    "ended",
    metadata,
    Column("session", String(32), primary_key=True),  # of a cookie that was logged out: it is worth nothing any more
    Column("at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),  # whoever knows it may come: it is the link
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # the version the match is played under
    Column("options", JSON, nullable=False),
    Column("seed", String(20), nullable=False),  # 64 bits without a sign, which no SQL integer holds
    Column("start", JSON),  # the position a fork begins from
    Column("pace", JSON, nullable=False),
    Column("leave", String(10), nullable=False),
    Column("stand_in", String(40), nullable=False),  # the bot that takes over a seat someone left
    Column("hints", Boolean, nullable=False, server_default="1"),  # whether people may ask the strongest bot
    Column("prospects", Boolean, nullable=False, server_default="1"),  # whether the page may count for people
    Column("public", Boolean, nullable=False),
    Column("host", String(40), nullable=False),  # the player who opened it
    Column("status", String(10), nullable=False),
    Column("turn", Integer, nullable=False),  # the seat that decides, -1: nobody
    Column("bot_turn", Boolean, nullable=False),  # whether that seat is a bot's
    Column("deadline", BigInteger),  # when its clock runs out, in served time
    Column("taken_over", JSON, nullable=False, server_default="[]"),  # seats that people have left to a bot
    Column("awaited", JSON, nullable=False, server_default="[]"),  # seats kept for those a rematch is offered to
    Column("result", JSON),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("next", String(20)),  # the rematch
    Index("tables_status_public_changed", "status", "public", "changed"),
    Index("tables_attention", "status", "bot_turn", "deadline"),
    Index("tables_host", "host"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), index=True),
    Column("bot", String(40)),
    Column("name", String(32)),  # of somebody who has never been here: a log that was brought tells it
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "player"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),  # 0, 1, 2 … without gaps: two writers cannot both have written one
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column(
        "value", Integer, nullable=False
    ),  # the action, how many decisions are taken back, yes and no, or how somebody left
    Column("text", String(80)),  # the move in words, readable when its rules are gone
    Column("client", String(40)),  # what the sender called it
    Column("at", BigInteger, nullable=False),  # served time
    Column("digest", String(16)),  # of the position afterwards, now and then
    PrimaryKeyConstraint("table_id", "number"),
    UniqueConstraint("table_id", "seat", "client"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),  # -1: a spectator
    Column("player", String(40), nullable=False),
    Column("name", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("client", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "player", "client"),
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "player"),
)

hidden = Table(
    "hidden",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),  # that this player has put away
    PrimaryKeyConstraint("player", "table_id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("asked", BigInteger, nullable=False),  # when it was first asked for: the order in which they are made
    Column("progress", Float, nullable=False, server_default="0"),  # the part that is done, as of a moment ago
    Column("problem", Text),  # why there is none: a `Wording`, as JSON
    Column("made", Text),  # the review, as the page is told it
    Column("quality", JSON),  # by seat: how well it decided, by what it knew
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(20), primary_key=True),  # whoever knows it may read it: it is the link
    Column("owner", ForeignKey("players.id"), nullable=False),  # who may change it
    Column("game", String(40), nullable=False),
    Column("title", String(80), nullable=False),  # the first line of what is said at its beginning
    Column("text", Text, nullable=False),  # a log with variations (docs/logs.md)
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("studies_owner_changed", "owner", "changed"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("game", String(40), nullable=False),
    Column("id", String(20), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tried", Integer, nullable=False),  # by so many, the first time each
    Column("solved", Integer, nullable=False),
    PrimaryKeyConstraint("game", "id"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    PrimaryKeyConstraint("player", "game"),
)

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("puzzle", String(20), nullable=False),
    Column("right", Boolean, nullable=False),  # the first time, which is the one that counts
    Column("rating", Float, nullable=False),  # the player's, after it
    Column("at", BigInteger, nullable=False),
    Column("again", BigInteger, nullable=False),  # when it was last tried
    PrimaryKeyConstraint("player", "game", "puzzle"),
)

puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("date", String(10), nullable=False),  # of the daily puzzle
    Column("right", Boolean, nullable=False),
    PrimaryKeyConstraint("player", "date"),
)

service = Table(
    "service",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("seen", BigInteger, nullable=False),  # when a server was last alive
    Column("downtime", BigInteger, nullable=False),  # how long no server was, in all: clocks stood still
    Column("secret", String(64), nullable=False),  # signs cookies, if no other key is set
)
