"""Positions of running matches, and positions near them, are recognised; those of other matches are not."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

import ziggurat
from tests.cases import every_game
from tests.looping import run
from tests.playing import finish
from tests.server.serving import Person, Server
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.storage import database
from ziggurat.server.study.live_guard import LiveGuard
from ziggurat.server.study.live_matches import LiveMatch, check_line, check_position, describe
from ziggurat.server.tables import loading, table_store


def played(game: str, seed: int) -> ziggurat.Match:
    return finish(ziggurat.new(game, seats=ziggurat.game(game).seat_counts[0], seed=seed), random.Random(seed))


def is_refused(match: ziggurat.Match, live: LiveMatch) -> bool:
    try:
        check_position(match, [live])
    except NotAllowed:
        return True
    return False


def one_point_more(match: ziggurat.Match) -> ziggurat.Match:
    record = match.record()
    record["score"][0, 0] += 1
    return ziggurat.Match(match.game, match.seats, match.options, start=record, rules=match.rules)


@pytest.mark.parametrize("game", every_game())
def test_positions_near_the_present_one_are_recognised(game: str) -> None:
    whole = played(game, 3)
    for decisions in range(20, len(whole), max(1, len(whole) // 12)):
        match = whole.at(decisions)
        for seat in range(match.seats):
            live = describe(match, seat)
            assert is_refused(match, live)
            assert is_refused(whole.at(decisions - 7), live)  # it has passed that one
            assert is_refused(one_point_more(match), live)
            for action in match.legal():
                assert is_refused(match.copy().play(action), live), (decisions, seat, action)


@pytest.mark.parametrize("game", every_game())
def test_positions_of_other_matches_are_analysed(game: str) -> None:
    """Also at the same decision, and where the first position is always the same."""
    running, other = played(game, 4), played(game, 5)
    for decisions in range(4, len(running), max(1, len(running) // 12)):
        live = describe(running.at(decisions), 0)
        for elsewhere in range(4, len(other), 7):
            assert not is_refused(other.at(elsewhere), live), (decisions, elsewhere)


def test_nothing_is_refused_before_the_first_decision() -> None:
    match = ziggurat.new("ur", seed=1)
    live = describe(match, 0)
    check_position(match, [live])
    check_line(match, [live])


def test_player_who_left_is_compared_as_a_spectator(server: Server) -> None:
    """Otherwise, by positions that are just near enough, they could guess what the bot in their seat holds."""
    people = [Person(server) for _ in range(3)]
    table = people[0].open_table("me", "open", "open", game="babylonia", leave="bot")
    for person in people[1:]:
        person.sit(table)
    chairs = [person.join(table) for person in people]
    engine = database.connect(server.database)

    async def matches() -> list[LiveMatch]:
        class FakeServer:
            async def read(self, work: Any, *args: Any, **more: Any) -> Any:
                with engine.connect() as connection:
                    return work(connection, *args, **more)

            async def work(self, work: Any, *args: Any) -> LiveMatch:
                return cast(LiveMatch, work(*args))

        with engine.connect() as connection:
            host = str(table_store.load_table(connection, table).row.host)
        return await LiveGuard(cast(Any, FakeServer())).matches(host, "babylonia")

    assert [live.seat for live in run(matches())] == [0]
    assert chairs[0].ask("resign")["type"] == "done"
    (live,) = run(matches())
    assert live.seat == -1
    for chair in chairs:
        chair.close()
    engine.dispose()


def test_nobody_gets_help_by_importing_a_running_match(own_server: Server) -> None:
    """Not as a log with a review, nor at another table with hints; others are not hindered."""
    people, stranger = [Person(own_server) for _ in range(2)], Person(own_server)
    table = people[0].open_table("me", "open", game="ur", hints=False)
    people[1].sit(table)
    chairs = [person.join(table) for person in people]
    stream = random.Random(5)
    for _ in range(12):
        actor = next(chair for chair in chairs if chair.view["actor"] == chair.seat)
        version = actor.play(stream.choice(actor.choices))["version"]
        for chair in chairs:
            while chair.version < version:
                chair.hear("changed")
    engine = database.connect(own_server.database)
    with engine.connect() as connection:
        journal = loading.load_snapshot(connection, table)
    engine.dispose()
    match = loading.replay(journal[0].plan(), journal[1]).match
    device = {"id": "d-23456789abcd", "seats": [{"who": "me"}, {"who": "random"}]}
    forbidden = (403, "That position is from a running match; analyse it after the match.")
    for body in ({"log": match.to_text()}, {"log": match.to_text(), "device": device}):
        assert people[0].refused("POST", "/api/import", body) == forbidden
    imported = stranger.ask("POST", "/api/import", {"log": match.to_text()})["id"]
    assert people[0].refused("POST", f"/api/tables/{imported}/review") == forbidden
    seats = [{"who": "open" if seat == match.actor else "random"} for seat in range(2)]
    fork = stranger.ask("POST", f"/api/tables/{imported}/fork", {"decision": len(match), "seats": seats})["id"]
    people[0].sit(fork)
    chair = people[0].join(fork)
    assert chair.ask("hint")["reason"] == forbidden[1]
    chairs[0].ask("resign")
    assert chair.ask("hint")["type"] == "hinted"
    assert people[0].ask("POST", "/api/import", {"log": match.to_text()})["status"] == "finished"
    for one in (*chairs, chair):
        one.close()


def test_unchanged_tables_are_not_read_again() -> None:
    """Somebody with many running matches asks again and again: their tables are neither loaded nor replayed."""
    match = played("ur", 1).at(30)
    reads: list[Any] = []

    class FakeServer:
        async def read(self, work: Any, *args: Any, **more: Any) -> Any:
            reads.append(work)
            if work is table_store.running_seats:
                return [(f"t{number}", 0, last) for number, last in enumerate(lasts)]
            return cast(Any, None), [cast(Any, type("Entry", (), {"number": lasts[int(args[0][1:])]}))]

        async def work(self, work: Any, *args: Any) -> LiveMatch:
            return describe(match, 0)

    lasts = [5] * 48
    guard = LiveGuard(cast(Any, FakeServer()))

    async def ask() -> int:
        reads.clear()
        assert len(await guard.matches("somebody", "ur")) == 48
        return len(reads)

    patch = pytest.MonkeyPatch()
    patch.setattr(loading, "is_playable", lambda stored: True)
    try:
        assert run(ask()) == 49
        assert run(ask()) == 1
        lasts[7] += 1
        assert run(ask()) == 2
    finally:
        patch.undo()
