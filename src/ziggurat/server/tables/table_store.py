"""Tables, seats and journals in the database. Each function runs in a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, Text, and_, cast, func, or_, select, update

import ziggurat
from ziggurat.bots import LEVELS
from ziggurat.server.protocol import Leave, Pace, Seat, SeatKind, Status, Table
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.refusals import NotFound
from ziggurat.server.storage import schema
from ziggurat.server.tables import results
from ziggurat.server.tables.sitting import Entry, Plan, Sitting

tables = schema.tables
seats = schema.seats
players = schema.players
journal = schema.journal


@dataclass(frozen=True)
class Chair:
    """A seat and who has it."""

    player: str | None
    bot: str | None
    name: str
    registered: bool = False
    rating: float | None = None  # in the table's game: now, or as of the end of a rated match
    deviation: float = 0.0
    before: float | None = None  # the rating before a rated match that is over


@dataclass(frozen=True)
class Stored:
    """A table's row and its seats."""

    row: SimpleNamespace
    chairs: list[Chair]

    def plan(self) -> Plan:
        """What the match is played by."""
        row = self.row
        return Plan(
            game=row.game,
            rules=row.rules,
            seats=len(self.chairs),
            options=row.options,
            seed=int(row.seed),
            start=row.start,
            pace=msgspec.convert(row.pace, Pace),
            leave=Leave(row.leave),
            stand_in=row.stand_in,
            rated=row.rated,
            bots=tuple(chair.bot for chair in self.chairs),
        )

    def seat_of(self, player: str | None) -> int:
        """The seat of a player; -1: a spectator."""
        return next((seat for seat, chair in enumerate(self.chairs) if player and chair.player == player), -1)

    @property
    def awaited(self) -> list[int]:
        """The seats kept for those to whom a rematch is offered, until they have come."""
        return list(self.row.awaited)

    @property
    def listed(self) -> bool:
        """Whether the lobby shows the table: not while it is an offer to somebody."""
        return bool(self.row.public) and not self.awaited

    @property
    def full(self) -> bool:
        """Whether nobody is missing."""
        return not self.awaited and all(chair.player or chair.bot for chair in self.chairs)

    def kind_of(self, player: str | None) -> str | None:
        """Whom a table is told to: who sits there, or has opened it, or anybody else, to whom it is all the same."""
        return player if player == self.row.host or self.seat_of(player) >= 0 else None

    def for_player(self, player: str | None) -> Table:
        """The table as a player may know it."""
        row = self.row
        return Table(
            id=row.id,
            game=row.game,
            rules=row.rules,
            options=_options_today(row.game, row.options),
            seats=[self._seat(number, chair, player) for number, chair in enumerate(self.chairs)],
            pace=msgspec.convert(row.pace, Pace),
            leave=Leave(row.leave),
            hints=row.hints,
            prospects=row.prospects,
            public=row.public,
            status=Status(row.status),
            turn=row.turn,
            created=row.created,
            changed=row.changed,
            yours=player is not None and row.host == player,
            result=None if row.result is None else results.read_result(row.result),
            next=row.next,
            deadline=None if row.deadline is None else row.deadline + row.downtime,
            vacation=list(row.vacation),
            tournament=row.tournament,
            rated=row.rated,
            uncounted=row.uncounted or "",
        )

    def _seat(self, number: int, chair: Chair, player: str | None) -> Seat:
        you = chair.player is not None and chair.player == player
        known: dict[str, Any] = {"registered": chair.registered, **_rating_of(chair)}
        if number in self.awaited:
            return Seat(number, SeatKind.PERSON, chair.name, you, awaited=True, **known)
        if number in self.row.taken_over:
            stand_in, at = self.row.stand_in, self._left_at(number)
            return Seat(number, SeatKind.BOT, stand_in, you, left=chair.name, left_at=at, **known)
        kind = SeatKind.BOT if chair.bot else SeatKind.PERSON if chair.player else SeatKind.OPEN
        return Seat(number, kind, chair.name, you, **known)

    def _left_at(self, seat: int) -> int:
        known = dict(zip(self.row.taken_over, self.row.taken_at, strict=False))  # earlier versions did not keep it
        return int(known.get(seat, 0))


