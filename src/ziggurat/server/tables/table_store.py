"""Tables, seats and journals in the database. Each function runs in a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select, update

from ziggurat.bots import LEVELS
from ziggurat.server.protocol import Leave, Pace, Seat, SeatKind, Status, Table
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.refusals import NotFound
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import DOWNTIME
from ziggurat.server.tables import results
from ziggurat.server.tables.correspondence import where_correspondence
from ziggurat.server.tables.sitting import Entry, MatchRow, Plan, Sitting

tables = schema.tables
seats = schema.seats
players = schema.players
journal = schema.journal

# Statements that are executed often are built once: that takes longer than to execute them.
_TABLE = select(tables).where(tables.c.id == bindparam("table"))
_SEATS = (
    select(seats.c.table_id, seats.c.seat, seats.c.player, seats.c.bot, seats.c.name)
    .where(seats.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(seats.c.table_id, seats.c.seat)
)
_NAMES = select(players.c.id, players.c.name, players.c.handle).where(
    players.c.id.in_(bindparam("players", expanding=True))
)
_CHANGES = select(schema.rating_changes).where(
    schema.rating_changes.c.table_id.in_(bindparam("tables", expanding=True))
)
_RATINGS = select(schema.ratings).where(
    schema.ratings.c.game.in_(bindparam("games", expanding=True)),
    schema.ratings.c.subject.in_(bindparam("subjects", expanding=True)),
)
_JOURNAL = (
    select(*(journal.c[name] for name in Entry._fields))
    .where(journal.c.table_id == bindparam("table"), journal.c.number > bindparam("after"))
    .order_by(journal.c.number)
)

# Until the first release the rules of these games were called 2; the same rules are 1 now. A match stored under that
# number goes on, but its record was laid out otherwise, so that the digests in its journal say nothing any more.
RENUMBERED_RULES = {("amyitis", 2): 1, ("ur", 2): 1}  # only these two had earlier rules


@dataclass(frozen=True)
class Chair:
    """A seat and who has it."""

    player: str | None
    bot: str | None
    name: str
    registered: bool = False
    rating: float | None = None  # in the table's game: now, or after a rated match that is over
    deviation: float = 0.0
    before: float | None = None  # the rating before a rated match that is over


@dataclass(frozen=True)
class Stored:
    """A table's row and its seats."""

    row: SimpleNamespace
    chairs: list[Chair]

    def plan(self) -> Plan:
        """What is fixed when the match starts."""
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
            tournament=row.tournament is not None,
            bots=tuple(chair.bot for chair in self.chairs),
        )

    def seat_of(self, player: str | None) -> int:
        """The seat of a player; -1: a spectator."""
        return next((seat for seat, chair in enumerate(self.chairs) if player and chair.player == player), -1)

    def room_of(self, seat: int) -> int:
        """As which seat somebody chats: as a spectator (-1) if a bot has taken over, until the match is over."""
        left = seat in self.row.taken_over and self.row.status != Status.FINISHED
        return -1 if left else seat

    @property
    def awaited(self) -> list[int]:
        """The seats reserved for those who have not accepted a rematch yet."""
        return list(self.row.awaited)

    @property
    def listed(self) -> bool:
        """Whether the lobby shows the table: not while seats are reserved."""
        return bool(self.row.public) and not self.awaited

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return not self.awaited and all(chair.player or chair.bot for chair in self.chairs)

    def reader_key(self, player: str | None) -> str | None:
        """A key for readers who see the table alike: the player if they sit there or opened it, else None."""
        return player if player == self.row.host or self.seat_of(player) >= 0 else None

    def for_player(self, player: str | None) -> Table:
        """The table as a player may know it."""
        row = self.row
        return Table(
            id=row.id,
            game=row.game,
            rules=row.rules,
            options=row.options,
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
            begins=None if row.start is None else _start_scores(row.start),
        )

    def _seat(self, number: int, chair: Chair, player: str | None) -> Seat:
        you = chair.player is not None and chair.player == player
        details: dict[str, Any] = {"registered": chair.registered, **_rating_of(chair)}
        if number in self.awaited:
            return Seat(number, SeatKind.PERSON, chair.name, you, awaited=True, **details)
        if number in self.row.taken_over:
            stand_in, at = self.row.stand_in, self._left_at(number)
            return Seat(number, SeatKind.BOT, stand_in, you, left=chair.name, left_at=at, **details)
        kind = SeatKind.BOT if chair.bot else SeatKind.PERSON if chair.player else SeatKind.OPEN
        return Seat(number, kind, chair.name, you, **details)

    def _left_at(self, seat: int) -> int:
        left_at = dict(zip(self.row.taken_over, self.row.taken_at, strict=False))  # earlier versions did not store it
        return int(left_at.get(seat, 0))


