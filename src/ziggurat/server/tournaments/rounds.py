"""Rounds of a tournament: pairing, opening tables, taking results, no-shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, and_, insert, update

import ziggurat
from ziggurat.server.protocol import Leave, Status, System, TournamentStatus
from ziggurat.server.refusals import Refused
from ziggurat.server.storage import schema
from ziggurat.server.tables import creation, results, seat_store, table_store
from ziggurat.server.tables.quotas import TOURNAMENT
from ziggurat.server.tables.sitting import AS_PLANNED, MATCH_ENDS, START, TIMEOUT, Entry, Sitting
from ziggurat.server.tournaments import storage
from ziggurat.server.tournaments.storage import GRACE, SeatedTable, TournamentState, players, tables
from ziggurat.tournaments import Round, pair_arena, pair_swiss, rounds_needed, schedule, table_sizes

MISSES = 2  # missed tables after which a player is withdrawn
PATIENCE = 20_000  # milliseconds of waiting in an arena after which the last rivals may meet again
SWISS_ROUNDS = 3  # at least
AT_ONCE = 11  # rounds of a correspondence tournament that may all be played at the same time


@dataclass(frozen=True)
class PreparedTable:
    """A table that is about to be opened, or a bye."""

    players: list[int | None]
    row: dict[str, Any] | None = None
    chairs: tuple[tuple[str | None, str | None], ...] = ()
    first: Entry | None = None
    until: int | None = None


# ------------------------------------------------------------------------------------------------------------- pairing


def check_start(state: TournamentState) -> None:
    """Refuse to begin with too few players."""
    present = sum(not entrant.withdrawn for entrant in state.entrants)
    if present < 2 or not (state.row.fill or table_sizes(present, state.row.seats)[0]):
        raise Refused("There are not enough players yet.")


def rounds_of(state: TournamentState) -> int:
    """The number of rounds: as chosen, or as many as the present players need."""
    if state.system is System.ARENA or state.row.rounds:
        return int(state.row.rounds)
    present = sum(not entrant.withdrawn for entrant in state.entrants)
    if state.system is System.ROUND_ROBIN:
        return rounds_needed(present, state.row.seats)
    doublings = max(1, (present - 1).bit_length())  # rounds after which, with two at a table, one player is unbeaten
    return min(max(SWISS_ROUNDS, doublings), 12)


def pair(state: TournamentState) -> Round:
    """Pair the next round."""
    row = state.row
    if state.system is System.SWISS:
        return pair_swiss(state.in_order(), state.outcomes(), row.seats, int(row.seed), fill=bool(row.fill))
    first = [entrant.key for entrant in state.entrants if entrant.joined == 0]
    present = {entrant.key for entrant in state.entrants if not entrant.withdrawn}
    planned = schedule(first, row.seats, rounds_of(state), int(row.seed))[row.round]
    return _without_absent(planned, present, row.seats, ziggurat.game(row.game).seat_counts, fill=bool(row.fill))


def _without_absent(planned: Round, present: set[str], seats: int, seat_counts: Any, *, fill: bool) -> Round:
    """A scheduled round without players who left: smaller tables, or a house bot in their place."""
    tables: list[tuple[str | None, ...]] = []
    byes = [who for who in planned.byes if who in present]
    if fill and byes:
        tables.append((*byes, *[None] * (seats - len(byes))))
        byes = []
    for table in planned.tables:
        players: list[str | None] = [who for who in table if who in present]
        if len(players) == 1 and not fill:
            byes.append(players[0] or "")
        elif players:
            full = seats if fill else len(players)
            while full not in seat_counts:
                full += 1
            tables.append((*players, *[None] * (full - len(players))))
    return Round(tuple(tables), tuple(byes))


def pair_free(state: TournamentState, at: int) -> Round:
    """Tables for the free players of an arena. Bots play only with people, not among themselves."""
    busy = {number for seated in state.undecided for number in seated.players}
    people = {entrant.key for entrant in state.entrants if entrant.player}
    free = sorted((key for key in state.in_order() if int(key) not in busy), key=lambda key: key not in people)
    last: dict[str, frozenset[str]] = {}
    for outcome in state.outcomes():
        together = frozenset(who for who in outcome.seats if who is not None)
        last |= {who: together - {who} for who in together}
    waited = at - max((seated.decided or seated.opened for seated in state.tables), default=int(state.row.changed))
    paired = pair_arena(free, last, state.row.seats, patient=waited < PATIENCE)
    paired = [table for table in paired if people.intersection(table)]
    turned = [table[number % len(table) :] + table[: number % len(table)] for number, table in enumerate(paired)]
    return Round(tuple(table if state.row.round % 2 else table[::-1] for table in turned))


# ------------------------------------------------------------------------------------------------------------- opening


def prepare(state: TournamentState, paired: Round, stand_in: str, at: int, served: int) -> list[PreparedTable]:
    """The tables of a round, ready to be stored; the slow part happens before anything is locked."""
    by_key = {entrant.key: entrant for entrant in state.entrants}
    prepared = []
    for table in paired.tables:
        entrants = [None if key is None else by_key[key] for key in table]
        chairs = [
            (entrant.player, entrant.bot) if entrant else (None, state.row.fill or stand_in) for entrant in entrants
        ]
        waits = [seat for seat, (person, _) in enumerate(chairs) if person] if state.live else []
        row = creation.row(
            state.row.game,
            f"{TOURNAMENT}{state.row.id}",
            at,
            options=state.row.options,
            pace=state.row.pace,
            leave=creation.default_leave(chairs),
            hints=False,
            public=state.row.public,
            stand_in=stand_in,
            awaited=waits,
            rated=state.row.rated and any(person for person, _ in chairs),
            tournament=state.row.id,
        )
        row, first = creation.with_first_entry(row, chairs, served)
        until = served + state.row.arrive * 60_000 if waits else None
        prepared.append(
            PreparedTable(
                [entrant.number if entrant else None for entrant in entrants], row, tuple(chairs), first, until
            )
        )
    return [*prepared, *(PreparedTable([by_key[key].number]) for key in paired.byes)]


def open_round(connection: Connection, seen: TournamentState, ready: list[PreparedTable], at: int) -> bool:
    """Store a round with all its tables; false if the tournament has changed since `seen`."""
    state = storage.load_to_change(connection, seen.row.id)
    if state.row.revision != seen.row.revision:
        return False
    for number, table in enumerate(ready):
        if table.row is not None:
            seat_store.open_table(connection, table.row, list(table.chairs))
            if table.first is not None:
                connection.execute(insert(schema.journal).values(table_id=table.row["id"], **table.first._asdict()))
        connection.execute(
            insert(tables).values(
                tournament=state.row.id,
                round=state.row.round,
                number=number,
                table_id=table.row and table.row["id"],
                players=table.players,
                places=None if table.row else [1],
                scores=[],
                absent=[],
                corrected=False,
                opened=at,
                until=table.until,
                decided=None if table.row else at,
            )
        )
    values: dict[str, Any] = {"status": TournamentStatus.RUNNING, "round": state.row.round + 1}
    if state.row.status == TournamentStatus.OPEN:
        values |= {"rounds": rounds_of(state), "ends": at + state.row.minutes * 60_000 if state.row.minutes else None}
    storage.change(connection, state, at, **values)
    return True


def begin(connection: Connection, seen: TournamentState, at: int) -> bool:
    """Begin an arena; its first tables are paired later. False if it has changed since `seen`."""
    state = storage.load_to_change(connection, seen.row.id)
    if state.row.revision != seen.row.revision:
        return False
    storage.change(connection, state, at, status=TournamentStatus.RUNNING, ends=at + state.row.minutes * 60_000)
    return True


def finish(connection: Connection, seen: TournamentState, at: int) -> bool:
    """End a tournament; false if it has changed since `seen`."""
    state = storage.load_to_change(connection, seen.row.id)
    if state.row.revision != seen.row.revision:
        return False
    storage.change(connection, state, at, status=TournamentStatus.FINISHED)
    return True


def wait_for_organizer(connection: Connection, seen: TournamentState, at: int) -> None:
    """Clear the start time of a tournament with too few players; the organizer starts it."""
    state = storage.load_to_change(connection, seen.row.id)
    if state.row.revision == seen.row.revision:
        storage.change(connection, state, at, starts=None)


def is_due(state: TournamentState) -> bool:
    """Whether the next round begins now: the last one has ended.

    In a round robin by correspondence all rounds begin at once; one after the other would take a year.
    """
    if not state.row.automatic or state.row.round >= state.row.rounds:
        return False
    at_once = state.system is System.ROUND_ROBIN and not state.live and state.row.rounds <= AT_ONCE
    return at_once or not state.undecided


def is_over(state: TournamentState, at: int) -> bool:
    """Whether all rounds are played, or an arena's time is up and its last matches have ended."""
    if state.system is not System.ARENA:
        return state.row.round >= state.row.rounds and not state.undecided
    return bool(state.row.ends <= at and (not state.undecided or state.row.ends + GRACE <= at))


