"""Bots on other machines: workers see no secrets, and matches continue when they fail."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec import structs
from sqlalchemy import select

import ziggurat
from tests.cases import every_game
from tests.commands import call
from tests.patience import until
from tests.server.load import stored
from tests.server.postgres import Postgres, new_database
from tests.server.serving import Chair, Person, Server, play_to_the_end, serving
from tests.server.workers import FakeWorker, WorkerProcess, fake_worker, measured, new_role
from ziggurat.server.bots import remote_queue
from ziggurat.server.bots.remote_bots import MAX_WORKERS, RemoteBots, _is_possible
from ziggurat.server.bots.worker import Decision, Question, decide
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import loading, table_store

HINT = 2.0  # seconds


@pytest.fixture
def ended() -> Iterator[ExitStack]:
    """Cleans up after a test."""
    with ExitStack() as stack:
        yield stack


def _think(stack: ExitStack, url: str) -> WorkerProcess:
    worker = WorkerProcess(url)
    stack.callback(worker.end, signal.SIGKILL)
    return worker


def _taken(url: str) -> tuple[str, str, bytes, str] | None:
    """The row of a hint that a worker has taken."""
    with psycopg.connect(url) as connection:
        query = "SELECT id, taker, body, questions::text FROM questions WHERE taker IS NOT NULL AND answer IS NULL"
        for row in connection.execute(query):
            if msgspec.msgpack.decode(row[2], type=Question).bot.startswith("hint:"):
                return row
    return None


def _asked(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM questions").fetchone()
    return int(row[0]) if row else 0


def _sitting(url: str, table: str) -> Any:
    engine = database.connect(url)
    with engine.connect() as connection:
        sitting = loading.replay(
            table_store.load_table(connection, table).plan(), table_store.load_journal(connection, table)
        )
    engine.dispose()
    return sitting


def _player(url: str, table: str) -> str:
    engine = database.connect(url)
    with engine.connect() as connection:
        host = connection.execute(select(schema.tables.c.host).where(schema.tables.c.id == table)).scalar_one()
    engine.dispose()
    return str(host)


def test_matches_continue_when_a_worker_is_killed_and_workers_see_no_secrets(
    postgres_address: str, postgres_url: str, ended: ExitStack
) -> None:
    servers = [ended.enter_context(serving(postgres_url, bots=0, hint_seconds=HINT)) for _ in range(2)]
    role = new_role(postgres_address, postgres_url)
    workers = [_think(ended, role) for _ in range(2)]
    until(lambda: all(measured(server, "ziggurat_thinkers") == 2 for server in servers))
    until(lambda: any(measured(server, "ziggurat_leader") == 1 for server in servers))

    people = [Person(server) for server in servers]
    tables = [person.open_table("me", "random", game="babel") for person in people]
    chairs = [person.join(table) for person, table in zip(people, tables, strict=True)]
    asking = chairs[0]
    until(lambda: _my_turn(asking))
    asking.send("hint", id="h")
    _, taker, body, row = until(lambda: _taken(postgres_url) or _ask_again(asking))

    _check_what_it_says(postgres_url, tables[0], body, row)
    next(worker for worker in workers if f"-{worker.pid}-" in taker).end(signal.SIGKILL)
    assert asking.hear("hinted")["id"] == "h"

    for chair, table in zip(chairs, tables, strict=True):
        assert play_to_the_end([chair], random.Random(1))["winners"]
        numbers = [entry.number for entry in stored(postgres_url)[table]]
        assert numbers == list(range(len(numbers)))
    assert sum(measured(server, 'ziggurat_thinker_answers_total{outcome="answered"}') for server in servers) > 10
    until(lambda: not _asked(postgres_url))


def _my_turn(chair: Chair) -> bool:
    if chair.view["actor"] != chair.seat:
        chair.hear("changed")
    return bool(chair.view["actor"] == chair.seat)


def _ask_again(chair: Chair) -> Any:
    """Asks for another hint, on a machine too slow to see who took the first."""
    with suppress(TimeoutError):
        if chair.receive(timeout=0)["type"] == "hinted":
            chair.send("hint", id="h")
    return None


def _check_what_it_says(url: str, table: str, body: bytes, row: str) -> None:
    """The queue holds what the seat sees, and nothing that identifies a player."""
    question = msgspec.msgpack.decode(body, type=Question)
    match = _sitting(url, table).match
    assert question.record == match.record(match.actor).tobytes()
    assert question.record != match.record().tobytes()
    assert question.legal == list(match.legal())
    assert set(question.__struct_fields__) == {"game", "bot", "record", "legal", "seed", "threads"}
    for secret in (table, _player(url, table)):
        assert secret not in row
        assert secret.encode() not in body


@pytest.mark.long
@pytest.mark.parametrize("bots", [0, 1])
def test_worker_that_never_answers_is_used_once(
    postgres_address: str, postgres_url: str, ended: ExitStack, bots: int
) -> None:
    """It takes questions and renews its leases. The first question waits for the time limit, and no other does."""
    server = ended.enter_context(serving(postgres_url, bots=bots, bot_seconds=1))
    until(lambda: measured(server, "ziggurat_leader") == 1)
    worker = ended.enter_context(fake_worker(new_role(postgres_address, postgres_url), remote_queue.kinds()))
    stopped = threading.Event()
    taken: list[str] = []

    def hold_questions() -> None:
        while not stopped.wait(0.1):
            question = worker.try_to_take()
            if question:
                taken.append(question[0])
            worker.connection.execute(remote_queue.RENEW, {"taker": "fake", "lease": 2000})

    thread = threading.Thread(target=hold_questions)
    thread.start()
    ended.callback(thread.join)
    ended.callback(stopped.set)
    until(lambda: measured(server, "ziggurat_thinkers") == 1)
    person = Person(server)
    table = person.open_table("me", "random", game="babel")
    chair = person.join(table)
    assert play_to_the_end([chair], random.Random(1))["winners"]
    assert len(taken) == 1
    assert measured(server, 'ziggurat_thinker_answers_total{outcome="late"}') == 1
    assert measured(server, "ziggurat_thinkers") == 0


@pytest.mark.long
def test_bad_answers_are_refused_and_late_ones_change_nothing(
    postgres_address: str, postgres_url: str, ended: ExitStack, tmp_path: Path
) -> None:
    log = ended.enter_context((tmp_path / "log").open("wb"))
    server = Server(postgres_url, log=log)
    ended.callback(server.stop)
    until(lambda: measured(server, "ziggurat_leader") == 1)
    role = new_role(postgres_address, postgres_url)
    person = Person(server)
    table = person.open_table("me", "random", game="ur")
    chair = person.join(table)

    def refused() -> float:
        return measured(server, 'ziggurat_thinker_answers_total{outcome="refused"}')

    with fake_worker(role, remote_queue.kinds()) as worker:
        impossible = msgspec.msgpack.encode(remote_queue.WorkerAnswer(Decision(-7, [], [], [], [])))
        answers = [b"garbage", bytes(remote_queue.LONGEST + 1), impossible]
        while refused() < 3:
            name = _let_the_bot_decide(chair, worker, server)
            worker.answer(name, answers[int(refused())])  # on a slow machine that may be too late, and is tried again
            assert not worker.answer(name, b"again")
            until(lambda: _my_turn(chair))
        name = _let_the_bot_decide(chair, worker, server)
        until(lambda: _my_turn(chair))  # it has been asked here: nobody said any more that it was being thought about
        until(lambda: not _asked(postgres_url))
        assert not worker.answer(name, b"late")
        worker.announce(bots=0)
        until(lambda: measured(server, "ziggurat_thinkers") == 0)
        assert measured(server, 'ziggurat_thinker_answers_total{outcome="answered"}') == 0
        assert measured(server, 'ziggurat_thinker_answers_total{outcome="lost"}') >= 1
        _check_what_the_role_may(role)
    with fake_worker(role, ["ur 0.0.1 0123456789ab"]) as stranger:
        stranger.announce()
        until(lambda: "another version" in (tmp_path / "log").read_text())
        assert play_to_the_end([chair], random.Random(1))["winners"]
        assert stranger.try_to_take() is None
    assert measured(server, "ziggurat_thinkers") == 0
    numbers = [entry.number for entry in stored(postgres_url)[table]]
    assert numbers == list(range(len(numbers)))
    assert (tmp_path / "log").read_text().count("answer was refused") == 3


def _let_the_bot_decide(chair: Chair, worker: FakeWorker, server: Server) -> str:
    """Play until the bot's question is in the queue; returns the question's id."""
    taken: list[str] = []

    def asked() -> bool:
        row = worker.try_to_take()
        if row is not None:
            taken.append(row[0])
        elif chair.view["actor"] != chair.seat:  # asked any moment; or it has decided by itself, if we were slow
            with suppress(TimeoutError):
                chair.receive(timeout=0)
        elif measured(server, "ziggurat_thinkers"):  # who has said nothing for a while is asked nothing
            chair.play(chair.choices[0])
        return bool(taken)

    until(asked)
    return taken[0]


def _check_what_the_role_may(url: str) -> None:
    """The workers' role may take and answer questions, and nothing else."""
    others = [table.name for table in schema.metadata.sorted_tables if table.name != "questions"]
    forbidden = [f"SELECT * FROM {name}" for name in others]  # noqa: S608
    forbidden += ["DELETE FROM questions", "UPDATE questions SET body = ''", "TRUNCATE questions"]
    forbidden += [
        "INSERT INTO questions (id, kind, process, body, asked, expires, until) VALUES ('', '', '', '', 0, 0, 0)"
    ]
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in forbidden:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_worker_answers_may_contain_only_valid_moves(game: str) -> None:
    """Players read hints: a worker must not be able to send them other text."""
    match = ziggurat.new(game, seed=1)
    question = Question(game, "search:50i", match.record(match.actor).tobytes(), list(match.legal()), 1)
    decision = decide(question)
    assert _is_possible(question, decision)
    for bot in ("random", "greedy", "scribe"):
        assert _is_possible(question, decide(structs.replace(question, bot=bot)))
    step, other = decision.sequel[0], decision.candidates[0]
    for change in (
        {"action": -7},
        {"line": ["Come to evil.example", *decision.line[1:]]},
        {"line": decision.line[:-1]},
        {"sequel": [structs.replace(step, clicks=["Come to evil.example"]), *decision.sequel[1:]]},
        {"sequel": [structs.replace(step, seat=match.seats), *decision.sequel[1:]]},
        {"line": 9 * decision.line[:1], "sequel": 9 * decision.sequel[:1]},
        {"expected": [0.5] * (match.seats + 1)},
        {"expected": [1e300] * match.seats},
        {"candidates": 9 * [other]},
        {"candidates": [structs.replace(other, text="Come to evil.example")]},
        {"candidates": [structs.replace(other, value=float("nan"))]},
    ):
        assert not _is_possible(question, structs.replace(decision, **change)), change