def _rating_of(chair: Chair) -> dict[str, Any]:
    """What others are told of a rating: whole numbers, of registered people and levels."""
    if chair.rating is None or not (chair.registered or chair.bot):
        return {}
    before = None if chair.before is None else round(chair.before)
    provisional = chair.bot is None and rated_match.is_provisional(Rating(chair.rating, chair.deviation))
    return {"rating": round(chair.rating), "provisional": provisional, "before": before}


def _options_today(game: str, options: dict[str, Any]) -> dict[str, Any]:
    return ziggurat.game(game).name_options(options) if game in ziggurat.game_names() else options


def load_tables(connection: Connection, query: Select[Any]) -> list[Stored]:
    """The tables that a query finds, with their seats."""
    rows = connection.execute(query).all()
    downtime = connection.execute(select(schema.service.c.downtime)).scalar_one_or_none() or 0
    found = []
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        chairs = _load_chairs(connection, some)
        found += [Stored(SimpleNamespace(**row._mapping, downtime=downtime), chairs[row.id]) for row in some]
    return found


def _load_chairs(connection: Connection, rows: Sequence[Any]) -> dict[str, list[Chair]]:
    """Who sits at some tables."""
    sitting = _load_sitting(connection, [row.id for row in rows])
    known = _load_ratings(connection, list(rows), sitting)
    chairs: dict[str, list[Chair]] = {row.id: [] for row in rows}
    for chair in sitting:
        name = chair.name or chair.bot or chair.told or ""
        chairs[chair.table_id].append(Chair(chair.player, chair.bot, name, chair.handle is not None, *known(chair)))
    return chairs


class _Sitting(NamedTuple):
    table_id: str
    seat: int
    player: str | None
    bot: str | None
    told: str | None
    name: str | None = None
    handle: str | None = None


def _load_sitting(connection: Connection, ids: list[str]) -> list[_Sitting]:
    """Who sits at tables, in order; people by themselves: joined to many tables, all of them would be read."""
    columns = (seats.c.table_id, seats.c.seat, seats.c.player, seats.c.bot, seats.c.name)
    query = select(*columns).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    sitting = [_Sitting(*row) for row in connection.execute(query)]
    people = {chair.player for chair in sitting if chair.player is not None}
    query = select(players.c.id, players.c.name, players.c.handle).where(players.c.id.in_(people))
    named = {row.id: (row.name, row.handle) for row in connection.execute(query)} if people else {}
    found = []
    for chair in sitting:
        name, handle = named.get(chair.player or "", (None, None))
        found.append(chair._replace(name=name, handle=handle))
    return found


