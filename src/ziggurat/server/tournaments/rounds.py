"""The rounds of a tournament: opening their tables, taking results, settling who did not come."""

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
from ziggurat.server.tournaments.storage import GRACE, Kept, Sat, players, tables
from ziggurat.tournaments import Round, pair_arena, pair_swiss, rounds_needed, schedule, table_sizes

MISSES = 2  # tables somebody does not come to before they are taken out
PATIENCE = 20_000  # milliseconds: who has waited so long in an arena meets the same rivals again
SWISS_ROUNDS = 3  # at least
AT_ONCE = 11  # rounds, and so many matches for each, that are not too many to play by correspondence at the same time


@dataclass(frozen=True)
class Prepared:
    """A table that is about to be opened, or somebody who sits out."""

    players: list[int | None]
    row: dict[str, Any] | None = None
    chairs: tuple[tuple[str | None, str | None], ...] = ()
    first: Entry | None = None
    until: int | None = None


# ------------------------------------------------------------------------------------------------------------- pairing


def check_start(kept: Kept) -> None:
    """Refuse to begin with too few."""
    there = sum(not one.withdrawn for one in kept.entrants)
    if there < 2 or not (kept.row.fill or table_sizes(there, kept.row.seats)[0]):
        raise Refused("There are too few players for a table yet.")


def rounds_of(kept: Kept) -> int:
    """How many rounds there are to be: as chosen, or as many as the players who are there need."""
    if kept.system is System.ARENA or kept.row.rounds:
        return int(kept.row.rounds)
    there = sum(not one.withdrawn for one in kept.entrants)
    if kept.system is System.ROUND_ROBIN:
        return rounds_needed(there, kept.row.seats)
    doublings = max(1, (there - 1).bit_length())  # with two at a table, one player can have won all of so many rounds
    return min(max(SWISS_ROUNDS, doublings), 12)


def pair(kept: Kept) -> Round:
    """Who meets whom in the next round."""
    row = kept.row
    if kept.system is System.SWISS:
        return pair_swiss(kept.in_order(), kept.outcomes(), row.seats, int(row.seed), fill=bool(row.fill))
    first = [one.key for one in kept.entrants if one.joined == 0]
    there = {one.key for one in kept.entrants if not one.withdrawn}
    planned = schedule(first, row.seats, rounds_of(kept), int(row.seed))[row.round]
    return _without(planned, there, row.seats, ziggurat.game(row.game).seat_counts, fill=bool(row.fill))


def _without(planned: Round, there: set[str], seats: int, possible: Any, *, fill: bool) -> Round:
    """A round of a timetable without those who are gone: smaller tables, or a bot of the house in their place."""
    found: list[tuple[str | None, ...]] = []
    byes = [who for who in planned.byes if who in there]
    if fill and byes:
        found.append((*byes, *[None] * (seats - len(byes))))
        byes = []
    for table in planned.tables:
        left: list[str | None] = [who for who in table if who in there]
        if len(left) == 1 and not fill:
            byes.append(left[0] or "")
        elif left:
            full = seats if fill else len(left)
            while full not in possible:
                full += 1
            found.append((*left, *[None] * (full - len(left))))
    return Round(tuple(found), tuple(byes))


def pair_free(kept: Kept, at: int) -> Round:
    """Tables for those who are free in an arena; bots wait for people, or they would play for hours for nobody."""
    busy = {number for sat in kept.undecided for number in sat.players}
    people = {one.key for one in kept.entrants if one.player}
    free = sorted((key for key in kept.in_order() if int(key) not in busy), key=lambda key: key not in people)
    last: dict[str, frozenset[str]] = {}
    for outcome in kept.outcomes():
        together = frozenset(who for who in outcome.seats if who is not None)
        last |= {who: together - {who} for who in together}
    waited = at - max((sat.decided or sat.opened for sat in kept.tables), default=int(kept.row.changed))
    found = pair_arena(free, last, kept.row.seats, patient=waited < PATIENCE)
    found = [table for table in found if people.intersection(table)]
    turned = [table[number % len(table) :] + table[: number % len(table)] for number, table in enumerate(found)]
    return Round(tuple(table if kept.row.round % 2 else table[::-1] for table in turned))


