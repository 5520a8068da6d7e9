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
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    or_,
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
    Column("seen", BigInteger, nullable=False, server_default="0"),  # when they were last here, for their friends
    Column("handle", String(64), index=True, unique=True),  # what a registered player's name looks like (`alike.looks`)
    Column("looks", String(64), index=True),  # the same of everybody
    Column("former", String(32)),  # the name a player had to give up, until they have chosen another
    Column("moderator", Boolean, nullable=False, server_default="0"),
    Column("silenced", BigInteger, nullable=False, server_default="0"),  # until then no chat
    Column("closed", BigInteger),  # when a moderator closed the account
    Column("deleted", BigInteger),  # when its owner did: the row stays, because matches do
    Column("became", String(40), index=True),  # the account a guest has logged in to: what moderators know goes along
)

PLAYERS_GONE = or_(players.c.closed.is_not(None), players.c.deleted.is_not(None))
Index("players_gone", players.c.id, postgresql_where=PLAYERS_GONE, sqlite_where=PLAYERS_GONE)

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
    Column("taken_at", JSON, nullable=False, server_default="[]"),  # for each of them: the bot's first decision
    Column("awaited", JSON, nullable=False, server_default="[]"),  # seats kept for those a rematch is offered to
    Column("vacation", JSON, nullable=False, server_default="[]"),  # seats whose clocks stand still
    Column("result", JSON),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("next", String(20)),  # the rematch
    Column("tournament", String(20)),  # the one it is a table of
    Column("rated", Boolean, nullable=False, server_default="0"),  # whether the match is to count
    Column("finished", BigInteger),  # a rated one: when it was counted, each a moment after the one before
    Column("uncounted", String(10)),  # why it does not count all the same
    Index("tables_status_public_changed", "status", "public", "changed"),
    Index("tables_attention", "status", "bot_turn", "deadline"),
    Index("tables_host_id", "host", "id"),
    Index("tables_id_changed", "id", "changed", "status", "public"),  # all that is asked of somebody's many tables
    Index("tables_rated_finished", "rated", "finished"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id")),
    Column("bot", String(40)),
    Column("name", String(32)),  # of somebody who has never been here: a log that was brought tells it
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "player"),
    Index("seats_player_table_id_seat", "player", "table_id", "seat"),  # somebody's many tables without reading each
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
    Column("player", String(40), nullable=False, index=True),
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
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
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
_unmade = and_(reviews.c.made.is_(None), reviews.c.problem.is_(None))
Index("reviews_unmade", reviews.c.asked, reviews.c.table_id, postgresql_where=_unmade, sqlite_where=_unmade)

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

questions = Table(
    "questions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(120), nullable=False),  # the game, and the version of the program that can read it
    Column("process", String(8), nullable=False),  # the server that asks
    Column("body", LargeBinary, nullable=False),  # a `thinker.Question`: what one seat sees, and what it may do
    Column("asked", BigInteger, nullable=False),  # by the database's own clock, as all times here
    Column("expires", BigInteger, nullable=False),  # when nobody waits for the answer any more
    Column("taker", String(80)),  # the thinker that has it
    Column("until", BigInteger, nullable=False),  # how long it has it, if it does not say that it still thinks
    Column("answer", LargeBinary),  # a `questions.Answer`
)

# ------------------------------------------------------------------------------------ how people are told of their turn

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("address", String(254), nullable=False),  # confirmed: whoever reads it has followed the link
    Column("folded", String(254), nullable=False, index=True),  # by which it is found, however it was written
    Column("language", String(8), nullable=False),  # that letters to it are written in
    Column("stop", String(64), nullable=False, unique=True),  # the key in every letter by which it is the last
)

mail_links = Table(
    "mail_links",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the key in a letter; the key itself is not kept
    Column("kind", String(10), nullable=False),  # confirm, reset
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("address", String(254), nullable=False),
    Column("mailbox", String(254), nullable=False),  # where it is read, whatever is added to the name: for counting
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", Boolean, nullable=False, server_default="0"),
    Index("mail_links_mailbox_created", "mailbox", "created"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("channel", String(10), nullable=False),  # mail, push
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("target", String(254), nullable=False),  # an address, or the id of a subscription
    Column("content", Text, nullable=False),  # JSON: what the channel sends
    Column("table_id", String(20)),  # of a turn that it tells of; it is not sent when that has passed
    Column("after", Integer),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the endpoint, which is too long for an index
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

wishes = Table(
    "wishes",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("mail_slow", Boolean, nullable=False),  # letters at tables where a turn may take days
    Column("mail_live", Boolean, nullable=False),
    Column("push_slow", Boolean, nullable=False),
    Column("push_live", Boolean, nullable=False),
)

turns_told = Table(
    "turns_told",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("after", Integer, nullable=False),  # the number of the player's last decision before: a turn is told once
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "player", "after"),
)

feeds = Table(
    "feeds",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),  # whoever knows it may read: it is the address
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False, server_default="0"),  # whether all clocks go on
    Index("vacations_over_ends", "over", "ends"),
)