def test_game_without_a_compatible_worker_is_played_locally() -> None:
    """Even on a server without bots of its own, whatever other games the workers play."""
    one, other = remote_queue.kinds()[:2]
    remote_bots = RemoteBots("", "test", 1.0)
    remote_bots._began -= 2 * remote_queue.SILENCE
    remote_bots.receive(remote_queue.write_message(remote_queue.Alive("somebody", 1, [one])))
    assert (remote_bots.slots(one.split()[0]), remote_bots.silent(one.split()[0])) == (1, False)
    assert (remote_bots.slots(other.split()[0]), remote_bots.silent(other.split()[0])) == (0, True)


def test_number_of_remembered_workers_is_limited() -> None:
    remote_bots = RemoteBots("", "test", 1.0)
    kinds = remote_queue.kinds()[:1]
    for number in range(MAX_WORKERS + 10):
        remote_bots.receive(remote_queue.write_message(remote_queue.Alive(f"worker {number}", 1, kinds)))
    assert remote_bots.slots(kinds[0].split()[0]) == MAX_WORKERS
    remote_bots.receive(remote_queue.write_message(remote_queue.Alive("worker 0", 3, kinds)))
    assert remote_bots.slots(kinds[0].split()[0]) == MAX_WORKERS + 2


@pytest.mark.long
def test_workers_and_matches_continue_after_a_database_outage(ended: ExitStack) -> None:
    postgres = Postgres()
    ended.callback(postgres.close)
    url = new_database(postgres.address, "gone")
    server = ended.enter_context(serving(url, bots=0))
    _think(ended, url)
    until(lambda: measured(server, "ziggurat_thinkers") == 1)
    until(lambda: measured(server, "ziggurat_leader") == 1)
    person = Person(server)
    chair = person.join(person.open_table("me", "random", game="ur"))
    until(lambda: _my_turn(chair))
    postgres.kill()
    postgres.start()
    before = measured(server, 'ziggurat_thinker_answers_total{outcome="answered"}')
    until(lambda: _plays(chair))
    assert play_to_the_end([chair], random.Random(1))["winners"]
    until(lambda: _played(person) and measured(server, 'ziggurat_thinker_answers_total{outcome="answered"}') > before)


