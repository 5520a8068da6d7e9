"""Reviews on the server: only of finished matches, made once, after all bots."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import func, insert, select, update

import ziggurat
from tests.cases import every_game
from tests.looping import run
from tests.patience import until
from tests.playing import finish
from tests.server.runtime.test_processes import the_leader
from tests.server.serving import Person, Server, serving
from ziggurat.reviewing.evaluation import FREE
from ziggurat.reviewing.evaluation import EvaluationRequest as LookQuestion
from ziggurat.server.bots.pool import BotFailed, Pool
from ziggurat.server.bots.worker import Question
from ziggurat.server.refusals import Unreachable
from ziggurat.server.runtime.fair_queue import OWN, Asker
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema
from ziggurat.server.study import replays, reviews, tries

SECONDS = 0.5  # as the tests' servers have it
LENGTH = 40  # decisions


@cache
def log_of(name: str) -> str:
    """An unfinished match; a whole one takes longer and tests nothing more."""
    return finish(ziggurat.new(name, seed=3), random.Random(3)).at(LENGTH).to_text()


def brought(person: Person, name: str) -> str:
    return str(person.ask("POST", "/api/import", {"log": log_of(name)})["id"])


def made(person: Person, table: str) -> Any:
    """The review, once it is done."""
    path = f"/api/tables/{table}/review"

    def settled() -> Any:
        review = person.ask("GET", path)
        return review if review["status"] in ("done", "failed") else None

    return until(settled, "the review is there")


@pytest.mark.parametrize("name", every_game(now="babel"))
def test_review_of_an_imported_log_equals_the_library(server: Server, name: str) -> None:
    person = Person(server)
    table = brought(person, name)
    path = f"/api/tables/{table}/review"
    assert person.ask("GET", path)["status"] == "none"
    assert person.ask("POST", path)["status"] in ("waiting", "running", "done")
    review = made(person, table)
    assert review["status"] == "done"
    budget = SECONDS / 2 if ziggurat.game(name).secrets else SECONDS
    assert review["known"] == msgspec.to_builtins(ziggurat.review(log_of(name), budget))
    if ziggurat.game(name).secrets:
        assert review["open"] == msgspec.to_builtins(ziggurat.review(log_of(name), budget, everything=True))
    else:
        assert review["open"] is None
    assert person.ask("POST", path) == review  # asking again changes nothing


def test_review_of_an_earlier_edition_is_made_again(tmp_path: Path) -> None:
    """Stored reviews of before counted in another way: a sentence says so, and asking makes a new one."""
    url = f"sqlite:///{tmp_path / 'ziggurat.db'}"
    with serving(url, bots=0) as server:
        person = Person(server)
        table = brought(person, "babel")
        person.ask("POST", f"/api/tables/{table}/review")
    engine = database.connect(url)
    with engine.begin() as connection:
        old = '{"known": {"game": "babel", "seats": [], "judged": []}, "open": null}'
        connection.execute(update(schema.reviews).values(made=old))
    engine.dispose()
    with serving(url) as server:
        person = Person(server)
        path = f"/api/tables/{table}/review"
        review = person.ask("GET", path)
        assert review["status"] == "none"
        assert "winning chances" in review["problem"]["reason"]
        person.ask("POST", path)
        assert made(person, table)["known"]["edition"] == 2


def test_a_reviewed_decision_can_be_tried_again(server: Server) -> None:
    person = Person(server)
    table = brought(person, "babel")
    assert person.refused("POST", f"/api/tables/{table}/review/0", {}) == (404, "The match has not been reviewed yet.")
    person.ask("POST", f"/api/tables/{table}/review")
    judged = next(one for one in made(person, table)["known"]["judged"] if one["better"])
    path = f"/api/tables/{table}/review/{judged['decision']}"
    shown = person.ask("POST", path, {})
    assert (shown["seat"], shown["decisions"], shown["tried"]) == (judged["seat"], 0, None)
    assert judged["action"] in [choice["action"] for choice in shown["view"]["choices"]]
    again = person.ask("POST", path, {"move": judged["action"]})["tried"]
    assert again["played"]
    best = person.ask("POST", path, {"move": judged["better"]["action"]})
    assert best["tried"]["right"]
    assert best["tried"]["best"] == best["tried"]["expected"] >= again["expected"]
    assert best["decisions"] == 1
    assert person.refused("POST", path, {"move": "nonsense"})[0] == 400
    assert person.refused("POST", f"/api/tables/{table}/review/99999", {})[0] == 404


def test_running_match_is_not_reviewed(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game="babel")
    path = f"/api/tables/{table}/review"
    sentence = "The match is not over yet; it can be reviewed afterwards."
    for _ in ("before it has begun", "while it is played"):
        for person in (host, guest):
            assert person.refused("POST", path) == (403, sentence)
            assert person.refused("GET", path) == (403, sentence)
        if host.ask("GET", f"/api/tables/{table}")["status"] == "open":
            guest.sit(table)
    chair = guest.join(table)
    assert chair.ask("resign")["type"] == "done"
    chair.close()
    guest.ask("POST", path)
    review = made(host, table)  # a match that broke off has no results
    assert [seat["result"] for seat in review["known"]["seats"]] == [None, None]


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server without bot processes, which makes no reviews."""
    file = tmp_path_factory.mktemp("idle") / "ziggurat.db"
    with serving(f"sqlite:///{file}", bots=0, review_queue=2) as server:
        yield server, file