def _start_scores(start: dict[str, Any]) -> list[int]:
    """The scores of a position, as far as it names them: Babel's follow from its temples."""
    players = start.get("players", [])
    return [player["score"] for player in players] if all("score" in player for player in players) else []


def _rating_of(chair: Chair) -> dict[str, Any]:
    """The public part of a rating: whole numbers, of registered people and bots."""
    if chair.rating is None or not (chair.registered or chair.bot):
        return {}
    before = None if chair.before is None else round(chair.before)
    provisional = chair.bot is None and rated_match.is_provisional(Rating(chair.rating, chair.deviation))
    return {"rating": round(chair.rating), "provisional": provisional, "before": before}


def load_tables(connection: Connection, query: Select[Any], **values: Any) -> list[Stored]:
    """The tables of a query, with their seats."""
    rows = connection.execute(query, values).all()
    downtime = connection.execute(DOWNTIME).scalar_one_or_none() or 0
    loaded = []
    for start in range(0, len(rows), AT_ONCE):
        batch = rows[start : start + AT_ONCE]
        chairs = _load_chairs(connection, batch)
        loaded += [Stored(_row(row, downtime), chairs[row.id]) for row in batch]
    return loaded


def _row(row: Any, downtime: int) -> SimpleNamespace:
    """A table's columns, and how long the service was down; `renumbered`: see `RENUMBERED_RULES`."""
    rules = RENUMBERED_RULES.get((row.game, row.rules))
    columns = dict(row._mapping) | ({} if rules is None else {"rules": rules})
    return SimpleNamespace(**columns, downtime=downtime, renumbered=rules is not None)


def _load_chairs(connection: Connection, rows: Sequence[Any]) -> dict[str, list[Chair]]:
    """The seats of several tables."""
    sitting = _load_sitting(connection, [row.id for row in rows])
    rating_of = _load_ratings(connection, list(rows), sitting)
    chairs: dict[str, list[Chair]] = {row.id: [] for row in rows}
    for chair in sitting:
        name = chair.name or chair.bot or chair.log_name or ""
        chairs[chair.table_id].append(Chair(chair.player, chair.bot, name, chair.handle is not None, *rating_of(chair)))
    return chairs


class _Sitting(NamedTuple):
    table_id: str
    seat: int
    player: str | None
    bot: str | None
    log_name: str | None
    name: str | None = None
    handle: str | None = None


def _load_sitting(connection: Connection, ids: list[str]) -> list[_Sitting]:
    """The seats of tables, in order. Players are read separately: a join would scan all of them."""
    sitting = [_Sitting(*row) for row in connection.execute(_SEATS, {"tables": ids})]
    people = list({chair.player: None for chair in sitting if chair.player is not None})
    rows = connection.execute(_NAMES, {"players": people}) if people else ()
    named = {row.id: (row.name, row.handle) for row in rows}
    unnamed = (None, None)
    return [
        chair._replace(name=name, handle=handle)
        for chair in sitting
        for name, handle in [named.get(chair.player or "", unnamed)]
    ]