# ------------------------------------------------------------------------------------------------------------- opening


def prepare(kept: Kept, paired: Round, stand_in: str, at: int, served: int) -> list[Prepared]:
    """The tables of a round, ready to be stored: what takes a while is done before anything is locked."""
    by_key = {one.key: one for one in kept.entrants}
    found = []
    for table in paired.tables:
        there = [None if key is None else by_key[key] for key in table]
        chairs = [(one.player, one.bot) if one else (None, kept.row.fill or stand_in) for one in there]
        waits = [seat for seat, (person, _) in enumerate(chairs) if person] if kept.live else []
        row = creation.row(
            kept.row.game,
            f"{TOURNAMENT}{kept.row.id}",
            at,
            options=kept.row.options,
            pace=kept.row.pace,
            leave=creation.default_leave(chairs),
            hints=False,
            public=kept.row.public,
            stand_in=stand_in,
            awaited=waits,
            rated=kept.row.rated and any(person for person, _ in chairs),
            tournament=kept.row.id,
        )
        row, first = creation.with_first_entry(row, chairs, served)
        until = served + kept.row.arrive * 60_000 if waits else None
        found.append(Prepared([one.number if one else None for one in there], row, tuple(chairs), first, until))
    return [*found, *(Prepared([by_key[key].number]) for key in paired.byes)]


def open_round(connection: Connection, seen: Kept, ready: list[Prepared], at: int) -> bool:
    """Store a round with all its tables, if the tournament is still as it was when it was paired; whether it was."""
    kept = storage.load_to_change(connection, seen.row.id)
    if kept.row.revision != seen.row.revision:
        return False
    for number, one in enumerate(ready):
        if one.row is not None:
            seat_store.open_table(connection, one.row, list(one.chairs))
            if one.first is not None:
                connection.execute(insert(schema.journal).values(table_id=one.row["id"], **one.first._asdict()))
        connection.execute(
            insert(tables).values(
                tournament=kept.row.id,
                round=kept.row.round,
                number=number,
                table_id=one.row and one.row["id"],
                players=one.players,
                places=None if one.row else [1],
                scores=[],
                absent=[],
                corrected=False,
                opened=at,
                until=one.until,
                decided=None if one.row else at,
            )
        )
    values: dict[str, Any] = {"status": TournamentStatus.RUNNING, "round": kept.row.round + 1}
    if kept.row.status == TournamentStatus.OPEN:
        values |= {"rounds": rounds_of(kept), "ends": at + kept.row.minutes * 60_000 if kept.row.minutes else None}
    storage.change(connection, kept, at, **values)
    return True


def begin(connection: Connection, seen: Kept, at: int) -> bool:
    """Begin an arena whose first tables are yet to be paired."""
    kept = storage.load_to_change(connection, seen.row.id)
    if kept.row.revision != seen.row.revision:
        return False
    storage.change(connection, kept, at, status=TournamentStatus.RUNNING, ends=at + kept.row.minutes * 60_000)
    return True


def finish(connection: Connection, seen: Kept, at: int) -> bool:
    """End a tournament, if it is still as it was seen."""
    kept = storage.load_to_change(connection, seen.row.id)
    if kept.row.revision != seen.row.revision:
        return False
    storage.change(connection, kept, at, status=TournamentStatus.FINISHED)
    return True


def wait_for_organizer(connection: Connection, seen: Kept, at: int) -> None:
    """The time has come, and there are too few: it begins when the organizer says so."""
    kept = storage.load_to_change(connection, seen.row.id)
    if kept.row.revision == seen.row.revision:
        storage.change(connection, kept, at, starts=None)


def is_due(kept: Kept) -> bool:
    """Whether the next round begins by itself now: when the last has ended.

    By correspondence, where everybody meets everybody, all begin at once: one after the other they would take a year.
    """
    if not kept.row.automatic or kept.row.round >= kept.row.rounds:
        return False
    at_once = kept.system is System.ROUND_ROBIN and not kept.live and kept.row.rounds <= AT_ONCE
    return at_once or not kept.undecided


