"""Matchmaking: seats people who look for the same kind of match.

Whoever looks for a live match polls every few seconds to show that they are still there; for a correspondence match
they need not. A job in the leader process pairs everybody who waits, once a second. The transaction that opens a table
takes its players out of the queue, so nobody is seated twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.server.accounts import identity
from ziggurat.server.protocol import Pace, PaceKind, Seek, SeekPace, SeekState
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import clock, machine, messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import HasGames, HasSettings, HasTables, KeepsTime, Leads, Reads, Works, Writes
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.tables import creation
from ziggurat.server.tables.sitting import Entry

log = logging.getLogger("ziggurat.matchmaking")
seekers = schema.seekers
EVERY = 1.0  # seconds
CLEAN_UP_EVERY = 600.0  # seconds
LIVE_TIMEOUT = 12_000  # milliseconds without a poll after which somebody who looks for a live match is gone
CORRESPONDENCE_TIMEOUT = 14 * identity.DAY  # the same for a correspondence match
DEFAULT_RATING = 1500.0
MAX_DIFFERENCE, WIDENING = 150.0, 15.0  # rating points between two players at first, and more per second of waiting
PACES = {
    SeekPace.LIVE: Pace(PaceKind.CLOCK, 15 * 60_000, 10_000),
    SeekPace.DAYS: Pace(PaceKind.TURN, 2 * identity.DAY),
}


class Seeker(NamedTuple):
    """A player who looks for a match."""

    player: str
    game: str
    pace: str
    seats: tuple[int, ...]  # the table sizes they accept
    rated: bool
    rating: float
    since: int  # milliseconds


Blocked = Callable[[str, str], bool]


def _never(_player: str, _other: str) -> bool:
    return False


def group_seekers(waiting: Iterable[Seeker], at: int, blocked: Blocked = _never) -> Iterator[list[Seeker]]:
    """The groups to seat together. Whoever has waited longest comes first, with those of the closest rating.

    The longer somebody has waited, the larger the difference may be. Two players who are `blocked` never meet.
    """
    left = sorted(waiting, key=lambda seeker: (seeker.since, seeker.player))
    while left:
        first = left.pop(0)
        for seats in sorted(first.seats):
            partners = _find_partners(first, [seeker for seeker in left if seats in seeker.seats], seats, at, blocked)
            if partners:
                left = [seeker for seeker in left if seeker not in partners]
                yield [first, *partners]
                break


def _find_partners(first: Seeker, others: list[Seeker], seats: int, at: int, blocked: Blocked) -> list[Seeker]:
    partners: list[Seeker] = []
    kind = (first.game, first.pace, first.rated)
    same_kind = (seeker for seeker in others if (seeker.game, seeker.pace, seeker.rated) == kind)
    for seeker in sorted(same_kind, key=lambda seeker: abs(seeker.rating - first.rating)):
        group = [first, *partners]
        if all(_are_close(seeker, other, at) and not blocked(seeker.player, other.player) for other in group):
            partners.append(seeker)
            if len(partners) == seats - 1:
                return partners
    return []


def _are_close(seeker: Seeker, other: Seeker, at: int) -> bool:
    waited = (at - min(seeker.since, other.since)) / 1000
    return abs(seeker.rating - other.rating) <= MAX_DIFFERENCE + WIDENING * waited


# ------------------------------------------------------------------------------------------------------- the database


def check(wish: Seek, *, registered: bool) -> None:
    """Refuse to look for a match that cannot be played."""
    game = ziggurat.game(wish.game)
    for seats in wish.seats:
        game.check_seats(seats)
    if wish.rated and not registered:
        raise BadOption("Only registered players can play rated matches. Register, or look for a casual match.")


def begin(connection: Connection, player: str, wish: Seek, at: int, rating: float = DEFAULT_RATING) -> None:
    """Put a player into the queue for one kind of match. Asking for the same again keeps their place."""
    identity.keep(connection, player, at)
    wanted: dict[str, Any] = {
        "game": wish.game,
        "pace": str(wish.pace),
        "seats": sorted(set(wish.seats)),
        "rated": wish.rated,
    }
    row = connection.execute(select(seekers).where(seekers.c.player == player).with_for_update()).first()
    if row is not None and row.table_id is None and all(getattr(row, name) == value for name, value in wanted.items()):
        connection.execute(update(seekers).where(seekers.c.player == player).values(seen=at))
        return
    end(connection, player)
    new = {"player": player, "rating": rating, "since": at, "seen": at, "table_id": None}
    connection.execute(seekers.insert().values(new | wanted))


def end(connection: Connection, player: str) -> None:
    """Take a player out of the queue."""
    connection.execute(delete(seekers).where(seekers.c.player == player))


def load_search(connection: Connection, player: str, at: int) -> SeekState | None:
    """The state of a player's search; None if they are not looking for a match."""
    row = connection.execute(select(seekers).where(seekers.c.player == player)).first()
    if row is None or (row.table_id is None and row.seen < at - _timeout(row.pace)):
        return None
    same_game = select(seekers.c.player).where(seekers.c.game == row.game, seekers.c.table_id.is_(None), _present(at))
    others = len(connection.execute(same_game).all()) - (row.table_id is None)
    return SeekState(
        game=row.game,
        pace=SeekPace(row.pace),
        seats=row.seats,
        rated=row.rated,
        since=row.since,
        others=max(0, others),
        table=row.table_id,
    )


