"""A tournament as one reader sees it. Player ids are secret: people have a number and a name."""

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
from ziggurat.server.tournaments.storage import SeatedTable, TournamentState, players
from ziggurat.tournaments import StandingsRow, points

SHOWN = 50  # of each kind in the list


def describe(connection: Connection, tournament_id: str, player: str | None, served: int) -> Tournament:
    """Everything a reader may know of a tournament."""
    state = storage.load(connection, tournament_id)
    row = state.row
    own = state.entrant_of(player)
    return Tournament(
        id=row.id,
        title=row.title,
        game=row.game,
        seats=row.seats,
        options=row.options,
        pace=state.pace,
        system=state.system,
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
        yours=storage.is_organizer(row, player),
        revision=row.revision,
        at=served,
        players=_players(state, player),
        past=_rounds(state),
        table=None if own is None else _waiting(state, own.number),
        joined=own is not None and not own.withdrawn,
        withdrawn=own is not None and own.withdrawn,
    )


def _players(state: TournamentState, player: str | None) -> list[TournamentPlayer]:
    by_key = {entrant.key: entrant for entrant in state.entrants}
    listed = []
    for line in _standings(_Revision(state)):
        entrant = by_key[line.player]
        listed.append(
            TournamentPlayer(
                number=entrant.number,
                name=entrant.name,
                bot=entrant.bot is not None,
                registered=entrant.registered,
                you=player is not None and entrant.player == player,
                withdrawn=entrant.withdrawn,
                rank=line.rank,
                points=_rounded(line.points),
                played=line.played,
                first=line.first,
                ties=[TieBreak(name, _rounded(value)) for name, value in line.ties],
            )
        )
    return listed


class _Revision:
    """A tournament at one revision: the cache key of its standings."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self._key = (state.row.id, state.row.revision)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Revision) and self._key == other._key


@lru_cache(maxsize=64)
def _standings(seen: _Revision) -> list[StandingsRow]:
    return seen.state.lines()


def _rounded(value: Any) -> float:
    return round(float(value), 3)


def _waiting(state: TournamentState, number: int) -> str | None:
    """The table where a player is expected; with several, one where it is their turn."""
    own = [seated for seated in state.undecided if number in seated.players]
    turns = [seated for seated in own if seated.turn >= 0 and seated.players[seated.turn] == number]
    return (turns or own)[0].table_id if own else None


def _rounds(state: TournamentState) -> list[TournamentRound]:
    by_round: dict[int, list[TournamentTable]] = {}
    for seated in state.tables:
        by_round.setdefault(seated.round + 1, []).append(_table(seated))
    return [TournamentRound(number, tables) for number, tables in sorted(by_round.items(), reverse=True)]


def _table(seated: SeatedTable) -> TournamentTable:
    seats = []
    for seat, number in enumerate(seated.players):
        who = -1 if number is None else number
        if seated.places is None:
            seats.append(TournamentSeat(who, absent=seat in seated.absent))
        else:
            won = _rounded(points(seated.outcome(), seat))
            seats.append(TournamentSeat(who, seated.places[seat], won, seat in seated.absent))
    status = Status.FINISHED if seated.places is not None else Status(seated.status)
    until = seated.until if status is Status.OPEN else None
    return TournamentTable(seated.number, seated.table_id, status, seats, seated.corrected, until)


def overview(connection: Connection, player: str | None, since: int = 0) -> Tournaments:
    """The list of running, coming (changed since `since`) and finished tournaments."""
    running = storage.listed(connection, [TournamentStatus.RUNNING], player, SHOWN)
    coming = storage.listed(connection, [TournamentStatus.OPEN], player, SHOWN, since)
    over = storage.listed(connection, [TournamentStatus.FINISHED], player, SHOWN)
    soonest = sorted(coming, key=lambda row: (row.starts is None, row.starts or -row.changed))
    lines = list_rows(connection, [*running, *soonest, *over], player)
    begin, end = len(running), len(running) + len(soonest)
    return Tournaments(lines[:begin], lines[begin:end], lines[end:])


def list_rows(connection: Connection, rows: list[Any], player: str | None) -> list[TournamentListed]:
    """Tournaments as lines of a list."""
    counts, joined = _counted(connection, [row.id for row in rows], player)
    return [
        TournamentListed(
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
            yours=storage.is_organizer(row, player),
            joined=row.id in joined,
        )
        for row in rows
    ]


def _counted(connection: Connection, ids: list[str], player: str | None) -> tuple[dict[str, int], set[str]]:
    there = players.c.tournament.in_(ids) & players.c.withdrawn.is_(False)
    counted = select(players.c.tournament, func.count()).where(there).group_by(players.c.tournament)
    own = select(players.c.tournament).where(there, players.c.player == (player or ""))
    return {row[0]: row[1] for row in connection.execute(counted)}, set(connection.execute(own).scalars())