# ------------------------------------------------------------------------------------------------------------- results


def places_of(sitting: Sitting) -> list[int]:
    """The places at a table, 1 for the first; players who left or timed out are behind those who stayed."""
    standings = np.zeros(sitting.plan.seats, dtype=np.int64)
    sitting.match.game.engine().standings(sitting.match.record(), standings)
    left = set(sitting.taken_over)
    if sitting.result is not None:
        left = results.seats_left(sitting.result, left)
    ranks = results.rank_seats(dict(enumerate(standings.tolist())), left)
    return [1 + ranks[seat] for seat in range(sitting.plan.seats)]


def judge(stored: table_store.Stored, journal: list[Entry]) -> tuple[list[int], list[int]]:
    """Places and scores of a finished match; no scores if nobody made a move."""
    sitting = Sitting(stored.plan())
    for entry in journal:
        sitting.apply(entry)
    places = places_of(sitting)
    played = sitting.result is not None and len(sitting.match) > 0
    return places, [int(score) for score in sitting.match.scores] if played else []


def take_result(
    connection: Connection, tournament_id: str, seated: SeatedTable, places: list[int], scores: list[int], at: int
) -> bool:
    """Store a table's result; false if it already has one."""
    state = storage.load_to_change(connection, tournament_id)
    here = and_(tables.c.tournament == tournament_id, tables.c.round == seated.round, tables.c.number == seated.number)
    missing = [other for other in state.undecided if (other.round, other.number) == (seated.round, seated.number)]
    if not missing:
        return False
    connection.execute(update(tables).where(here).values(places=places, scores=scores, decided=at))
    storage.change(connection, state, at)
    return True


