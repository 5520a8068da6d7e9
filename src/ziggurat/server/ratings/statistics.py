"""Statistics of players and bots: results by game, seats, opponent and opening, and the quality of decisions.

Finished matches count, unless they began from a position of another match or were aborted. Who leaves a match has lost
it. A bot's statistics cover the last matches on this server.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, func, select

import ziggurat
from ziggurat.server.protocol import (
    GameStatistics,
    MatchAccuracy,
    OpeningRecord,
    OpponentRecord,
    Record,
    Result,
    SeatKind,
    SeatsRecord,
    Statistics,
    Status,
)
from ziggurat.server.runtime.fair_queue import OWN
from ziggurat.server.runtime.services import HasGames, HasReplayers, Reads
from ziggurat.server.runtime.ttl_cache import TtlCache
from ziggurat.server.storage import schema
from ziggurat.server.study import replays
from ziggurat.server.study.replay_worker import ReplayMatch
from ziggurat.server.tables import lobby_query, results, table_store
from ziggurat.server.tables.sitting import Entry
from ziggurat.server.tables.table_store import Stored, load_journal

MOST = 1000  # the last matches, which are counted
DEAR = 200  # matches; statistics of more than these are cached
BEGINNINGS = 60  # matches of each game whose openings are determined
BEGINNING = 60  # journal entries in which everybody has made an opening
KEPT = 20_000  # openings in the cache
OPPONENTS = 20  # the most frequent ones, which are shown
tables, seats, reviews = schema.tables, schema.seats, schema.reviews


class PlayedMatch(NamedTuple):
    """A match from the point of view of one seat."""

    table: Stored
    seat: int
    result: Result

    @property
    def has_won(self) -> bool:
        return self.seat in self.result.winners and self.seat not in self.left

    @property
    def hinted(self) -> bool:
        """Whether this seat's player has had a hint."""
        return self.seat in self.table.row.hinted

    @property
    def left(self) -> set[int]:
        """The seats whose players did not stay to the end."""
        return results.seats_left(self.result, self.table.row.taken_over)

    def compare(self, other: int) -> int:
        """1 if this seat was ahead of another, -1 if behind, 0 if they were level."""
        standings = {seat: (seat in self.result.winners, score) for seat, score in enumerate(self.result.scores)}
        ranks = results.rank_seats(standings, self.left)
        return (ranks[self.seat] < ranks[other]) - (ranks[self.seat] > ranks[other])


class NamedOpponents(Enum):
    """Which opponents are named: all in one's own statistics, registered ones in profiles, nobody for bots."""

    ALL = auto()
    REGISTERED = auto()
    NOBODY = auto()


class StatisticsServer(HasGames, HasReplayers, Reads, Protocol):
    """What statistics use of the server process."""


class StatisticsCache:
    """Statistics on request. Openings, which need a replay, and large results are cached."""

    def __init__(self, server: StatisticsServer) -> None:
        self._server = server
        self._beginnings: OrderedDict[str, list[str]] = OrderedDict()
        self._kept = TtlCache[tuple[Statistics, list[PlayedMatch]]](lambda counted: len(counted[1]) > DEAR)
        # Always cached: a bot's statistics read the last matches of everybody.
        self._bots = TtlCache[Statistics](lambda _: True)
        self._latest = TtlCache[list[Stored]](lambda _: True)

    async def of_player(self, player: str) -> Statistics:
        """A player's own statistics."""
        tables = await self._server.read(_load_player, player)
        sides = ((stored, stored.seat_of(player)) for stored in tables)
        return await self._statistics(_counted(sides), people=NamedOpponents.ALL)

    async def of_public(self, player: str) -> tuple[Statistics, list[PlayedMatch]]:
        """A registered player's public statistics: public matches, with the names of registered opponents."""
        return await self._kept.get(player, lambda: self._public(player))

    async def _public(self, player: str) -> tuple[Statistics, list[PlayedMatch]]:
        tables = await self._server.read(_load_player, player, public=True)
        played = _counted((stored, stored.seat_of(player)) for stored in tables)
        return await self._statistics(played, people=NamedOpponents.REGISTERED), played

    async def of_bot(self, name: str) -> Statistics:
        """A bot's statistics, from the last matches on this server."""
        return await self._bots.get(name, lambda: self._bot(name))

    async def _bot(self, name: str) -> Statistics:
        tables = await self._latest.get("latest", lambda: self._server.read(_load_latest))
        sides = ((stored, at) for stored in tables for at, chair in enumerate(stored.chairs) if chair.bot == name)
        return await self._statistics(_counted(sides), people=NamedOpponents.NOBODY)

    async def _statistics(self, played: list[PlayedMatch], *, people: NamedOpponents) -> Statistics:
        quality = await self._server.read(_load_quality, [match.table.row.id for match in played])
        games = []
        for name in dict.fromkeys(match.table.row.game for match in played):
            own = [match for match in played if match.table.row.game == name]
            begun = [(await self._opening(match), match) for match in own[:BEGINNINGS]]
            games.append(
                GameStatistics(
                    game=name,
                    record=record(own),
                    seats=[
                        SeatsRecord(n, record(of))
                        for n, of in _grouped((len(match.table.chairs), match) for match in own)
                    ],
                    opponents=_opponents(own, people=people),
                    openings=[OpeningRecord(code, record(of)) for code, of in _grouped(begun) if code],
                    decided=list(_decided(own, quality)),
                    hinted=sum(match.hinted for match in own),
                )
            )
        return Statistics(len(played), MOST, sorted(games, key=lambda game: -game.record.played))

    async def _opening(self, played: PlayedMatch) -> str:
        """The game's name for this seat's opening; empty if unknown."""
        stored = played.table
        table_id = stored.row.id
        if table_id not in self._beginnings:
            if not replays.is_readable(stored) or ziggurat.game(stored.row.game).opening is None:
                return ""
            if not self._server.games.is_ready(stored.row.game):
                return ""
            journal = await self._server.read(_load_beginning, table_id)
            begun = await self._server.replayers.replay(
                list[str], ReplayMatch("openings", stored.plan(), journal), asker=OWN
            )
            self._beginnings[table_id] = begun
            if len(self._beginnings) > KEPT:
                self._beginnings.popitem(last=False)
        return self._beginnings[table_id][played.seat]