def test_fifty_requests_make_one_review(idle: tuple[Server, Path]) -> None:
    """The queue is limited and survives a restart."""
    server, file = idle
    person = Person(server)
    first, second, third = (brought(person, "ur") for _ in range(3))
    with ThreadPoolExecutor(10) as threads:
        people = [Person(server) for _ in range(10)]
        asked = list(threads.map(lambda n: people[n % 10].ask("POST", f"/api/tables/{first}/review"), range(50)))
    assert {answer["status"] for answer in asked} == {"waiting"}
    assert person.ask("POST", f"/api/tables/{second}/review")["ahead"] == 1
    status, reason = person.refused("POST", f"/api/tables/{third}/review")
    assert status == 429
    assert "waiting for a review" in reason
    assert person.ask("GET", f"/api/tables/{third}/review")["status"] == "none"
    engine = database.connect(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(schema.reviews)).scalar_one() == 2
    engine.dispose()


def test_reviews_of_one_address_do_not_delay_others(tmp_path: Path) -> None:
    """Somebody queues as many as they may; the next person's review is second, and is not refused."""
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", bots=0, review_queue=5) as server:
        flooder, other = Person(server), Person(server)
        flooder.http.headers["x-forwarded-for"] = "192.0.2.1"
        other.http.headers["x-forwarded-for"] = "192.0.2.2"
        tables = [brought(flooder, "ur") for _ in range(6)]
        asked = [flooder.ask("POST", f"/api/tables/{table}/review")["ahead"] for table in tables[:4]]
        assert asked == [0, 1, 2, 3]
        assert flooder.refused("POST", f"/api/tables/{tables[4]}/review")[0] == 429
        assert other.ask("POST", f"/api/tables/{tables[5]}/review")["ahead"] == 1
        assert flooder.ask("GET", f"/api/tables/{tables[3]}/review")["ahead"] == 4


