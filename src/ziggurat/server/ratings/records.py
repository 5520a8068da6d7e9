"""Ratings in the database. Each rated match is counted once, in the transaction in which it ends.

Matches are counted one at a time across all processes. Each gets its own time (`tables.finished`), later than the one
before, so that `recompute` can count them again in the same order with the same result. If counting fails, the leader
process counts the match later.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, delete, func, insert, select, update

from ziggurat.server.protocol import Status
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.ratings.rated_match import RatedSeat, RatingChange
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import results, table_store
from ziggurat.server.tables.sitting import MOVE, RESIGN, TIMEOUT
from ziggurat.server.tables.table_store import Stored

log = logging.getLogger("ziggurat.ratings")
tables, journal, changes = schema.tables, schema.journal, schema.rating_changes
DAY = 86_400_000  # milliseconds
SAME = 6  # matches per day that count among the same people, against made-up matches
ABSENT, AGAIN = "absent", "again"  # why a match does not count: nobody played; the same people too often; or ABORTED
CHUNK = 500
_LOCK = 7203944


class RatingRecord(NamedTuple):
    """A rating in one game, and the number of rated matches."""

    now: Rating
    matches: int


class RatingStore(Protocol):
    """Ratings, in the database or in memory."""

    def find(self, game: str, subject: str) -> RatingRecord | None:
        """The record of a player or level; None without rated matches."""

    def meetings(self, game: str, people: frozenset[str], since: int) -> int:
        """How many counted matches exactly these people have had."""

    def enter(self, game: str, table_id: str, at: int, made: Sequence[RatingChange]) -> None:
        """Store the rating changes of a match."""


# ------------------------------------------------------------------------------------------------------------- counting


def count(connection: Connection, table_id: str, at: int) -> None:
    """Count a finished match, if it is rated and not counted yet."""
    is_rated = select(tables.c.rated).where(tables.c.id == table_id)
    if not connection.execute(is_rated).scalar_one_or_none():
        return
    _hold(connection)
    stored = table_store.load_table(connection, table_id)
    if stored.row.status != Status.FINISHED or stored.row.finished is not None:
        return
    last = connection.execute(select(func.max(tables.c.finished)).where(tables.c.rated)).scalar_one_or_none()
    at = at if last is None else max(at, last + 1)
    why = _enter(DatabaseRatings(connection), stored, at, _absent(connection, stored))
    connection.execute(update(tables).where(tables.c.id == table_id).values(finished=at, uncounted=why))


def missed(connection: Connection) -> list[tuple[str, int]]:
    """Finished matches that were not counted because counting failed: tables, and when each ended."""
    uncounted = (tables.c.rated, tables.c.finished.is_(None), tables.c.status == Status.FINISHED)
    query = select(tables.c.id, tables.c.changed).where(*uncounted).order_by(tables.c.changed, tables.c.id)
    return [(row.id, row.changed) for row in connection.execute(query)]


def catch_up(connection: Connection) -> None:
    """Count the missed matches; one that fails does not stop the others."""
    for table_id, at in missed(connection):
        try:
            with connection.begin_nested():
                count(connection, table_id, at)
        except Exception:
            log.exception("match %s cannot be rated", table_id)


def _hold(connection: Connection) -> None:
    """Lock counting in all processes until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _enter(book: RatingStore, stored: Stored, at: int, absent: Sequence[int]) -> str | None:
    """Count a match; returns the reason if it does not count."""
    if results.read_result(stored.row.result).why == results.ABORTED:
        return results.ABORTED
    game = stored.row.game
    sides = _sides(stored, absent)
    people = frozenset(side.subject for side in sides if not side.subject.startswith(rated_match.A_BOT))
    if not people or len({side.subject for side in sides}) < 2:
        return ABSENT
    if len(people) > 1 and book.meetings(game, people, at - DAY) >= SAME:
        return AGAIN
    records = [book.find(game, side.subject) for side in sides]
    now = [
        rated_match.first(game, side.subject) if record is None else record.now
        for side, record in zip(sides, records, strict=True)
    ]
    book.enter(game, stored.row.id, at, rated_match.rate(sides, now))
    return None


def _sides(stored: Stored, absent: Sequence[int]) -> list[RatedSeat]:
    result = results.read_result(stored.row.result)
    left = results.seats_left(result, stored.row.taken_over)
    sides = []
    for seat, rank in enumerate(rated_match.ranks(result, left, absent)):
        chair = stored.chairs[seat]
        subject = f"{rated_match.A_BOT}{chair.bot}" if chair.bot else chair.player
        if rank is not None and subject is not None:
            sides.append(RatedSeat(seat, subject, rank))
    return sides


def _absent(connection: Connection, stored: Stored) -> list[int]:
    """The seats whose players left before their first move."""
    if not stored.row.taken_over and stored.row.result.get("seat", -1) < 0:
        return []
    rows = connection.execute(
        select(journal.c.seat, journal.c.kind, func.min(journal.c.number).label("number"))
        .where(journal.c.table_id == stored.row.id, journal.c.kind.in_((MOVE, RESIGN, TIMEOUT)))
        .group_by(journal.c.seat, journal.c.kind)
    ).all()
    moved = {row.seat: row.number for row in rows if row.kind == MOVE}
    return sorted({row.seat for row in rows if row.kind != MOVE and not moved.get(row.seat, row.number) < row.number})


