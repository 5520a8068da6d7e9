"""Reads and writes tournaments in the database. Each function runs in a transaction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, bindparam, case, exists, func, or_, select, update

from ziggurat.server.protocol import Pace, Status, System, TournamentStatus
from ziggurat.server.refusals import NotAllowed, NotFound
from ziggurat.server.storage import schema
from ziggurat.server.tables.correspondence import is_correspondence, where_correspondence
from ziggurat.tournaments import StandingsRow, TableOutcome, arena_standings, standings

tournaments, players, tables = schema.tournaments, schema.tournament_players, schema.tournament_tables
# Statements that are executed often are built once: that takes longer than to execute them.
_TOURNAMENT = select(tournaments).where(tournaments.c.id == bindparam("id"))
_ENTRANTS = (
    select(players, schema.players.c.name, schema.players.c.handle)
    .join_from(players, schema.players, players.c.player == schema.players.c.id, isouter=True)
    .where(players.c.tournament == bindparam("id"))
    .order_by(players.c.number)
)
_TABLES = (
    select(tables, schema.tables.c.status, schema.tables.c.awaited, schema.tables.c.turn)
    .join_from(tables, schema.tables, tables.c.table_id == schema.tables.c.id, isouter=True)
    .where(tables.c.tournament == bindparam("id"))
    .order_by(tables.c.round, tables.c.number)
)
GRACE = 10 * 60_000  # milliseconds after an arena's end in which running matches still count


@dataclass(frozen=True)
class Entrant:
    """A person or a bot in a tournament."""

    number: int
    player: str | None
    bot: str | None
    name: str
    registered: bool
    joined: int
    withdrawn: bool
    missed: int

    @property
    def key(self) -> str:
        """The player's name in `ziggurat.tournaments`."""
        return str(self.number)


@dataclass(frozen=True)
class SeatedTable:
    """A table of a tournament, or a bye."""

    round: int
    number: int
    table_id: str | None
    players: list[int | None]
    places: list[int] | None
    scores: list[int]
    absent: list[int]
    corrected: bool
    opened: int
    until: int | None
    decided: int | None
    status: str
    awaited: list[int]
    turn: int

    def outcome(self) -> TableOutcome:
        """The result for the standings, once there is one."""
        seats = tuple(None if number is None else str(number) for number in self.players)
        return TableOutcome(self.round, seats, tuple(self.places or ()), tuple(self.scores), frozenset(self.absent))


@dataclass(frozen=True)
class TournamentState:
    """A tournament with its players and tables."""

    row: SimpleNamespace
    entrants: list[Entrant]
    tables: list[SeatedTable]

    @property
    def system(self) -> System:
        """The pairing system."""
        return System(self.row.system)

    @property
    def pace(self) -> Pace:
        """The pace of its matches."""
        return msgspec.convert(self.row.pace, Pace)

    @property
    def live(self) -> bool:
        """Whether players have to be present when a round begins; false by correspondence."""
        return not is_correspondence(self.pace)

    @property
    def undecided(self) -> list[SeatedTable]:
        """The tables without a result."""
        return [seated for seated in self.tables if seated.places is None]

    def outcomes(self) -> list[TableOutcome]:
        """All results, in the order in which they came."""
        decided = [seated for seated in self.tables if seated.places is not None]
        return [
            seated.outcome()
            for seated in sorted(decided, key=lambda seated: (seated.decided or 0, seated.round, seated.number))
        ]

    def lines(self) -> list[StandingsRow]:
        """The current standings."""
        keys = [entrant.key for entrant in self.entrants]
        if self.system is System.ARENA:
            return arena_standings(keys, self.outcomes(), int(self.row.seed))
        return standings(keys, self.outcomes(), self.system.value, int(self.row.seed))

    def in_order(self) -> list[str]:
        """The players who have not withdrawn, by standing."""
        there = {entrant.key for entrant in self.entrants if not entrant.withdrawn}
        return [line.player for line in self.lines() if line.player in there]

    def check_organizer(self, player: str | None) -> None:
        """Refuse everybody but the organizer."""
        if not is_organizer(self.row, player):
            raise NotAllowed("Only the organizer can do that.")

    def entrant_of(self, player: str | None) -> Entrant | None:
        """The entrant that is a player; None if they have not joined."""
        return next((entrant for entrant in self.entrants if player and entrant.player == player), None)


@dataclass(frozen=True)
class PlayerEntry:
    """A tournament as needed to join or leave it: the player's own entry, and how many others there are."""

    row: SimpleNamespace
    number: int | None  # None: they never joined
    joined: int
    withdrawn: bool
    present: int
    entered: int  # everybody who ever joined, including those who left
    next_number: int


def is_organizer(row: Any, player: str | None) -> bool:
    """Whether a player may run the tournament of a row."""
    return player is not None and row.organizer == player


def load(connection: Connection, tournament_id: str) -> TournamentState:
    """A tournament; refused if there is none with that id."""
    row = _row(connection, tournament_id)
    return TournamentState(row, _entrants(connection, tournament_id), _tables(connection, tournament_id))