def is_over(kept: Kept, at: int) -> bool:
    """Whether all has been played, or an arena's time is up and nobody plays on who may."""
    if kept.system is not System.ARENA:
        return kept.row.round >= kept.row.rounds and not kept.undecided
    return bool(kept.row.ends <= at and (not kept.undecided or kept.row.ends + GRACE <= at))


# ------------------------------------------------------------------------------------------------------------- results


def places_of(sitting: Sitting) -> list[int]:
    """The places at a table, 1 for the first: whoever left, or whose time ran out, is behind those who stayed."""
    standing = np.zeros(sitting.plan.seats, dtype=np.int64)
    sitting.match.game.engine().standings(sitting.match.record(), standing)
    result = sitting.result
    left = set(sitting.taken_over)
    if result is not None and result.why in (results.RESIGNED, results.TIMEOUT):
        left.add(result.seat)
    stayed = [seat for seat in range(sitting.plan.seats) if seat not in left]
    return [
        1 + (len(stayed) if seat in left else sum(standing[other] > standing[seat] for other in stayed))
        for seat in range(sitting.plan.seats)
    ]


def judge(stored: table_store.Stored, journal: list[Entry]) -> tuple[list[int], list[int]]:
    """Places and scores of a finished match; no scores if nobody decided anything in it."""
    sitting = Sitting(stored.plan())
    for entry in journal:
        sitting.apply(entry)
    places = [int(place) for place in places_of(sitting)]
    played = sitting.result is not None and len(sitting.match) > 0
    return places, [int(score) for score in sitting.match.scores] if played else []


def take_result(
    connection: Connection, tournament_id: str, sat: Sat, places: list[int], scores: list[int], at: int
) -> bool:
    """Note how a table ended, unless that is known already; whether it was not."""
    kept = storage.load_to_change(connection, tournament_id)
    mine = and_(tables.c.tournament == tournament_id, tables.c.round == sat.round, tables.c.number == sat.number)
    missing = [other for other in kept.undecided if (other.round, other.number) == (sat.round, sat.number)]
    if not missing:
        return False
    connection.execute(update(tables).where(mine).values(places=places, scores=scores, decided=at))
    storage.change(connection, kept, at)
    return True


# ------------------------------------------------------------------------------------------------------------ no-shows


def settled(stored: table_store.Stored, absent: list[int], served: int) -> tuple[Sitting, list[Entry]]:
    """A table to which somebody did not come: it begins, and their time has run out.

    Where at least two people are there, bots play in the others' place; otherwise the match is over.
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


def settle(
    connection: Connection,
    tournament_id: str,
    sat: Sat,
    absent: list[int],
    made: tuple[Sitting, list[Entry]],
    at: int,
) -> bool:
    """Store that, unless somebody has come at the last moment; whether it was stored."""
    kept = storage.load_to_change(connection, tournament_id)
    stored = seat_store.load_to_change(connection, sat.table_id or "")
    if stored.row.status != Status.OPEN or stored.awaited != absent:
        return False
    sitting, entries = made
    connection.execute(insert(schema.journal), [{"table_id": stored.row.id, **entry._asdict()} for entry in entries])
    row = {**table_store.row_of(sitting, at), "awaited": []}
    connection.execute(update(schema.tables).where(schema.tables.c.id == stored.row.id).values(row))
    mine = and_(tables.c.tournament == tournament_id, tables.c.round == sat.round, tables.c.number == sat.number)
    connection.execute(update(tables).where(mine).values(absent=absent))
    for seat in absent:
        number = sat.players[seat]
        entrant = next(one for one in kept.entrants if one.number == number)
        mine = and_(players.c.tournament == tournament_id, players.c.number == number)
        missed = entrant.missed + 1
        gone = entrant.withdrawn or missed >= MISSES
        connection.execute(update(players).where(mine).values(missed=missed, withdrawn=gone))
    storage.change(connection, kept, at)
    return True