def _load_ratings(connection: Connection, rows: list[Any], sitting: Sequence[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Says of a seat what the rating there is, how sure, and what it was before a rated match that is over."""
    games = {row.id: row.game for row in rows}
    then = schema.rating_changes
    counted = [row.id for row in rows if row.finished is not None]
    ended = select(then).where(then.c.table_id.in_(counted))
    made = {(row.table_id, row.seat): row for row in connection.execute(ended)} if counted else {}
    subjects = {_subject(chair) for chair in sitting if chair.handle is not None or chair.bot in LEVELS}
    own = schema.ratings
    query = select(own).where(own.c.game.in_(set(games.values())), own.c.subject.in_(subjects))
    now = {(row.game, row.subject): row for row in connection.execute(query)} if subjects else {}

    def known(chair: Any) -> tuple[Any, ...]:
        change = made.get((chair.table_id, chair.seat))
        if change is not None:
            return change.rating, change.deviation, change.before
        found = now.get((games[chair.table_id], _subject(chair)))
        if found is not None:
            return found.rating, found.deviation, None
        if chair.bot in LEVELS:
            return (*rated_match.first(games[chair.table_id], _subject(chair)), None)
        return None, 0.0, None

    return known


def _subject(chair: Any) -> str:
    return f"{rated_match.A_BOT}{chair.bot}" if chair.bot else str(chair.player)


def load_table(connection: Connection, table_id: str) -> Stored:
    """A table, or a refusal. What cannot be an id is not asked for: databases differ in what they make of it."""
    possible = table_id.isascii() and table_id.isalnum()
    found = load_tables(connection, select(tables).where(tables.c.id == table_id)) if possible else []
    if not found:
        raise NotFound("There is no such table.")
    return found[0]


def load_journal(connection: Connection, table_id: str, after: int = -1, until: int | None = None) -> list[Entry]:
    """The journal of a table, from an entry on, or the beginning of it."""
    columns = [journal.c[name] for name in Entry._fields]
    query = select(*columns).where(journal.c.table_id == table_id, journal.c.number > after).order_by(journal.c.number)
    if until is not None:
        query = query.where(journal.c.number < until)
    return [Entry(*row) for row in connection.execute(query)]


def in_need(connection: Connection, since: int) -> list[tuple[str, str]]:
    """The running tables, each with its game, where a bot is to decide or a clock is running.

    Where nothing has changed since a moment bots have stopped (see `LiveTable.abandoned`), unless a turn may take days
    or a tournament waits for the end.
    """
    lasting = or_(cast(tables.c.pace, Text).like('%"turn"%'), tables.c.tournament.is_not(None))
    awaited = or_(tables.c.changed > since, lasting)
    needy = or_(and_(tables.c.bot_turn, awaited), tables.c.deadline.is_not(None))
    query = select(tables.c.id, tables.c.game).where(tables.c.status == Status.RUNNING, needy)
    return [(row.id, row.game) for row in connection.execute(query)]


def is_bots_turn(connection: Connection, table_id: str) -> bool:
    """Whether a bot is to decide at a table."""
    query = select(tables.c.bot_turn).where(tables.c.id == table_id, tables.c.status == Status.RUNNING)
    return bool(connection.execute(query).scalar_one_or_none())


def touch(connection: Connection, table_id: str, now: int) -> None:
    """Somebody has looked at an open table."""
    mine = update(tables).where(tables.c.id == table_id, tables.c.status == Status.OPEN, tables.c.changed < now)
    connection.execute(mine.values(changed=now))


def count_unfinished(connection: Connection, player: str, since: int) -> int:
    """How many unfinished tables a player has opened at which something has happened since a moment."""
    unfinished = tables.c.status.in_([Status.OPEN, Status.RUNNING])
    query = select(func.count()).where(tables.c.host == player, unfinished, tables.c.changed >= since)
    return int(connection.execute(query).scalar_one())


def running_seats(connection: Connection, player: str, game: str) -> list[tuple[str, int]]:
    """The running tables of a game at which a player sits, and where."""
    query = select(tables.c.id, seats.c.seat).join(seats, seats.c.table_id == tables.c.id)
    mine = query.where(seats.c.player == player, tables.c.status == Status.RUNNING, tables.c.game == game)
    return [(table_id, seat) for table_id, seat in connection.execute(mine)]


AT_ONCE = 250  # tables that are read by one statement: of more, PostgreSQL would rather read everybody's seats


def unfinished_seats(connection: Connection, player: str) -> list[tuple[str, str]]:
    """The tables at which a player sits and that are not finished, each with its status."""
    query = select(tables.c.id, tables.c.status).join(seats, seats.c.table_id == tables.c.id)
    mine = query.where(seats.c.player == player, tables.c.status != Status.FINISHED)
    return [(table_id, status) for table_id, status in connection.execute(mine)]


def row_of(sitting: Sitting, now: int) -> dict[str, Any]:
    """What a sitting changes in its table's row."""
    return {
        "status": Status.FINISHED if sitting.over else Status.RUNNING,
        "turn": sitting.actor,
        "bot_turn": sitting.actor_is_bot,
        "deadline": sitting.deadline(),
        "taken_over": list(sitting.taken_over),
        "vacation": sorted(sitting.clocks.still),
        "taken_at": list(sitting.taken_at),
        "result": None if sitting.result is None else msgspec.to_builtins(sitting.result),
        "changed": now,
    }
