"""Each round is opened once and each result taken once, even if several processes believe they lead."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, func, select, update
from sqlalchemy.exc import IntegrityError

from ziggurat.server.accounts import guest_merge, identity
from ziggurat.server.protocol import NewTournament, Pace, PaceKind, System
from ziggurat.server.storage import database, schema
from ziggurat.server.tournaments import actions, rounds, storage
from ziggurat.server.tournaments.storage import TournamentState

PLAYERS = 12
NOW = 1_000_000


@pytest.fixture
def engine(database_url: str) -> Engine:
    engine = database.connect(database_url)
    database.migrate(engine)
    return engine


def announced(engine: Engine, **more: Any) -> TournamentState:
    """A tournament that many have joined."""
    wish = NewTournament("Club evening", "babel", **{"pace": Pace(PaceKind.TURN, 86_400_000), **more})
    new = actions.plan(wish, "organizer", NOW)
    with engine.begin() as connection:
        actions.announce(connection, new, wish)
        for number in range(PLAYERS):
            actions.join(connection, new["id"], f"player{number}", NOW)
    return loaded(engine, new["id"])


def loaded(engine: Engine, tournament: str) -> TournamentState:
    with engine.connect() as connection:
        return storage.load(connection, tournament)


def count(engine: Engine, table: Any) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def at_once(engine: Engine, work: Callable[[Connection, int], bool], processes: int = 6) -> list[bool]:
    """Run several functions at once, each in its own transaction."""
    barrier = threading.Barrier(processes)
    done: list[bool] = []

    def run(number: int) -> None:
        with engine.connect() as connection:
            barrier.wait()
            with connection.begin():
                done.append(work(connection, number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


@pytest.mark.long
def test_round_is_opened_once_by_concurrent_processes(postgres_url: str) -> None:
    """On PostgreSQL only: SQLite has a single writer thread."""
    engine = database.connect(postgres_url)
    database.migrate(engine)
    kept = announced(engine)
    ready = [rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW) for _ in range(6)]
    opened = at_once(engine, lambda connection, number: rounds.open_round(connection, kept, ready[number], NOW))
    assert sorted(opened) == [False] * 5 + [True]
    after = loaded(engine, kept.row.id)
    assert after.row.round == 1
    assert Counter(number for sat in after.tables for number in sat.players) == dict.fromkeys(range(PLAYERS), 1)
    assert count(engine, schema.tables) == PLAYERS // 2
    sat = after.tables[0]
    places = [[1, 2], [2, 1]] * 3
    taken = at_once(
        engine, lambda connection, number: rounds.take_result(connection, kept.row.id, sat, places[number], [], NOW)
    )
    assert sorted(taken) == [False] * 5 + [True]


def test_interrupted_round_leaves_nothing(engine: Engine) -> None:
    kept = announced(engine)
    paired = rounds.pair(kept)
    for breaks_after in range(PLAYERS // 2):
        ready = rounds.prepare(kept, paired, "random", NOW, NOW)
        assert ready[breaks_after].row is not None
        ready[breaks_after] = broken(ready[breaks_after])
        with pytest.raises(IntegrityError), engine.begin() as connection:
            rounds.open_round(connection, kept, ready, NOW)
        assert (
            count(engine, schema.tables) == count(engine, schema.tournament_tables) == count(engine, schema.seats) == 0
        )
        assert loaded(engine, kept.row.id).row.revision == kept.row.revision
    with engine.begin() as connection:
        assert rounds.open_round(connection, kept, rounds.prepare(kept, paired, "random", NOW, NOW), NOW)
    with engine.begin() as connection:
        assert not rounds.open_round(connection, kept, rounds.prepare(kept, paired, "random", NOW, NOW), NOW)
    assert count(engine, schema.tables) == PLAYERS // 2


def broken(one: rounds.PreparedTable) -> rounds.PreparedTable:
    """A table that the database refuses."""
    assert one.row is not None
    return rounds.PreparedTable(one.players, {**one.row, "game": None}, one.chairs, one.first, one.until)


def test_player_who_joins_during_pairing_is_paired(engine: Engine) -> None:
    kept = announced(engine)
    ready = rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW)
    with engine.begin() as connection:
        actions.join(connection, kept.row.id, "latecomer", NOW)
    with engine.begin() as connection:
        assert not rounds.open_round(connection, kept, ready, NOW)  # it was paired without them
    anew = loaded(engine, kept.row.id)
    assert len(rounds.pair(anew).tables) == PLAYERS // 2
    assert len(rounds.pair(anew).byes) == 1


def test_arena_does_not_pair_bots_alone(engine: Engine) -> None:
    """Otherwise a guest could keep bots busy for a day in ten arenas."""
    wish = NewTournament("Bots", "babel", system=System.ARENA, minutes=60, bots=["random"] * 4)
    new = actions.plan(wish, "organizer", NOW)
    with engine.begin() as connection:
        actions.announce(connection, new, wish)
        rounds.begin(connection, storage.load(connection, new["id"]), NOW)
    assert not rounds.pair_free(loaded(engine, new["id"]), NOW).tables
    with engine.begin() as connection:
        actions.join(connection, new["id"], "somebody", NOW)
    tables = rounds.pair_free(loaded(engine, new["id"]), NOW).tables
    assert ["4" in table for table in tables] == [True]


def test_guest_who_logs_in_during_pairing_keeps_the_seat(engine: Engine) -> None:
    kept = announced(engine)
    ready = rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW)
    with engine.begin() as connection:
        identity.keep(connection, "account", NOW)
        guest_merge.merge_guest(connection, "player3", "account")
    with engine.begin() as connection:
        assert not rounds.open_round(connection, kept, ready, NOW)  # it would seat the guest who is no more


def test_running_tournament_is_not_due_while_players_think(engine: Engine) -> None:
    """Tournaments with something due are loaded every second; the others must not be."""
    kept = announced(engine, rounds=2)

    def due() -> list[str]:
        with engine.connect() as connection:
            return storage.due(connection, NOW, NOW)

    assert due() == []  # its organizer starts it
    with engine.begin() as connection:
        assert rounds.open_round(connection, kept, rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW), NOW)
    assert due() == []
    first = loaded(engine, kept.row.id).tables[0]
    over = update(schema.tables).where(schema.tables.c.id == first.table_id).values(status="finished")
    with engine.begin() as connection:
        connection.execute(over)
    assert due() == [kept.row.id]
    with engine.begin() as connection:
        assert rounds.take_result(connection, kept.row.id, first, [1, 2], [], NOW)
    assert due() == []
    with engine.begin() as connection:
        for sat in loaded(engine, kept.row.id).tables[1:]:
            assert rounds.take_result(connection, kept.row.id, sat, [1, 2], [], NOW)
    assert due() == [kept.row.id]  # the next round
    everybody = announced(engine, system=System.ROUND_ROBIN)
    with engine.begin() as connection:
        ready = rounds.prepare(everybody, rounds.pair(everybody), "random", NOW, NOW)
        assert rounds.open_round(connection, everybody, ready, NOW)
    assert everybody.row.id in due()  # by correspondence all rounds begin at once


def test_no_show_makes_a_tournament_due(engine: Engine) -> None:
    kept = announced(engine, pace=Pace(PaceKind.CLOCK, 60_000))
    with engine.begin() as connection:
        assert rounds.open_round(connection, kept, rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW), NOW)
    late = NOW + kept.row.arrive * 60_000
    with engine.connect() as connection:
        assert storage.due(connection, NOW, late - 1) == []
        assert storage.due(connection, NOW, late) == [kept.row.id]


def test_tournament_continues_after_its_organizer_leaves(engine: Engine) -> None:
    """Nobody else could begin its rounds, or start it if it has no start time."""
    kept = announced(engine, automatic=False)
    ready = rounds.prepare(kept, rounds.pair(kept), "random", NOW, NOW)
    waiting = announced(engine, automatic=False)
    later = announced(engine, automatic=False, starts=NOW + 1)
    with engine.begin() as connection:
        assert rounds.open_round(connection, kept, ready, NOW)
        actions.leave_all(connection, "organizer", NOW)
    rows = [loaded(engine, one.row.id).row for one in (kept, waiting, later)]
    assert [row.status for row in rows] == ["running", "cancelled", "open"]
    assert rows[0].automatic
    assert rows[2].automatic