def _row(connection: Connection, tournament_id: str) -> SimpleNamespace:
    possible = tournament_id.isascii() and tournament_id.isalnum()  # databases differ on other strings
    row = connection.execute(_TOURNAMENT, {"id": tournament_id}).first() if possible else None
    if row is None:
        raise NotFound("There is no such tournament.")
    return SimpleNamespace(**row._mapping)


def load_to_change(connection: Connection, tournament_id: str) -> TournamentState:
    """A tournament, locked until this transaction ends."""
    _lock(connection, tournament_id)
    return load(connection, tournament_id)


def load_entry_to_change(connection: Connection, tournament_id: str, player: str) -> PlayerEntry:
    """A tournament for one player, locked until this transaction ends.

    Players and tables are counted, not read: this runs in the writer thread, which all moves wait for.
    """
    _lock(connection, tournament_id)
    row = _row(connection, tournament_id)
    here = players.c.tournament == tournament_id
    own = connection.execute(select(players).where(here, players.c.player == player)).first()
    present = func.sum(case((players.c.withdrawn.is_(False), 1), else_=0))
    counted = connection.execute(select(func.count(), present, func.max(players.c.number)).where(here)).one()
    number, joined, withdrawn = (None, 0, False) if own is None else (own.number, own.joined, bool(own.withdrawn))
    last = -1 if counted[2] is None else counted[2]
    return PlayerEntry(row, number, joined, withdrawn, counted[1] or 0, counted[0], last + 1)


def _lock(connection: Connection, tournament_id: str) -> None:
    connection.execute(select(tournaments.c.id).where(tournaments.c.id == tournament_id).with_for_update())


def change(connection: Connection, state: TournamentState | PlayerEntry, at: int, **values: Any) -> None:
    """Change a tournament's row and raise its revision."""
    values |= {"revision": state.row.revision + 1, "changed": at}
    connection.execute(update(tournaments).where(tournaments.c.id == state.row.id).values(values))


def _entrants(connection: Connection, tournament_id: str) -> list[Entrant]:
    entrants, bots = [], Counter[str]()
    for row in connection.execute(_ENTRANTS, {"id": tournament_id}):
        bots[row.bot or ""] += 1
        suffix = f" {bots[row.bot]}" if row.bot and bots[row.bot] > 1 else ""
        name = f"{row.bot}{suffix}" if row.bot else row.name or ""
        entrants.append(
            Entrant(
                row.number,
                row.player,
                row.bot,
                name,
                row.handle is not None,
                row.joined,
                bool(row.withdrawn),
                row.missed,
            )
        )
    return entrants


def _tables(connection: Connection, tournament_id: str) -> list[SeatedTable]:
    return [
        SeatedTable(
            row.round,
            row.number,
            row.table_id,
            row.players,
            row.places,
            row.scores,
            row.absent,
            bool(row.corrected),
            row.opened,
            row.until,
            row.decided,
            row.status or Status.FINISHED,
            row.awaited or [],
            -1 if row.turn is None else row.turn,
        )
        for row in connection.execute(_TABLES, {"id": tournament_id})
    ]


def due(connection: Connection, at: int, served: int) -> list[str]:
    """The tournaments that may need a step: most running ones only wait for moves."""
    return list(connection.execute(_due(), {"at": at, "served": served}).scalars())


@cache
def _due() -> Select[Any]:
    begins = and_(tournaments.c.status == TournamentStatus.OPEN, tournaments.c.starts <= bindparam("at"))
    played = schema.tables
    waits = exists().where(tables.c.tournament == tournaments.c.id, tables.c.decided.is_(None))
    late = and_(played.c.status == Status.OPEN, tables.c.until <= bindparam("served"))
    over = waits.where(played.c.id == tables.c.table_id, or_(played.c.status == Status.FINISHED, late))
    by_letter = and_(tournaments.c.system == System.ROUND_ROBIN, where_correspondence(tournaments.c.pace))
    at_once = and_(by_letter, tournaments.c.round < tournaments.c.rounds)
    ready = or_(over, ~waits, tournaments.c.system == System.ARENA, at_once)
    goes_on = and_(tournaments.c.status == TournamentStatus.RUNNING, ready)
    return select(tournaments.c.id).where(or_(goes_on, begins))


def listed(connection: Connection, statuses: list[str], player: str | None, limit: int, since: int = 0) -> list[Any]:
    """The tournaments a player may see in a list, the last changed first.

    Only the organizer sees one without a start time in which nothing has happened since `since`.
    """
    joined = select(players.c.tournament).where(players.c.player == (player or ""))
    own = tournaments.c.organizer == (player or "")
    seen = or_(tournaments.c.public, own, tournaments.c.id.in_(joined))
    alive = or_(tournaments.c.changed >= since, tournaments.c.starts.is_not(None), own)
    query: Select[Any] = select(tournaments).where(tournaments.c.status.in_(statuses), seen, alive)
    return list(connection.execute(query.order_by(tournaments.c.changed.desc(), tournaments.c.id).limit(limit)))