def store_seen(connection: Connection, player: str, at: int) -> None:
    """Store that a player is still looking."""
    connection.execute(update(seekers).where(seekers.c.player == player).values(seen=at))


def _timeout(pace: str) -> int:
    return CORRESPONDENCE_TIMEOUT if pace == SeekPace.DAYS else LIVE_TIMEOUT


def _present(at: int) -> Any:
    by_correspondence = seekers.c.pace == str(SeekPace.DAYS)
    return or_(seekers.c.seen >= at - LIVE_TIMEOUT, by_correspondence & (seekers.c.seen >= at - CORRESPONDENCE_TIMEOUT))


def load_waiting(connection: Connection, at: int) -> list[Seeker]:
    """Everybody in the queue who is still there."""
    query = select(seekers).where(seekers.c.table_id.is_(None), _present(at)).order_by(seekers.c.since)
    return [
        Seeker(row.player, row.game, row.pace, tuple(row.seats), row.rated, row.rating, row.since)
        for row in connection.execute(query)
    ]


def delete_gone(connection: Connection, at: int) -> None:
    """Delete the rows of players who are gone, a day later."""
    connection.execute(delete(seekers).where(seekers.c.seen < at - CORRESPONDENCE_TIMEOUT - identity.DAY))
    gone = (seekers.c.pace == str(SeekPace.LIVE)) & (seekers.c.seen < at - identity.DAY)
    connection.execute(delete(seekers).where(gone))


def seat(
    connection: Connection,
    group: list[Seeker],
    new: dict[str, Any],
    chairs: creation.Chairs,
    served: int,
    first: Entry | None = None,
) -> None:
    """Open a table for a group; refused if one of them is no longer in the queue."""
    players = [seeker.player for seeker in group]
    creation.store_table(connection, new, chairs, players[0], served, first)
    free = seekers.c.player.in_(players) & seekers.c.table_id.is_(None)
    if connection.execute(update(seekers).where(free).values(table_id=new["id"])).rowcount != len(group):
        raise Refused("One of the players is no longer looking for a match.")


# --------------------------------------------------------------------------------------------------------- the leader


class MatchmakerServer(HasGames, HasSettings, HasTables, KeepsTime, Leads, Reads, Works, Writes, Protocol):
    """What matchmaking uses of the server process."""


class Matchmaker(PeriodicJob[MatchmakerServer]):
    """Seats the players in the queue. Runs in the leader process."""

    interval = EVERY

    def __init__(self, server: MatchmakerServer) -> None:
        super().__init__(server)
        self._cleaned_up = -CLEAN_UP_EVERY

    async def run_once(self) -> None:
        """Seat everybody who fits, and now and then delete the rows of players who are gone."""
        await self._clean_up()
        await self.seat_waiting()

    async def _clean_up(self) -> None:
        if clock.monotonic() - self._cleaned_up >= CLEAN_UP_EVERY:
            self._cleaned_up = clock.monotonic()
            await self._server.writer.write(lambda connection: delete_gone(connection, now()))

    async def seat_waiting(self) -> None:
        """Seat everybody who fits."""
        at = now()
        waiting = await self._server.read(load_waiting, at)
        if len(waiting) < 2:
            return
        blocks = await self._server.read(mute_block.blocks_among, [seeker.player for seeker in waiting])
        for group in group_seekers(waiting, at, lambda player, other: frozenset((player, other)) in blocks):
            if self._server.games.is_ready(group[0].game):
                await self._seat(group, at)

    async def _seat(self, group: list[Seeker], at: int) -> None:
        server, first = self._server, group[0]
        chairs: creation.Chairs = [(seeker.player, None) for seeker in group]
        machine.shuffle(chairs)
        new = creation.row(
            first.game,
            first.player,
            at,
            options=ziggurat.game(first.game).read_options({}),
            pace=msgspec.to_builtins(PACES[SeekPace(first.pace)]),
            leave=creation.default_leave(chairs),
            hints=False,
            public=True,
            rated=first.rated,
            stand_in=server.settings.stand_in,
        )
        served = server.served()
        new, entry = await server.work(creation.with_first_entry, new, chairs, served)
        try:
            work = partial(seat, group=group, new=new, chairs=chairs, served=served, first=entry)
            await server.writer.write(work, messages.TableChanged(new["id"]))
        except Refused as problem:
            log.info("a group could not be seated: %s", problem)
            return
        await server.table_changed(new["id"])