push_keys = Table(
    "push_keys",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("private", Text, nullable=False),  # PEM: the key by which push services know this server
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("subject", String(48), nullable=False),  # a player's id, or `bot:` and a level
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("game", "subject"),
    Index("ratings_game_rating_deviation_subject", "game", "rating", "deviation", "subject"),
    Index("ratings_subject", "subject"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("subject", String(48), nullable=False),
    Column("at", BigInteger, nullable=False),  # as `tables.finished`
    Column("before", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("rating_changes_subject_game_at", "subject", "game", "at"),
)

seekers = Table(
    "seekers",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),  # who looks for a match: for one at a time
    Column("game", String(40), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("seats", JSON, nullable=False),  # the numbers of players they would play with
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),  # when they began to look
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when they were last there
    Column("table_id", ForeignKey("tables.id")),  # where they were seated
)

follows = Table(
    "follows",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("followed", ForeignKey("players.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "followed"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),  # who is invited
    Column("host", ForeignKey("players.id"), nullable=False),  # by whom
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "player"),
)


# ---------------------------------------------------------------------------------------------- peace, and the account

hushed = Table(
    "hushed",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),  # who does not want to hear
    Column("other", ForeignKey("players.id"), nullable=False, index=True),  # whom; they never learn of it
    Column("kind", String(10), nullable=False),  # mute or block
    Column("id", String(20), nullable=False, unique=True),  # by which it is taken back
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "other", "kind"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("reporter", ForeignKey("players.id"), nullable=False, index=True),
    Column("reported", ForeignKey("players.id"), nullable=False, index=True),
    Column("name", String(32), nullable=False),  # what the reported was called then
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("table_id", ForeignKey("tables.id")),
    Column("lines", JSON, nullable=False),  # the ids of the chat lines it points at
    Column("context", JSON, nullable=False),  # they and those around them, as they were said
    Column("at", BigInteger, nullable=False),
    Column("dealt", BigInteger),  # when a moderator did something about it
    Index("reports_dealt_at", "dealt", "at"),
    Index("reports_at_id", "at", "id"),
)

warnings = Table(
    "warnings",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("acknowledged", BigInteger),
)

audit = Table(  # triggers refuse to change or to delete a row (migration 0014)
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", ForeignKey("players.id")),  # none: on the host's machine
    Column("by", String(32), nullable=False),  # what the moderator was called then
    Column("action", String(12), nullable=False),
    Column("player", ForeignKey("players.id"), index=True),
    Column("name", String(32), nullable=False),  # what they were called then
    Column("report", ForeignKey("reports.id")),
    Column("until", BigInteger),
    Column("text", Text, nullable=False),  # why
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("holder", String(44), nullable=False),  # the player, as authenticators are told: not the id
    Column("credential", String(1400), nullable=False, unique=True),  # base64url
    Column("key", Text, nullable=False),  # public, COSE, base64url
    Column("signs", BigInteger, nullable=False),  # how often it has signed, by its own count
    Column("site", String(255), nullable=False),  # the name of this server that it is for
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),  # of what a passkey is to sign, once
    Column("player", String(40), nullable=False),  # who asked for it, perhaps a guest nobody remembers
    Column("purpose", String(10), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

former_names = Table(
    "former_names",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the name of a deleted account
    Column("until", BigInteger, nullable=False),  # before then nobody else is called so
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(20), primary_key=True),  # whoever knows it may come: it is the link
    Column("organizer", ForeignKey("players.id"), nullable=False, index=True),
    Column("title", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),  # at a table
    Column("options", JSON, nullable=False),
    Column("pace", JSON, nullable=False),
    Column("system", String(12), nullable=False),
    Column("rounds", Integer, nullable=False),  # 0: as many as it takes, which is known at the start; or an arena
    Column("minutes", Integer, nullable=False),  # of an arena
    Column("public", Boolean, nullable=False),
    Column("guests", Boolean, nullable=False),  # whether people without an account may join
    Column("late", Boolean, nullable=False),  # whether people may join after the start
    Column("rated", Boolean, nullable=False),  # whether its matches count for ratings
    Column("fill", String(40)),  # the bot that completes tables; none: smaller tables, or somebody sits out
    Column("automatic", Boolean, nullable=False),  # whether the next round begins by itself
    Column("arrive", Integer, nullable=False),  # minutes in which people have to come to their table
    Column("seed", String(20), nullable=False),  # of its pairings and lots
    Column("status", String(10), nullable=False),
    Column("round", Integer, nullable=False),  # how many rounds have been paired
    Column("starts", BigInteger),  # when it begins by itself
    Column("ends", BigInteger),  # when an arena opens no more tables
    Column("revision", Integer, nullable=False),  # how often it has changed: whoever changes it says what they saw
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tournaments_status_changed", "status", "changed"),
)

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),  # by which the tables of the tournament name them
    Column("player", ForeignKey("players.id"), index=True),
    Column("bot", String(40)),
    Column("joined", Integer, nullable=False),  # how many rounds had been paired by then
    Column("withdrawn", Boolean, nullable=False),
    Column("missed", Integer, nullable=False),  # tables they did not come to
    PrimaryKeyConstraint("tournament", "number"),
    UniqueConstraint("tournament", "player"),
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),  # from 0
    Column("number", Integer, nullable=False),  # within the round
    Column("table_id", ForeignKey("tables.id"), unique=True),  # none: somebody sits out
    Column("players", JSON, nullable=False),  # by seat: the number of the player, none for a bot that fills up
    Column("places", JSON),  # by seat; none: not decided
    Column("scores", JSON, nullable=False),  # by seat, of the match, if it was played
    Column("absent", JSON, nullable=False),  # seats whose players did not come
    Column("corrected", Boolean, nullable=False),  # by the organizer
    Column("opened", BigInteger, nullable=False),
    Column("until", BigInteger),  # when those who have not come lose, in served time
    Column("decided", BigInteger),
    PrimaryKeyConstraint("tournament", "round", "number"),
)

service = Table(
    "service",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("seen", BigInteger, nullable=False),  # when a server was last alive
    Column("downtime", BigInteger, nullable=False),  # how long no server was, in all: clocks stood still
    Column("secret", String(64), nullable=False),  # signs cookies, if no other key is set
)
