"""A tournament as a reader is told it. Ids of players stay here; people are called by number and name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from ziggurat.server.accounts import identity
from ziggurat.server.protocol import (
    Pace,
    Status,
    System,
    TieBreak,
    Tournament,
    TournamentListed,
    TournamentPlayer,
    TournamentRound,
    Tournaments,
    TournamentSeat,
    TournamentStatus,
    TournamentTable,
)
from ziggurat.server.tournaments import storage
from ziggurat.server.tournaments.storage import Kept, Sat, players
from ziggurat.tournaments import Line, points

SHOWN = 50  # of each kind in the list


def told(connection: Connection, tournament_id: str, player: str | None, served: int) -> Tournament:
    """All that a reader may know of a tournament."""
    kept = storage.load(connection, tournament_id)
    row = kept.row
    mine = kept.entrant_of(player)
    return Tournament(
        id=row.id,
        title=row.title,
        game=row.game,
        seats=row.seats,
        options=row.options,
        pace=kept.pace,
        system=kept.system,
        status=TournamentStatus(row.status),
        round=row.round,
        rounds=row.rounds,
        minutes=row.minutes,
        starts=row.starts,
        ends=row.ends,
        public=row.public,
        guests=row.guests,
        late=row.late,
        rated=row.rated,
        fill=row.fill,
        automatic=row.automatic,
        arrive=row.arrive,
        organizer=identity.name_of(connection, row.organizer),
        yours=player is not None and row.organizer == player,
        revision=row.revision,
        at=served,
        players=_players(kept, player),
        past=_rounds(kept),
        table=None if mine is None else _waiting(kept, mine.number),
        joined=mine is not None and not mine.withdrawn,
        withdrawn=mine is not None and mine.withdrawn,
    )


def _players(kept: Kept, player: str | None) -> list[TournamentPlayer]:
    by_key = {one.key: one for one in kept.entrants}
    found = []
    for line in _lines(_Seen(kept)):
        one = by_key[line.player]
        found.append(
            TournamentPlayer(
                number=one.number,
                name=one.name,
                bot=one.bot is not None,
                registered=one.registered,
                you=player is not None and one.player == player,
                withdrawn=one.withdrawn,
                rank=line.rank,
                points=_rounded(line.points),
                played=line.played,
                first=line.first,
                ties=[TieBreak(name, _rounded(value)) for name, value in line.ties],
            )
        )
    return found


class _Seen:
    """A tournament as it was at one revision, by which its standings are remembered."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._key = (kept.row.id, kept.row.revision)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and self._key == other._key


@lru_cache(maxsize=64)
def _lines(seen: _Seen) -> list[Line]:
    return seen.kept.lines()


def _rounded(value: Any) -> float:
    return round(float(value), 3)


def _waiting(kept: Kept, number: int) -> str | None:
    """The table at which a player is expected: where it is their turn, if they have several."""
    mine = [sat for sat in kept.undecided if number in sat.players]
    turns = [sat for sat in mine if sat.turn >= 0 and sat.players[sat.turn] == number]
    return (turns or mine)[0].table_id if mine else None


def _rounds(kept: Kept) -> list[TournamentRound]:
    found: dict[int, list[TournamentTable]] = {}
    for sat in kept.tables:
        found.setdefault(sat.round + 1, []).append(_table(sat))
    return [TournamentRound(number, tables) for number, tables in sorted(found.items(), reverse=True)]


def _table(sat: Sat) -> TournamentTable:
    seats = []
    for seat, number in enumerate(sat.players):
        who = -1 if number is None else number
        if sat.places is None:
            seats.append(TournamentSeat(who, absent=seat in sat.absent))
        else:
            won = _rounded(points(sat.outcome(), seat))
            seats.append(TournamentSeat(who, sat.places[seat], won, seat in sat.absent))
    status = Status.FINISHED if sat.places is not None else Status(sat.status)
    until = sat.until if status is Status.OPEN else None
    return TournamentTable(sat.number, sat.table_id, status, seats, sat.corrected, until)


def overview(connection: Connection, player: str | None, since: int = 0) -> Tournaments:
    """The list: what is running, what is to come (where something has happened since a moment), what is over."""
    running = storage.listed(connection, [TournamentStatus.RUNNING], player, SHOWN)
    coming = storage.listed(connection, [TournamentStatus.OPEN], player, SHOWN, since)
    over = storage.listed(connection, [TournamentStatus.FINISHED], player, SHOWN)
    ids = [row.id for row in [*running, *coming, *over]]
    counts, mine = _counted(connection, ids, player)

    def line(row: Any) -> TournamentListed:
        return TournamentListed(
            id=row.id,
            title=row.title,
            game=row.game,
            seats=row.seats,
            pace=msgspec.convert(row.pace, Pace),
            system=System(row.system),
            status=TournamentStatus(row.status),
            players=counts.get(row.id, 0),
            round=row.round,
            rounds=row.rounds,
            minutes=row.minutes,
            starts=row.starts,
            ends=row.ends,
            public=row.public,
            changed=row.changed,
            yours=player is not None and row.organizer == player,
            joined=row.id in mine,
        )

    soonest = sorted(coming, key=lambda row: (row.starts is None, row.starts or -row.changed))
    return Tournaments([line(row) for row in running], [line(row) for row in soonest], [line(row) for row in over])


def _counted(connection: Connection, ids: list[str], player: str | None) -> tuple[dict[str, int], set[str]]:
    there = players.c.tournament.in_(ids) & players.c.withdrawn.is_(False)
    counted = select(players.c.tournament, func.count()).where(there).group_by(players.c.tournament)
    own = select(players.c.tournament).where(there, players.c.player == (player or ""))
    return {row[0]: row[1] for row in connection.execute(counted)}, set(connection.execute(own).scalars())