def _played(person: Person) -> bool:
    """Plays a whole match, which gives the worker time to reconnect."""
    return bool(play_to_the_end([person.join(person.open_table("me", "random", game="babel"))], random.Random(2)))


def _plays(chair: Chair) -> bool:
    return bool(chair.play(chair.choices[0])["type"] == "done")


@pytest.mark.long
def test_process_without_bots_leads_only_if_no_other_does(postgres_url: str, ended: ExitStack) -> None:
    one = ended.enter_context(serving(postgres_url, bots=0))
    until(lambda: measured(one, "ziggurat_leader") == 1)
    two = ended.enter_context(serving(postgres_url, bots=1))
    until(lambda: (measured(one, "ziggurat_leader"), measured(two, "ziggurat_leader")) == (0, 1))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///nowhere.db", "its server runs the bots itself"),
        ("postgresql://nobody@127.0.0.1:1/nowhere", "cannot be opened: "),
    ],
)
def test_a_database_without_a_queue_is_refused_in_a_sentence(url: str, why: str) -> None:
    done = call("think", "--database", url)
    assert done.returncode == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_database_of_an_earlier_version_or_another_role_is_refused(postgres_address: str, postgres_url: str) -> None:
    from ziggurat.server.bots import remote_worker
    from ziggurat.server.settings import Settings

    with pytest.raises(database.BadDatabase, match="run `ziggurat migrate`"):
        remote_worker.check(Settings(database=postgres_url))
    engine = database.connect(postgres_url)
    database.migrate(engine)
    engine.dispose()
    role = new_role(postgres_address, postgres_url)
    remote_worker.check(Settings(database=role))
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("REVOKE SELECT ON questions FROM thinker")
    with pytest.raises(database.BadDatabase, match="GRANT SELECT, UPDATE"):
        remote_worker.check(Settings(database=role))
