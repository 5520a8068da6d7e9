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
    Column("id", String(40), primary_key=True),  # secret: only its owner's signed cookie contains it
    Column("name", String(32), nullable=False),
    Column("login", String(64), unique=True),
    Column("password", String(200)),  # argon2
    Column("logouts", Integer, nullable=False, server_default="0"),  # from everywhere; cookies from before are invalid
    Column("created", BigInteger, nullable=False),
    Column("consent", Boolean, nullable=False, server_default="0"),  # finished matches may become puzzles
    Column("seen", BigInteger, nullable=False, server_default="0"),  # the last visit, for friends
    Column("handle", String(64), index=True, unique=True),  # the look-alike skeleton of a registered player's name
    Column("looks", String(64), index=True),  # the skeleton of everybody's name
    Column("former", String(32)),  # a name the player had to give up, until they choose another
    Column("moderator", Boolean, nullable=False, server_default="0"),
    Column("admin", Boolean, nullable=False, server_default="0"),  # who runs the server, from the page
    Column("silenced", BigInteger, nullable=False, server_default="0"),  # no chat before this time
    Column("closed", BigInteger),  # when a moderator closed the account
    Column("deleted", BigInteger),  # when its owner deleted it; the row stays for the matches
    Column("became", String(40), index=True),  # the account a guest has logged in to, for moderators
)

PLAYERS_GONE = or_(players.c.closed.is_not(None), players.c.deleted.is_not(None))
Index("players_gone", players.c.id, postgresql_where=PLAYERS_GONE, sqlite_where=PLAYERS_GONE)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the token, which itself is not stored
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("scope", String(10), nullable=False, server_default="play"),
    Column("expires", BigInteger, nullable=False, server_default="0"),
)