def test_tried_decision_is_searched_on_account_of_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else tries of one address would delay everybody's, and all reviews."""
    evaluation = LookQuestion("babel", b"", 0, False, FREE, 1, 20)
    askers: list[Asker] = []

    def one_search(*_: Any) -> Any:
        return (yield evaluation)

    class FakePool:
        async def look(self, question: LookQuestion, asker: Asker) -> str:
            askers.append(asker)
            if len(askers) > 1:
                raise BotFailed
            return "played"

    class FakeServer:
        settings, pool = Settings(), FakePool()

        async def read(self, work: Any, *args: Any) -> Any:
            if work is reviews._load:
                return SimpleNamespace(plan=lambda: None), []
            return SimpleNamespace(made='{"known": null, "open": null}')

    monkeypatch.setattr(replays, "check_readable", lambda stored: None)
    monkeypatch.setattr(replays, "at_decision", lambda *_: None)
    monkeypatch.setattr(tries, "judged_at", lambda *_: None)
    monkeypatch.setattr(tries, "try_move", one_search)

    async def tried() -> Any:
        made_here = reviews.Reviews(cast(Any, FakeServer()))
        try:
            return await made_here.try_again("t", 3, "m d7", "", asker=Asker("192.0.2.1", "anna"))
        finally:
            await made_here.close()

    assert run(tried()) == "played"
    with pytest.raises(Unreachable, match="The search failed"):
        run(tried())
    assert set(askers) == {Asker("192.0.2.1", "anna")}


def test_unreviewable_matches_are_refused(idle: tuple[Server, Path]) -> None:
    server, file = idle
    person = Person(server)
    long, strange = brought(person, "ur"), brought(person, "ur")
    engine = database.connect(f"sqlite:///{file}")
    with engine.begin() as connection:
        entry = {"table_id": long, "kind": "move", "seat": 0, "value": 0, "at": 0}
        connection.execute(insert(schema.journal), [{**entry, "number": number} for number in range(2000, 12_000)])
        connection.execute(update(schema.tables).where(schema.tables.c.id == strange).values(rules=99))
    engine.dispose()
    status, reason = person.refused("POST", f"/api/tables/{long}/review")
    assert status == 400
    assert "at most 5000 can be reviewed" in reason
    status, reason = person.refused("POST", f"/api/tables/{strange}/review")
    assert status == 409
    assert "version 99, are not here any more" in reason
    assert person.refused("POST", "/api/tables/nosuchtable/review")[0] == 404
    assert person.refused("GET", "/api/tables/nosuchtable/review")[0] == 404


@pytest.mark.long
def test_bots_go_before_reviews() -> None:
    """No evaluation starts while a bot is waiting, and no bot waits for an evaluation."""
    match = ziggurat.new("babel", seed=1)
    record = match.record(match.actor).tobytes()
    done: list[str] = []

    async def play() -> None:
        pool = Pool(1, 30.0)

        async def look() -> None:
            await pool.look(LookQuestion("babel", record, match.actor, False, FREE, 1, 20), OWN)
            done.append("look")

        async def choose(name: str) -> None:
            await pool.choose(Question("babel", "search:20i", record, match.legal(), 1), Asker("here", name))
            done.append(name)

        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(choose("first"))
                tasks.create_task(choose("second"))
                while pool.waiting == 0:
                    await asyncio.sleep(0)
                tasks.create_task(look())
            begun = asyncio.create_task(look())  # it has the process for looks, the bot has its own
            await asyncio.sleep(0)
            assert pool.waiting == 0  # reviews are no reason to refuse anybody a bot
            await choose("third")
            await begun
        finally:
            await pool.close()

    run(play())
    assert done.index("look") > done.index("first")
    assert sorted(done) == ["first", "look", "look", "second", "third"]


@pytest.mark.long
def test_review_survives_a_killed_process(postgres_url: str) -> None:
    """The next leader starts it again, with the same result."""
    servers = [Server(postgres_url, review_seconds=60)]  # so long that it is killed before the end
    try:
        leader = the_leader(servers)
        other = Server(postgres_url, review_seconds=3)
        servers.append(other)
        person = Person(other)
        table = brought(person, "babel")
        path = f"/api/tables/{table}/review"
        person.ask("POST", path)
        until(lambda: 0 < person.ask("GET", path)["progress"] < 1, "it is being made, and another process knows it")
        leader.kill()
        review = made(person, table)
        assert review["status"] == "done"
        assert review["known"] == msgspec.to_builtins(ziggurat.review(log_of("babel"), 1.5))
    finally:
        for server in servers:
            if server.alive:
                server.stop()