class DatabaseRatings:
    """Ratings in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, game: str, subject: str) -> RatingRecord | None:
        """The record of a player or level; None without rated matches."""
        query = select(schema.ratings).where(schema.ratings.c.game == game, schema.ratings.c.subject == subject)
        row = self._connection.execute(query).first()
        return None if row is None else RatingRecord(Rating(row.rating, row.deviation), row.matches)

    def meetings(self, game: str, people: frozenset[str], since: int) -> int:
        """How many counted matches exactly these people have had."""
        one = min(people)
        near = select(changes.c.table_id).where(changes.c.subject == one, changes.c.game == game, changes.c.at > since)
        rows = self._connection.execute(
            select(changes.c.table_id, changes.c.subject).where(changes.c.table_id.in_(near))
        ).all()
        met = defaultdict[str, set[str]](set)
        for row in rows:
            if not row.subject.startswith(rated_match.A_BOT):
                met[row.table_id].add(row.subject)
        return sum(there == people for there in met.values())

    def enter(self, game: str, table_id: str, at: int, made: Sequence[RatingChange]) -> None:
        """Store the rating changes of a match."""
        self._connection.execute(insert(changes), [_row(game, table_id, at, change) for change in made])
        for subject, change in {change.side.subject: change for change in made}.items():
            record = self.find(game, subject)
            row = {"rating": change.after.rating, "deviation": change.after.deviation}
            row |= {"matches": 1 if record is None else record.matches + 1}
            whole = database.upsert(self._connection, schema.ratings).values(game=game, subject=subject, **row)
            self._connection.execute(whole.on_conflict_do_update(index_elements=["game", "subject"], set_=row))


def _row(game: str, table_id: str, at: int, change: RatingChange) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "seat": change.side.seat,
        "game": game,
        "subject": change.side.subject,
        "at": at,
        "before": change.before.rating,
        "rating": change.after.rating,
        "deviation": change.after.deviation,
    }


# ------------------------------------------------------------------------------------------------------- counting again


@dataclass
class MemoryRatings:
    """Ratings in memory, for counting many matches at once."""

    known: dict[tuple[str, str], RatingRecord] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)
    _met: dict[tuple[str, frozenset[str]], list[int]] = field(default_factory=lambda: defaultdict(list))

    def find(self, game: str, subject: str) -> RatingRecord | None:
        """The record of a player or level; None without rated matches."""
        return self.known.get((game, subject))

    def meetings(self, game: str, people: frozenset[str], since: int) -> int:
        """How many counted matches exactly these people have had."""
        return sum(at > since for at in self._met[game, people][-SAME:])

    def enter(self, game: str, table_id: str, at: int, made: Sequence[RatingChange]) -> None:
        """Store the rating changes of a match."""
        people = frozenset(one.side.subject for one in made if not one.side.subject.startswith(rated_match.A_BOT))
        self._met[game, people].append(at)
        self.rows += [_row(game, table_id, at, change) for change in made]
        for subject, change in {change.side.subject: change for change in made}.items():
            before = self.find(game, subject)
            self.known[game, subject] = RatingRecord(change.after, 1 if before is None else before.matches + 1)


@dataclass
class Recomputed:
    """The result of recomputing all ratings."""

    matches: int = 0
    counted: int = 0
    changed: int = 0  # ratings that differ from before
    largest: float = 0.0  # the largest difference


def recompute(connection: Connection) -> Recomputed:
    """Compute all ratings again from the stored matches, and store them."""
    _hold(connection)
    catch_up(connection)
    report, book = Recomputed(), MemoryRatings()
    before = {
        (row.game, row.subject): RatingRecord(Rating(row.rating, row.deviation), row.matches)
        for row in connection.execute(select(schema.ratings))
    }
    why: dict[str, str | None] = {}
    for stored in _counted(connection):
        report.matches += 1
        why[stored.row.id] = _enter(book, stored, stored.row.finished, _absent(connection, stored))
        report.counted += why[stored.row.id] is None
        if why[stored.row.id] != stored.row.uncounted:
            own_row = update(tables).where(tables.c.id == stored.row.id)
            connection.execute(own_row.values(uncounted=why[stored.row.id]))
    for key in before.keys() | book.known.keys():
        if before.get(key) != book.known.get(key):
            report.changed += 1
            was, now = (
                book_.get(key, RatingRecord(rated_match.first(*key), 0)).now.rating for book_ in (before, book.known)
            )
            report.largest = max(report.largest, abs(now - was))
    _replace(connection, book)
    return report


def _counted(connection: Connection) -> Iterable[Stored]:
    """All finished rated matches, in the order in which they were counted."""
    order = select(tables.c.id).where(tables.c.rated, tables.c.finished.is_not(None))
    ids = list(connection.execute(order.order_by(tables.c.finished, tables.c.id)).scalars())
    for begin in range(0, len(ids), CHUNK):
        part = ids[begin : begin + CHUNK]
        by_id = {
            stored.row.id: stored
            for stored in table_store.load_tables(connection, select(tables).where(tables.c.id.in_(part)))
        }
        yield from (by_id[table_id] for table_id in part)


def _replace(connection: Connection, book: MemoryRatings) -> None:
    connection.execute(delete(changes))
    connection.execute(delete(schema.ratings))
    now = [
        {"game": game, "subject": subject, **one.now._asdict(), "matches": one.matches}
        for (game, subject), one in book.known.items()
    ]
    for table, rows in ((schema.ratings, now), (changes, book.rows)):
        for begin in range(0, len(rows), CHUNK):
            connection.execute(insert(table), rows[begin : begin + CHUNK])
