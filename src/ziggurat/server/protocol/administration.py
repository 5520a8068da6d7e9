"""HTTP: the admin page."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName
from ziggurat.server.protocol.shared import Table
from ziggurat.server.protocol.tournaments import TournamentListed

Why = Annotated[str, Meta(max_length=1000)]


class LoggedProblem(Answer, frozen=True):
    """A warning or an error in the log."""

    at: int
    level: str  # warning or error
    text: str


class AdminProcess(Answer, frozen=True):
    """A process of the server."""

    version: str
    started: int
    connections: int
    leading: bool  # whether it runs bots and clocks


class AdminStatus(Answer, frozen=True):
    """How the server is. Sizes are in bytes; people, bots and problems are those of the process that answers."""

    version: str
    started: int  # when this process began
    processes: list[AdminProcess]  # all that were heard from lately, the one that answers first
    database: str  # SQLite or PostgreSQL
    database_bytes: int
    schema: str  # its revision
    disk_free: int | None  # where the SQLite file is; none for PostgreSQL, which is elsewhere
    backed_up: int | None  # when the last good backup began
    backup_old: bool  # whether that is too long ago
    players: int  # registered
    connections: int  # to all processes
    people: int  # different players who are connected
    running: int  # matches
    bots_waiting: int
    bots_at_once: int
    reviews_waiting: int
    mail_waiting: int
    push_waiting: int
    mail: bool  # whether e-mail is set up
    problems: list[LoggedProblem]  # the latest first


class AdminPlayer(Answer, frozen=True):
    """A registered player, as admins see them."""

    name: str
    login: str
    created: int
    seen: int
    moderator: bool
    closed: bool
    admin: bool


class AdminPlayers(Answer, frozen=True):
    """The players that were found; `more`: there are others, so that a longer text finds them."""

    players: list[AdminPlayer]
    more: bool


class PlayerAction(StrEnum):
    """What an admin can do with a player."""

    RENAME = "rename"
    RESET = "reset"
    CLOSE = "close"
    REOPEN = "reopen"
    DELETE = "delete"
    ADMIN = "admin"
    UNADMIN = "unadmin"
    APPOINT = "appoint"
    UNAPPOINT = "unappoint"


class PlayerDecision(Body, frozen=True):
    """An action on a registered player; `name` is the new name of `rename`, `why` goes into the audit log."""

    player: PlayerName
    action: PlayerAction
    name: PlayerName | None = None
    why: Why = ""


class PlayerDecided(Answer, frozen=True):
    """The player afterwards (none: deleted), and the link of `reset`, which is shown only once."""

    player: AdminPlayer | None
    link: str = ""


class NewPlayer(Body, frozen=True):
    """A player to register; they choose their password by a link."""

    login: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Annotated[str, Meta(max_length=32)] = ""


class AdminInvitation(Answer, frozen=True):
    """An invitation to register."""

    id: str
    label: str
    uses: int
    used: int
    created: int
    expires: int


class AdminInvitations(Answer, frozen=True):
    """All invitations, the newest first."""

    invitations: list[AdminInvitation]


class NewInvitation(Body, frozen=True):
    """An invitation for so many people and days; the label is for the admins' list."""

    label: Annotated[str, Meta(max_length=60)] = ""
    uses: Annotated[int, Meta(ge=1, le=1000)] = 1
    days: Annotated[int, Meta(ge=1, le=365)] = 14


class MadeInvitation(Answer, frozen=True):
    """A new invitation; its code is told only once."""

    id: str
    code: str
    link: str


class AdminTables(Answer, frozen=True):
    """Tables as every spectator may see them; `more`: there are others, so that a longer text finds them."""

    tables: list[Table]
    more: bool


class AdminTournaments(Answer, frozen=True):
    """Tournaments, also those that only people with the link see; `more`: there are others."""

    tournaments: list[TournamentListed]
    more: bool


class TournamentCancel(Body, frozen=True):
    """Ends a tournament; the reason goes into the audit log."""

    why: Annotated[str, Meta(min_length=1, max_length=200)]


class TableAbort(Body, frozen=True):
    """Ends a match; its players read the reason."""

    why: Annotated[str, Meta(min_length=1, max_length=200)]