# ------------------------------------------------------------------------------------------------------------ no-shows


def start_without(stored: table_store.Stored, absent: list[int], served: int) -> tuple[Sitting, list[Entry]]:
    """Start a table without the absent players, whose time has run out.

    If at least two people are present, bots play for the absent ones; otherwise the match ends.
    """
    present = [seat for seat, chair in enumerate(stored.chairs) if chair.player and seat not in absent]
    sitting = Sitting(stored.plan())
    goes_on = len(present) > 1 and stored.row.leave == Leave.BOT
    entries = [Entry(0, START, -1, 0, None, None, served, sitting.match.digest())]
    sitting.apply(entries[0])
    for seat in absent:
        if not sitting.over:
            entry = sitting.entry(TIMEOUT, seat, AS_PLANNED if goes_on else MATCH_ENDS, served)
            sitting.apply(entry)
            entries.append(entry)
    return sitting, entries


def record_no_shows(
    connection: Connection,
    tournament_id: str,
    seated: SeatedTable,
    absent: list[int],
    made: tuple[Sitting, list[Entry]],
    at: int,
) -> bool:
    """Store that; false if an absent player came at the last moment."""
    state = storage.load_to_change(connection, tournament_id)
    stored = seat_store.load_to_change(connection, seated.table_id or "")
    if stored.row.status != Status.OPEN or stored.awaited != absent:
        return False
    sitting, entries = made
    connection.execute(insert(schema.journal), [{"table_id": stored.row.id, **entry._asdict()} for entry in entries])
    row = {**table_store.row_of(sitting, at), "awaited": []}
    connection.execute(update(schema.tables).where(schema.tables.c.id == stored.row.id).values(row))
    here = and_(tables.c.tournament == tournament_id, tables.c.round == seated.round, tables.c.number == seated.number)
    connection.execute(update(tables).where(here).values(absent=absent))
    for seat in absent:
        number = seated.players[seat]
        entrant = next(entrant for entrant in state.entrants if entrant.number == number)
        own = and_(players.c.tournament == tournament_id, players.c.number == number)
        missed = entrant.missed + 1
        gone = entrant.withdrawn or missed >= MISSES
        connection.execute(update(players).where(own).values(missed=missed, withdrawn=gone))
    storage.change(connection, state, at)
    return True