def _load_ratings(connection: Connection, rows: list[Any], sitting: Sequence[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """A function from a seat to its rating, deviation, and rating before a rated match that is over."""
    games = {row.id: row.game for row in rows}
    counted = [row.id for row in rows if row.finished is not None]
    ended = connection.execute(_CHANGES, {"tables": counted}) if counted else ()
    after_match = {(row.table_id, row.seat): row for row in ended}
    subjects = sorted({_subject(chair) for chair in sitting if chair.handle is not None or chair.bot in LEVELS})
    which = {"games": sorted(set(games.values())), "subjects": subjects}
    rated = connection.execute(_RATINGS, which) if subjects else ()
    current = {(row.game, row.subject): row for row in rated}

    def rating_of(chair: Any) -> tuple[Any, ...]:
        change = after_match.get((chair.table_id, chair.seat))
        if change is not None:
            return change.rating, change.deviation, change.before
        rating = current.get((games[chair.table_id], _subject(chair)))
        if rating is not None:
            return rating.rating, rating.deviation, None
        if chair.bot in LEVELS:
            return (*rated_match.first(games[chair.table_id], _subject(chair)), None)
        return None, 0.0, None

    return rating_of


def _subject(chair: Any) -> str:
    return f"{rated_match.A_BOT}{chair.bot}" if chair.bot else str(chair.player)


def load_table(connection: Connection, table_id: str) -> Stored:
    """A table, or a refusal. Malformed ids are not looked up: databases treat them differently."""
    possible = table_id.isascii() and table_id.isalnum()
    loaded = load_tables(connection, _TABLE, table=table_id) if possible else []
    if not loaded:
        raise NotFound("There is no such table.")
    return loaded[0]


def exists(connection: Connection, table_id: str) -> bool:
    """Whether there is a table with this id."""
    return connection.execute(select(tables.c.id).where(tables.c.id == table_id)).first() is not None


def load_journal(connection: Connection, table_id: str, after: int = -1, until: int | None = None) -> list[Entry]:
    """The journal of a table: the entries after `after` and before `until`."""
    query = _JOURNAL if until is None else _JOURNAL.where(journal.c.number < until)
    return [Entry(*row) for row in connection.execute(query, {"table": table_id, "after": after})]


def needing_bots_or_clocks(connection: Connection, since: int) -> list[tuple[str, str]]:
    """The running tables, each with its game, where a bot is to move or a clock runs.

    Bots have paused where nothing has changed since `since` (see `driver.Driver.abandoned`), except in correspondence
    matches and tournaments.
    """
    never_paused = or_(where_correspondence(tables.c.pace), tables.c.tournament.is_not(None))
    active = or_(tables.c.changed > since, never_paused)
    needy = or_(and_(tables.c.bot_turn, active), tables.c.deadline.is_not(None))
    query = select(tables.c.id, tables.c.game).where(tables.c.status == Status.RUNNING, needy)
    return [(row.id, row.game) for row in connection.execute(query)]


def note_hint(connection: Connection, table_id: str, hinted: list[int]) -> None:
    """Note which seats have had a hint."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(hinted=hinted))


def touch(connection: Connection, table_id: str, now: int) -> None:
    """Note that somebody has visited an open table."""
    visited = update(tables).where(tables.c.id == table_id, tables.c.status == Status.OPEN, tables.c.changed < now)
    connection.execute(visited.values(changed=now))


def count_unfinished(connection: Connection, player: str, since: int) -> int:
    """How many unfinished tables a player has opened that have changed since `since`."""
    unfinished = tables.c.status.in_([Status.OPEN, Status.RUNNING])
    query = select(func.count()).where(tables.c.host == player, unfinished, tables.c.changed >= since)
    return int(connection.execute(query).scalar_one())


def running_seats(
    connection: Connection, player: str, game: str, most: int, *, helpless: bool = False
) -> list[tuple[str, int, int]]:
    """The running tables of a game at which a player sits, each with the seat and its last journal entry's number.

    Only the last changed ones, if there are more than `most`. With `helpless`, only those that allow no help: not where
    hints are on, and not matches of a player's device.
    """
    last = select(func.max(journal.c.number)).where(journal.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, seats.c.seat, last).join(seats, seats.c.table_id == tables.c.id)
    own = query.where(seats.c.player == player, tables.c.status == Status.RUNNING, tables.c.game == game)
    if helpless:
        own = own.where(tables.c.hints.is_(False), func.coalesce(tables.c.uncounted, "") != results.DEVICE)
    newest = own.order_by(tables.c.changed.desc(), tables.c.id).limit(most)
    return [(table_id, seat, number or 0) for table_id, seat, number in connection.execute(newest)]


AT_ONCE = 250  # tables read by one statement; above that PostgreSQL scans all seats


def unfinished_seats(connection: Connection, player: str) -> list[tuple[str, str]]:
    """The tables at which a player sits and that are not finished, each with its status."""
    query = select(tables.c.id, tables.c.status).join(seats, seats.c.table_id == tables.c.id)
    own = query.where(seats.c.player == player, tables.c.status != Status.FINISHED)
    return [(table_id, status) for table_id, status in connection.execute(own)]


def row_of(sitting: Sitting, now: int) -> MatchRow:
    """The columns of a table's row that a sitting determines."""
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