ended = Table(
    "ended",
    metadata,
    Column("session", String(32), primary_key=True),  # a logged-out session, whose cookie is invalid
    Column("at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),  # the link; whoever has it can open the table
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # the version the match is played under
    Column("options", JSON, nullable=False),
    Column("seed", String(20), nullable=False),  # 64 bits unsigned, which no SQL integer holds
    Column("start", JSON),  # the position a fork begins from
    Column("pace", JSON, nullable=False),
    Column("leave", String(10), nullable=False),
    Column("stand_in", String(40), nullable=False),  # the bot that takes over a seat someone left
    Column("hints", Boolean, nullable=False, server_default="1"),  # whether players may ask the strongest bot for hints
    Column("hinted", JSON, nullable=False, server_default="[]"),  # seats whose players have had a hint
    Column("prospects", Boolean, nullable=False, server_default="1"),  # whether the page shows score previews
    Column("public", Boolean, nullable=False),
    Column("host", String(40), nullable=False),  # the player who opened it
    Column("status", String(10), nullable=False),
    Column("turn", Integer, nullable=False),  # the seat that decides, -1: nobody
    Column("bot_turn", Boolean, nullable=False),  # whether that seat is a bot's
    Column("deadline", BigInteger),  # when its clock runs out, in served time
    Column("taken_over", JSON, nullable=False, server_default="[]"),  # seats that players have left to a bot
    Column("taken_at", JSON, nullable=False, server_default="[]"),  # for each of those: the bot's first decision
    Column("awaited", JSON, nullable=False, server_default="[]"),  # seats reserved for players who have not come yet
    Column("vacation", JSON, nullable=False, server_default="[]"),  # seats whose clocks are stopped
    Column("result", JSON),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("next", String(20)),  # the rematch
    Column("tournament", String(20)),  # the tournament it belongs to
    Column("rated", Boolean, nullable=False, server_default="0"),  # whether the match counts for ratings
    Column("finished", BigInteger),  # when a rated match was counted; unique and increasing
    Column("uncounted", String(10)),  # why a match does not count for ratings
    Index("tables_status_public_changed", "status", "public", "changed"),
    Index("tables_attention", "status", "bot_turn", "deadline"),
    Index("tables_host_id", "host", "id"),
    Index("tables_id_changed", "id", "changed", "status", "public"),  # covers the query for a player's tables
    Index("tables_rated_finished", "rated", "finished"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id")),
    Column("bot", String(40)),
    Column("name", String(32)),  # in an imported log
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "player"),
    Index("seats_player_table_id_seat", "player", "table_id", "seat"),  # covers the query for a player's tables
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column(
        "number", Integer, nullable=False
    ),  # 0, 1, 2 … without gaps; unique, so two processes cannot write the same one
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("value", Integer, nullable=False),  # the action, decisions taken back, yes or no, or how a player left
    Column("text", String(80)),  # the move in notation, readable without its rules
    Column("client", String(40)),  # the client's id of the message
    Column("at", BigInteger, nullable=False),  # served time
    Column("digest", String(16)),  # of the position afterwards, in some entries
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
    Column("table_id", ForeignKey("tables.id"), nullable=False),  # hidden from this player's list
    PrimaryKeyConstraint("player", "table_id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("asked", BigInteger, nullable=False),  # about when it was requested: its place in the queue (`FairOrder`)
    Column("progress", Float, nullable=False, server_default="0"),  # the part that is done
    Column("problem", Text),  # why it failed: a `Wording`, as JSON
    Column("made", Text),  # the review, as the page gets it
    Column("quality", JSON),  # by seat: the quality of its decisions
)
_unmade = and_(reviews.c.made.is_(None), reviews.c.problem.is_(None))
Index("reviews_unmade", reviews.c.asked, reviews.c.table_id, postgresql_where=_unmade, sqlite_where=_unmade)

studies = Table(
    "studies",
    metadata,
    Column("id", String(20), primary_key=True),  # whoever knows it may read it: it is the link
    Column("owner", ForeignKey("players.id"), nullable=False),  # who may change it
    Column("game", String(40), nullable=False),
    Column("title", String(80), nullable=False),  # the first line of its first comment
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
    Column("tried", Integer, nullable=False),  # first attempts
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
    Column("right", Boolean, nullable=False),  # in the first attempt, which counts
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
    Column("kind", String(120), nullable=False),  # the game, and the program version that can read it
    Column("process", String(8), nullable=False),  # the server that asks
    Column("body", LargeBinary, nullable=False),  # an encoded request: what one seat sees, and its legal actions
    Column("asked", BigInteger, nullable=False),  # by the database's clock, like all times here
    Column("expires", BigInteger, nullable=False),  # when nobody waits for the answer any more
    Column("taker", String(80)),  # the worker that has taken it
    Column("until", BigInteger, nullable=False),  # until then, unless the worker extends it
    Column("answer", LargeBinary),  # an encoded answer
)

# -------------------------------------------------------------------------------------------------------- notifications

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("address", String(254), nullable=False),  # confirmed by following a link
    Column("folded", String(254), nullable=False, index=True),  # normalised, for lookups
    Column("language", String(8), nullable=False),  # of e-mails to it
    Column("stop", String(64), nullable=False, unique=True),  # the key of the unsubscribe link
)

mail_links = Table(
    "mail_links",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the key in the e-mail, which itself is not stored
    Column("kind", String(10), nullable=False),  # confirm, reset
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("address", String(254), nullable=False),
    Column("mailbox", String(254), nullable=False),  # the address without a +suffix, for rate limits
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
    Column("table_id", String(20)),  # the table of a turn notification, which is not sent after the turn
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
    Column("mail_slow", Boolean, nullable=False),  # e-mails at correspondence tables
    Column("mail_live", Boolean, nullable=False),
    Column("push_slow", Boolean, nullable=False),
    Column("push_live", Boolean, nullable=False),
)

turns_told = Table(
    "turns_told",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column(
        "after", Integer, nullable=False
    ),  # the number of the player's last decision before the turn: one notification each
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "player", "after"),
)

feeds = Table(
    "feeds",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),  # part of the feed's address; whoever knows it may read
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
    Column("over", Boolean, nullable=False, server_default="0"),  # whether all clocks run again
    Index("vacations_over_ends", "over", "ends"),
)