def _counted(sides: Iterable[tuple[Stored, int]]) -> list[PlayedMatch]:
    """The matches that count: finished, played from the beginning, and not aborted."""
    played = (
        PlayedMatch(stored, seat, results.read_result(stored.row.result))
        for stored, seat in sides
        if seat >= 0 and stored.row.result is not None and stored.row.start is None
    )
    return [match for match in played if match.result.why != results.ABORTED]


def record(played: list[PlayedMatch]) -> Record:
    won = [match for match in played if match.has_won]
    shared = sum(len(match.result.winners) > 1 for match in won)
    return Record(len(played), len(won) - shared, shared)


def _grouped(pairs: Iterable[tuple[Any, PlayedMatch]]) -> list[tuple[Any, list[PlayedMatch]]]:
    """Matches grouped by key, the largest group first."""
    groups: dict[Any, list[PlayedMatch]] = {}
    for key, match in pairs:
        groups.setdefault(key, []).append(match)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def _opponents(played: list[PlayedMatch], *, people: NamedOpponents) -> list[OpponentRecord]:
    """Results against each opponent. Opponents who are not named count as one."""
    comparisons: dict[tuple[SeatKind, str], list[int]] = {}
    names: dict[tuple[SeatKind, str], str] = {}
    for match in played:
        for seat, chair in enumerate(match.table.chairs):
            if seat == match.seat or (chair.player is None and chair.bot is None):
                continue
            kind = SeatKind.BOT if chair.bot else SeatKind.PERSON
            is_named = people is NamedOpponents.ALL or (people is NamedOpponents.REGISTERED and chair.registered)
            key = (kind, chair.bot or (chair.player or "" if is_named else ""))
            names[key] = chair.name if chair.bot or is_named else ""
            comparisons.setdefault(key, []).append(match.compare(seat))
    records = [
        OpponentRecord(kind, names[kind, key], len(pairs), pairs.count(1), pairs.count(0))
        for (kind, key), pairs in comparisons.items()
    ]
    return sorted(records, key=lambda record: (-record.played, record.name))[:OPPONENTS]


def _decided(played: list[PlayedMatch], quality: dict[str, list[float | None]]) -> Iterable[MatchAccuracy]:
    """The quality of this seat's decisions in reviewed matches, oldest first."""
    for match in reversed(played):
        figure = quality.get(match.table.row.id, [None] * len(match.table.chairs))[match.seat]
        if figure is not None:
            row, seat_count = match.table.row, len(match.table.chairs)
            yield MatchAccuracy(row.id, row.changed, seat_count, round(figure, 1), match.hinted)


# ----------------------------------------------------------------------------------------------------- in the database


def _load_player(connection: Connection, player: str, *, public: bool = False) -> list[Stored]:
    own = select(seats.c.table_id).where(seats.c.player == player)
    query = select(tables.c.id).where(tables.c.id.in_(own), tables.c.status == Status.FINISHED)
    if public:
        query = query.where(tables.c.public)
    return lobby_query.load_newest(connection, query, MOST)


def _load_latest(connection: Connection) -> list[Stored]:
    """The last matches on the server; two queries, each in the order of an index."""
    latest = []
    for public in (True, False):
        query = select(tables).where(tables.c.status == Status.FINISHED, tables.c.public == public)
        query = query.where(func.coalesce(tables.c.uncounted, "") != results.DEVICE)  # anybody can write such a log
        latest += table_store.load_tables(connection, query.order_by(tables.c.changed.desc()).limit(MOST))
    return sorted(latest, key=lambda stored: (-stored.row.changed, stored.row.id))[:MOST]


def _load_quality(connection: Connection, ids: list[str]) -> dict[str, list[float | None]]:
    query = select(reviews.c.table_id, reviews.c.quality)
    rows = connection.execute(query.where(reviews.c.table_id.in_(ids))).all() if ids else []
    return {row.table_id: row.quality for row in rows if row.quality is not None}


def _load_beginning(connection: Connection, table_id: str) -> list[Entry]:
    return load_journal(connection, table_id, until=BEGINNING)
