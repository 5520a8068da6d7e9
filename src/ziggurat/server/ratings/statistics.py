"""What came of somebody's matches: results by game, seats and opponent, openings, and how well they decided.

Matches count that were begun from their beginning and are over; who left one has lost it. A bot's are those of the last
matches on this server.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

import ziggurat
from ziggurat.server.protocol import (
    Decided,
    GameStatistics,
    OpeningRecord,
    OpponentRecord,
    Record,
    Result,
    SeatKind,
    SeatsRecord,
    Statistics,
    Status,
)
from ziggurat.server.runtime.ttl_cache import TtlCache
from ziggurat.server.storage import schema
from ziggurat.server.study import replays
from ziggurat.server.study.replay_pool import OWN
from ziggurat.server.study.replay_worker import Again
from ziggurat.server.tables import lobby_query, results, table_store
from ziggurat.server.tables.sitting import Entry
from ziggurat.server.tables.table_store import Stored, load_journal

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

MOST = 1000  # matches that are counted, the last ones
DEAR = 200  # matches: counting more is worth keeping
BEGINNINGS = 60  # of each game, that are looked at for their openings
BEGINNING = 60  # entries of a journal: by then everybody has begun
KEPT = 20_000  # beginnings that are remembered
OPPONENTS = 20  # that are told, those met most often
tables, seats, reviews = schema.tables, schema.seats, schema.reviews


class Played(NamedTuple):
    """A match, from the side of one seat."""

    table: Stored
    seat: int
    result: Result

    @property
    def has_won(self) -> bool:
        return self.seat in self.result.winners and not self.has_left(self.seat)

    def has_left(self, seat: int) -> bool:
        """Whether a seat was left: to a bot, or so that the match was over."""
        return seat in self.table.row.taken_over or seat == self.result.seat

    def compare(self, other: int) -> int:
        """1 if this seat was ahead of another, -1 if behind, 0 if they were even."""

        def standing(seat: int) -> tuple[bool, bool, int]:
            return (not self.has_left(seat), seat in self.result.winners, self.result.scores[seat])

        own, theirs = standing(self.seat), standing(other)
        return (own > theirs) - (own < theirs)


class Telling(Enum):
    """Of which people one is told whom they played: their own, of whoever asks for themselves; for bots of nobody."""

    ALL = auto()
    REGISTERED = auto()
    NOBODY = auto()


class Statisticians:
    """Counts when asked, and remembers how matches began: that never changes, and takes a replay to see."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._beginnings: OrderedDict[str, list[str]] = OrderedDict()
        self._kept = TtlCache[tuple[Statistics, list[Played]]](lambda counted: len(counted[1]) > DEAR)
        # However few of them are a bot's, the last matches of everybody are read for it.
        self._bots = TtlCache[Statistics](lambda _: True)
        self._latest = TtlCache[list[Stored]](lambda _: True)

    async def of_player(self, player: str) -> Statistics:
        """A player's."""
        found = await self._server.read(_load_player, player)
        sides = ((stored, stored.seat_of(player)) for stored in found)
        return await self._told(_counted(sides), people=Telling.ALL)

    async def of_public(self, player: str) -> tuple[Statistics, list[Played]]:
        """What everybody may know of a registered player: public matches alone, and of others their public names."""
        return await self._kept.get(player, lambda: self._public(player))

    async def _public(self, player: str) -> tuple[Statistics, list[Played]]:
        found = await self._server.read(_load_player, player, public=True)
        played = _counted((stored, stored.seat_of(player)) for stored in found)
        return await self._told(played, people=Telling.REGISTERED), played

    async def of_bot(self, name: str) -> Statistics:
        """A bot's: at the last matches here, whoever opened them."""
        return await self._bots.get(name, lambda: self._bot(name))

    async def _bot(self, name: str) -> Statistics:
        found = await self._latest.get("latest", lambda: self._server.read(_load_latest))
        sides = ((stored, at) for stored in found for at, chair in enumerate(stored.chairs) if chair.bot == name)
        return await self._told(_counted(sides), people=Telling.NOBODY)

    async def _told(self, played: list[Played], *, people: Telling) -> Statistics:
        quality = await self._server.read(_load_quality, [one.table.row.id for one in played])
        games = []
        for name in dict.fromkeys(one.table.row.game for one in played):
            own = [one for one in played if one.table.row.game == name]
            begun = [(await self._opening(one), one) for one in own[:BEGINNINGS]]
            games.append(
                GameStatistics(
                    game=name,
                    record=record(own),
                    seats=[SeatsRecord(n, record(of)) for n, of in _grouped((len(o.table.chairs), o) for o in own)],
                    opponents=_opponents(own, people=people),
                    openings=[OpeningRecord(code, record(of)) for code, of in _grouped(begun) if code],
                    decided=list(_decided(own, quality)),
                )
            )
        return Statistics(len(played), MOST, sorted(games, key=lambda game: -game.record.played))

    async def _opening(self, played: Played) -> str:
        """How this side began, as its game calls it; nothing where nobody can say."""
        stored = played.table
        table_id = stored.row.id
        if table_id not in self._beginnings:
            if not replays.is_readable(stored) or ziggurat.game(stored.row.game).opening is None:
                return ""
            if not self._server.games.is_ready(stored.row.game):
                return ""
            journal = await self._server.read(_load_beginning, table_id)
            begun = await self._server.replayers.again(list[str], Again("openings", stored.plan(), journal), asker=OWN)
            self._beginnings[table_id] = begun
            if len(self._beginnings) > KEPT:
                self._beginnings.popitem(last=False)
        return self._beginnings[table_id][played.seat]