push_keys = Table(
    "push_keys",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("private", Text, nullable=False),  # PEM: the VAPID key of this server
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
    Column("player", ForeignKey("players.id"), primary_key=True),  # who is looking for a match, one at a time
    Column("game", String(40), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("seats", JSON, nullable=False),  # acceptable numbers of players
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),  # at the start of the search
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # the last sign of life
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


# --------------------------------------------------------------------------------------------- moderation and accounts

hushed = Table(
    "hushed",
    metadata,
    Column("player", ForeignKey("players.id"), nullable=False),  # who mutes or blocks
    Column("other", ForeignKey("players.id"), nullable=False, index=True),  # whom; they are not told
    Column("kind", String(10), nullable=False),  # mute or block
    Column("id", String(20), nullable=False, unique=True),  # to undo it
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "other", "kind"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("reporter", ForeignKey("players.id"), nullable=False, index=True),
    Column("reported", ForeignKey("players.id"), nullable=False, index=True),
    Column("name", String(32), nullable=False),  # the reported player's name at the time
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("table_id", ForeignKey("tables.id")),
    Column("lines", JSON, nullable=False),  # the ids of the reported chat lines
    Column("context", JSON, nullable=False),  # copies of those lines and their neighbours
    Column("at", BigInteger, nullable=False),
    Column("dealt", BigInteger),  # when a moderator handled it
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

audit = Table(  # triggers refuse to change or delete rows
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", ForeignKey("players.id")),  # none: on the host's machine
    Column("by", String(32), nullable=False),  # the moderator's name at the time
    Column("action", String(12), nullable=False),
    Column("player", ForeignKey("players.id"), index=True),
    Column("name", String(32), nullable=False),  # the player's name at the time
    Column("report", ForeignKey("reports.id")),
    Column("until", BigInteger),
    Column("text", Text, nullable=False),  # why
    Column("table_id", String(20)),  # the table that was aborted
)

registration_codes = Table(
    "registration_codes",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the code, which itself is not stored
    Column("label", String(60), nullable=False),  # for the admins: whom it is for
    Column("uses", Integer, nullable=False),  # how many people may register with it
    Column("used", Integer, nullable=False, server_default="0"),  # how many have
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("holder", String(44), nullable=False),  # the player's handle for authenticators, not the id
    Column("credential", String(1400), nullable=False, unique=True),  # base64url
    Column("key", Text, nullable=False),  # public, COSE, base64url
    Column("signs", BigInteger, nullable=False),  # its signature counter
    Column("site", String(255), nullable=False),  # the host name it is for
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),  # of a challenge for a passkey, valid once
    Column("player", String(40), nullable=False),  # who asked for it, perhaps an unsaved guest
    Column("purpose", String(10), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

former_names = Table(
    "former_names",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the name of a deleted account
    Column("until", BigInteger, nullable=False),  # until then nobody else can take it
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(20), primary_key=True),  # the link; whoever has it can open the table
    Column("organizer", ForeignKey("players.id"), nullable=False, index=True),
    Column("title", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),  # per table
    Column("options", JSON, nullable=False),
    Column("pace", JSON, nullable=False),
    Column("system", String(12), nullable=False),
    Column("rounds", Integer, nullable=False),  # 0: automatic, set at the start; or an arena
    Column("minutes", Integer, nullable=False),  # of an arena
    Column("public", Boolean, nullable=False),
    Column("guests", Boolean, nullable=False),  # whether guests may join
    Column("late", Boolean, nullable=False),  # whether players may join after the start
    Column("rated", Boolean, nullable=False),  # whether its matches count for ratings
    Column("fill", String(40)),  # the bot that fills tables; none: smaller tables or byes
    Column("automatic", Boolean, nullable=False),  # whether rounds begin automatically
    Column("arrive", Integer, nullable=False),  # minutes to arrive at a table
    Column("seed", String(20), nullable=False),  # of pairings and tie-breaks
    Column("status", String(10), nullable=False),
    Column("round", Integer, nullable=False),  # how many rounds have been paired
    Column("starts", BigInteger),  # the start time; none: the organizer starts it
    Column("ends", BigInteger),  # the end of an arena
    Column("revision", Integer, nullable=False),  # the number of changes, for optimistic locking
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tournaments_status_changed", "status", "changed"),
)

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),  # by which `tournament_tables.players` refers to them
    Column("player", ForeignKey("players.id"), index=True),
    Column("bot", String(40)),
    Column("joined", Integer, nullable=False),  # rounds paired before they joined
    Column("withdrawn", Boolean, nullable=False),
    Column("missed", Integer, nullable=False),  # missed tables
    PrimaryKeyConstraint("tournament", "number"),
    UniqueConstraint("tournament", "player"),
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),  # from 0
    Column("number", Integer, nullable=False),  # within the round
    Column("table_id", ForeignKey("tables.id"), unique=True),  # none: a bye
    Column("players", JSON, nullable=False),  # by seat: the player's number, none for a bot that fills the table
    Column("places", JSON),  # by seat; none: no result yet
    Column("scores", JSON, nullable=False),  # by seat; empty if not played
    Column("absent", JSON, nullable=False),  # seats of no-shows
    Column("corrected", Boolean, nullable=False),  # by the organizer
    Column("opened", BigInteger, nullable=False),
    Column("until", BigInteger),  # the deadline to arrive, in served time
    Column("decided", BigInteger),
    PrimaryKeyConstraint("tournament", "round", "number"),
)

service = Table(
    "service",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("seen", BigInteger, nullable=False),  # when a server was last alive
    Column("downtime", BigInteger, nullable=False),  # total time without a server, in which clocks stood still
    Column("secret", String(64), nullable=False),  # signs cookies, if no other key is set
    Column("backed_up", BigInteger),  # when the last backup that was checked began
)
