"""Finding each other: people who look for a match of one kind wait together, and are seated when they fit.

Whoever looks tells so again every few seconds as long as they are there; for a match by correspondence nobody has to.
The process that leads looks at all who wait once a second. Who has been seated is decided by the database: a place is
taken in the transaction that opens the table, and whose place is taken already sits at another.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.server.accounts import identity
from ziggurat.server.protocol import Pace, PaceKind, Seek, SeekPace, Sought
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.tables import creation
from ziggurat.server.tables.sitting import Entry

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.seeking")
seekers = schema.seekers
BEAT = 1.0  # seconds between two looks at all who wait
TIDY = 600.0  # seconds between two looks for those who have gone
THERE = 12_000  # milliseconds without a word, after which somebody who looks for a match to play now has gone
PATIENCE = 14 * identity.DAY  # the same for a match by correspondence
USUAL = 1500.0  # the rating of whoever has none
NEAR, WIDER = 150.0, 15.0  # points two may be apart at first, and how many more with every second they wait
PACES = {
    SeekPace.LIVE: Pace(PaceKind.CLOCK, 15 * 60_000, 10_000),
    SeekPace.DAYS: Pace(PaceKind.TURN, 2 * identity.DAY),
}


class Seeker(NamedTuple):
    """Somebody who looks for a match."""

    player: str
    game: str
    pace: str
    seats: tuple[int, ...]  # the numbers of players they would play with
    rated: bool
    rating: float
    since: int  # milliseconds


Apart = Callable[[str, str], bool]


def _never(_one: str, _other: str) -> bool:
    return False


def groups(waiting: Iterable[Seeker], at: int, apart: Apart = _never) -> Iterator[list[Seeker]]:
    """Who is to sit together: whoever has waited longest is served first, with those of the nearest rating.

    The longer somebody has waited, the farther the others' ratings may be; `apart` says of two that they do not meet.
    """
    left = sorted(waiting, key=lambda one: (one.since, one.player))
    while left:
        first = left.pop(0)
        for seats in sorted(first.seats):
            found = _company(first, [one for one in left if seats in one.seats], seats, at, apart)
            if found:
                left = [one for one in left if one not in found]
                yield [first, *found]
                break


def _company(first: Seeker, others: list[Seeker], seats: int, at: int, apart: Apart) -> list[Seeker]:
    found: list[Seeker] = []
    kind = (first.game, first.pace, first.rated)
    alike = (one for one in others if (one.game, one.pace, one.rated) == kind)
    for one in sorted(alike, key=lambda one: abs(one.rating - first.rating)):
        if all(_fit(one, other, at) and not apart(one.player, other.player) for other in [first, *found]):
            found.append(one)
            if len(found) == seats - 1:
                return found
    return []


def _fit(one: Seeker, other: Seeker, at: int) -> bool:
    waited = (at - min(one.since, other.since)) / 1000
    return abs(one.rating - other.rating) <= NEAR + WIDER * waited


# ------------------------------------------------------------------------------------------------------- the database


def check(wish: Seek, *, registered: bool) -> None:
    """Refuse to look for what nobody can play."""
    game = ziggurat.game(wish.game)
    for seats in wish.seats:
        game.check_seats(seats)
    if wish.rated and not registered:
        raise BadOption("Rated matches are for registered players; register, or look for a casual one.")


def begin(connection: Connection, player: str, wish: Seek, at: int, rating: float = USUAL) -> None:
    """Look for a match from now on, and for no other. Who looks for the same again keeps their place."""
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
    place = {"player": player, "rating": rating, "since": at, "seen": at, "table_id": None}
    connection.execute(seekers.insert().values(place | wanted))


def end(connection: Connection, player: str) -> None:
    """Look no longer."""
    connection.execute(delete(seekers).where(seekers.c.player == player))


def look(connection: Connection, player: str, at: int) -> Sought | None:
    """How somebody's search goes; none: they look for nothing."""
    row = connection.execute(select(seekers).where(seekers.c.player == player)).first()
    if row is None or (row.table_id is None and row.seen < at - _lasts(row.pace)):
        return None
    same = select(seekers.c.player).where(seekers.c.game == row.game, seekers.c.table_id.is_(None), _there(at))
    others = len(connection.execute(same).all()) - (row.table_id is None)
    return Sought(
        game=row.game,
        pace=SeekPace(row.pace),
        seats=row.seats,
        rated=row.rated,
        since=row.since,
        others=max(0, others),
        table=row.table_id,
    )


def note(connection: Connection, player: str, at: int) -> None:
    """Somebody who looks is still there."""
    connection.execute(update(seekers).where(seekers.c.player == player).values(seen=at))


def _lasts(pace: str) -> int:
    return PATIENCE if pace == SeekPace.DAYS else THERE


def _there(at: int) -> Any:
    now_there = seekers.c.seen >= at - THERE
    return or_(now_there, (seekers.c.pace == str(SeekPace.DAYS)) & (seekers.c.seen >= at - PATIENCE))


def waiting(connection: Connection, at: int) -> list[Seeker]:
    """Everybody who looks and is there."""
    query = select(seekers).where(seekers.c.table_id.is_(None), _there(at)).order_by(seekers.c.since)
    return [
        Seeker(row.player, row.game, row.pace, tuple(row.seats), row.rated, row.rating, row.since)
        for row in connection.execute(query)
    ]


def forget(connection: Connection, at: int) -> None:
    """Those who have gone are forgotten, after a day."""
    connection.execute(delete(seekers).where(seekers.c.seen < at - PATIENCE - identity.DAY))
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
    """Open the table of a group; refused, and nothing is done, if one of them looks no longer."""
    players = [one.player for one in group]
    creation.store_table(connection, new, chairs, players[0], served, first)
    free = seekers.c.player.in_(players) & seekers.c.table_id.is_(None)
    if connection.execute(update(seekers).where(free).values(table_id=new["id"])).rowcount != len(group):
        raise Refused("Somebody has gone meanwhile.")


# --------------------------------------------------------------------------------------------------------- the leader


class Seeking(PeriodicJob):
    """Seats those who wait, in the process that leads."""

    interval = BEAT

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(server)
        self._tidied = -TIDY

    async def run_once(self) -> None:
        """Forget those who have gone, and seat everybody who fits."""
        await self._tidy()
        await self.pair()

    async def _tidy(self) -> None:
        """Forget those who have gone: all who ever looked for a match are read through once a second."""
        if time.monotonic() - self._tidied >= TIDY:
            self._tidied = time.monotonic()
            await self._server.writer.write(lambda connection: forget(connection, now()))

    async def pair(self) -> None:
        """Seat everybody who fits."""
        at = now()
        found = await self._server.read(waiting, at)
        if len(found) < 2:
            return
        blocks = await self._server.read(mute_block.blocks_among, [one.player for one in found])
        for group in groups(found, at, lambda one, other: frozenset((one, other)) in blocks):
            if self._server.games.is_ready(group[0].game):
                await self._seat(group, at)

    async def _seat(self, group: list[Seeker], at: int) -> None:
        server, first = self._server, group[0]
        chairs: creation.Chairs = [(one.player, None) for one in group]
        secrets.SystemRandom().shuffle(chairs)
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
            await server.writer.write(work, messages.Changed(new["id"]))
        except Refused as problem:
            log.info("a group could not be seated: %s", problem)
            return
        await server.table_changed(new["id"])