def _counted(sides: Iterable[tuple[Stored, int]]) -> list[Played]:
    """The matches that count: not one that began in the middle of another."""
    return [
        Played(stored, seat, results.read_result(stored.row.result))
        for stored, seat in sides
        if seat >= 0 and stored.row.result is not None and stored.row.start is None
    ]


def record(played: list[Played]) -> Record:
    won = [one for one in played if one.has_won]
    shared = sum(len(one.result.winners) > 1 for one in won)
    return Record(len(played), len(won) - shared, shared)


def _grouped(pairs: Iterable[tuple[Any, Played]]) -> list[tuple[Any, list[Played]]]:
    """Matches by something, the most frequent first."""
    found: dict[Any, list[Played]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


def _opponents(played: list[Played], *, people: Telling) -> list[OpponentRecord]:
    """Against whom, pair by pair. Those who are not told apart are one, without a name."""
    found: dict[tuple[SeatKind, str], list[int]] = {}
    names: dict[tuple[SeatKind, str], str] = {}
    for one in played:
        for seat, chair in enumerate(one.table.chairs):
            if seat == one.seat or (chair.player is None and chair.bot is None):
                continue
            kind = SeatKind.BOT if chair.bot else SeatKind.PERSON
            apart = people is Telling.ALL or (people is Telling.REGISTERED and chair.registered)
            key = (kind, chair.bot or (chair.player or "" if apart else ""))
            names[key] = chair.name if chair.bot or apart else ""
            found.setdefault(key, []).append(one.compare(seat))
    told = [
        OpponentRecord(kind, names[kind, key], len(pairs), pairs.count(1), pairs.count(0))
        for (kind, key), pairs in found.items()
    ]
    return sorted(told, key=lambda one: (-one.played, one.name))[:OPPONENTS]


def _decided(played: list[Played], quality: dict[str, list[float | None]]) -> Iterable[Decided]:
    """How well this side decided in the matches that were reviewed, the first one first."""
    for one in reversed(played):
        figure = quality.get(one.table.row.id, [None] * len(one.table.chairs))[one.seat]
        if figure is not None:
            yield Decided(one.table.row.id, one.table.row.changed, len(one.table.chairs), round(figure, 1))


# ----------------------------------------------------------------------------------------------------- in the database


def _load_player(connection: Connection, player: str, *, public: bool = False) -> list[Stored]:
    own = select(seats.c.table_id).where(seats.c.player == player)
    query = select(tables.c.id).where(tables.c.id.in_(own), tables.c.status == Status.FINISHED)
    if public:
        query = query.where(tables.c.public)
    return lobby_query.load_newest(connection, query, MOST)


def _load_latest(connection: Connection) -> list[Stored]:
    """The last matches of everybody: of each kind, in the order of an index."""
    found = []
    for public in (True, False):
        query = select(tables).where(tables.c.status == Status.FINISHED, tables.c.public == public)
        found += table_store.load_tables(connection, query.order_by(tables.c.changed.desc()).limit(MOST))
    return sorted(found, key=lambda stored: (-stored.row.changed, stored.row.id))[:MOST]


def _load_quality(connection: Connection, ids: list[str]) -> dict[str, list[float | None]]:
    query = select(reviews.c.table_id, reviews.c.quality)
    rows = connection.execute(query.where(reviews.c.table_id.in_(ids))).all() if ids else []
    return {row.table_id: row.quality for row in rows if row.quality is not None}


def _load_beginning(connection: Connection, table_id: str) -> list[Entry]:
    return load_journal(connection, table_id, until=BEGINNING)
