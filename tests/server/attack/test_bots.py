"""Fair use of bots, abandoned tables, and no secrets revealed by the time a bot takes."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import ziggurat
from tests.looping import run
from tests.patience import PATIENCE, until
from tests.server.serving import Person, Server, serving
from ziggurat import bots
from ziggurat.server.bots.pool import Pool
from ziggurat.server.bots.worker import Question
from ziggurat.server.protocol import Leave, Pace
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.tables import table_store
from ziggurat.server.tables.driver import reveals_choice
from ziggurat.server.tables.quotas import Quotas
from ziggurat.server.tables.sitting import MOVE, RESIGN, START, Entry, Plan, Sitting


def metric(server: Server, name: str) -> float:
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ziggurat.db"


# ------------------------------------------------------------------------------------------------- whose turn it is


def question(bot: str = "search:60i") -> Question:
    match = ziggurat.new("babel", seed=1)
    return Question("babel", bot, match.record(match.actor).tobytes(), match.legal(), 1)


async def order(askers: list[Asker], late: Asker) -> list[Asker]:
    """The order of answers if one client comes while all the others wait."""
    pool, answered = Pool(1, 30.0), []

    async def ask(asker: Asker) -> None:
        await pool.choose(question(), asker)
        answered.append(asker)

    try:
        async with asyncio.TaskGroup() as tasks:
            for asker in askers:
                tasks.create_task(ask(asker))
            while pool.waiting < len(askers) - 1:
                await asyncio.sleep(0)
            tasks.create_task(ask(late))
    finally:
        await pool.close()
    return answered


def test_guest_with_many_tables_delays_others_by_one_decision() -> None:
    greedy, honest = Asker("here", "greedy"), Asker("here", "honest")
    answered = run(order([greedy] * 12, honest))
    assert answered.index(honest) == 1  # after the one that was being thought about


@pytest.mark.long
def test_many_guests_of_one_address_delay_others_by_one_decision() -> None:
    honest = Asker("elsewhere", "honest")
    answered = run(order([Asker("here", f"guest {number}") for number in range(12)], honest))
    assert answered.index(honest) == 1


@pytest.mark.long
def test_players_of_one_address_take_turns() -> None:
    first, second = Asker("here", "first"), Asker("here", "second")
    answered = run(order([*[first] * 5, *[second] * 5], Asker("elsewhere", "late")))
    place = [asker.player for asker in answered if asker.address == "here"]
    assert "second" in place[:2]  # though all of the first one's came before
    assert "first" in place[-4:]


def test_tournaments_count_as_one_address() -> None:
    """Otherwise each announced tournament would count as another household."""
    limits = Quotas(Settings(), Pool(1, 1.0))
    for name in ("tournament:a", "tournament:b"):
        limits.saw(name, "here")
    assert [limits.asker(f"tournament:{name}").address for name in "ab"] == ["here", "here"]
    assert limits.asker("tournament:c").address == limits.asker("tournament:d").address  # where from nobody knows
    assert limits.asker("c").address != limits.asker("d").address


@pytest.mark.long
def test_cancelled_question_frees_its_place() -> None:
    async def check() -> None:
        pool = Pool(1, 30.0)
        here, there = Asker("here", "a"), Asker("there", "b")
        first = asyncio.create_task(pool.choose(question("search:0.3"), here))
        second = asyncio.create_task(pool.choose(question(), here))
        while not pool.waiting:
            await asyncio.sleep(0)
        second.cancel()
        await first
        assert pool.waiting == 0
        assert (await pool.choose(question(), there)).decision.action in question().legal
        await pool.close()

    run(check())


FIRST_TWO = "SELECT at FROM journal WHERE table_id = ? ORDER BY number LIMIT 2"  # the start, and a decision


def test_hundred_slow_bots_do_not_block_another_bot(file: Path) -> None:
    with serving(f"sqlite:///{file}", bots=1) as server:
        greedy, honest = Person(server), Person(server)
        for _ in range(12):
            greedy.open_table("king", "king", "me", game="babylonia")
        until(lambda: metric(server, "ziggurat_bot_queue") >= 10, "the kings wait")
        table = honest.open_table("apprentice", "me")
        until(lambda: honest.ask("GET", f"/api/tables/{table}")["turn"] == 1, "the apprentice has decided")
    with sqlite3.connect(file) as connection:
        began, decided = (at for (at,) in connection.execute(FIRST_TWO, (table,)))
        [meanwhile] = connection.execute("SELECT count(*) FROM journal WHERE at BETWEEN ? AND ?", (began, decided))
    assert meanwhile[0] - 2 <= 4  # in a line of twelve kings


# ------------------------------------------------------------------------------------------------------- how many


def test_unfinished_tables_of_a_player_are_limited(file: Path) -> None:
    with serving(f"sqlite:///{file}", max_tables=2) as server:
        person, other = Person(server), Person(server)
        first = person.open_table("me", "random")
        person.open_table("me", "open")
        body = {"game": "babylonia", "seats": [{"who": "me"}, {"who": "open"}]}
        status, reason = person.refused("POST", "/api/tables", body)
        assert (status, reason.partition(";")[0]) == (429, "You have 2 unfinished tables")
        other.open_table("me", "open")
        chair = person.join(first)
        chair.ask("resign")
        until(lambda: person.ask("GET", f"/api/tables/{first}")["status"] == "finished", "the match ends")
        person.ask("POST", f"/api/tables/{first}/rematch")  # one is finished, so one may be opened
        status, _ = person.refused("POST", f"/api/tables/{first}/fork", {"decision": 0, "seats": body["seats"]})
        assert status == 429


def test_tables_opened_by_an_address_are_limited(file: Path) -> None:
    with serving(f"sqlite:///{file}", openings=4) as server:
        body = {"game": "babylonia", "seats": [{"who": "me"}, {"who": "open"}]}
        for _ in range(2):  # half an hour's worth at once
            Person(server).ask("POST", "/api/tables", body)
        status, reason = Person(server).refused("POST", "/api/tables", body)
        assert (status, reason) == (429, "Too many tables were opened from your network; wait a few minutes.")


def test_tables_with_bots_are_refused_while_the_queue_is_long(file: Path) -> None:
    with serving(f"sqlite:///{file}", bots=1, bot_queue=2) as server:
        person = Person(server)
        for _ in range(3):
            person.open_table("king", "me")
        until(lambda: metric(server, "ziggurat_bot_queue") >= 2, "two kings wait")
        body = {"game": "babylonia", "seats": [{"who": "me"}, {"who": "random"}]}
        status, reason = person.refused("POST", "/api/tables", body)
        assert status == 429
        assert reason.startswith("The bots are busy")
        person.open_table("me", "open")  # people need no bot


# ------------------------------------------------------------------------------------------------- nobody is there


def test_bots_of_an_abandoned_table_pause_until_somebody_comes(file: Path) -> None:
    with serving(f"sqlite:///{file}", bot_patience=0) as server:
        person, other = Person(server), Person(server)
        nobody_there = other.open_table("random", "random", "me")
        chair = person.join(person.open_table("random", "random", "me"))
        chair.hear("changed", lambda message: message["actor"] == 2)  # whoever is there is played with
        assert other.ask("GET", f"/api/tables/{nobody_there}")["turn"] == 0
        chair.close()
    with serving(f"sqlite:///{file}", bot_patience=0) as server:  # nor does it cost anything after a restart
        other.move_to(server)
        assert other.ask("GET", f"/api/tables/{nobody_there}")["turn"] == 0
        assert metric(server, "ziggurat_tables ") == 0
        other.join(nobody_there).hear("changed", lambda message: message["actor"] == 2)


def test_bots_of_correspondence_matches_never_pause(file: Path) -> None:
    with serving(f"sqlite:///{file}", bot_patience=0) as server:
        person = Person(server)
        table = person.open_table("random", "random", "me", pace={"kind": "turn", "base": 86_400_000})
        until(lambda: person.ask("GET", f"/api/tables/{table}")["turn"] == 2, "the bots have decided")


def test_unvisited_open_table_leaves_the_lobby(file: Path) -> None:
    with serving(f"sqlite:///{file}", open_days=2) as server:
        person, guest = Person(server), Person(server)
        table = person.open_table("me", "open", public=True)

        def listed() -> bool:
            return table in [one["id"] for one in guest.ask("GET", "/api/tables?show=open")["tables"]]

        assert listed()
        with sqlite3.connect(file, timeout=PATIENCE) as connection:
            connection.execute("UPDATE tables SET changed = changed - 3 * 86400000")
        assert not listed()
        chair = person.join(table)  # its host comes back
        until(listed, "it is in the lobby again")
        guest.sit(table)
        chair.hear("changed" if chair.view else "welcome")


# -------------------------------------------------------------------------------------------------------- haste


def decisions(file: Path, table: str) -> Iterator[tuple[Entry, int, int]]:
    """Every move, with its number of choices and its milliseconds."""
    engine = database.connect(f"sqlite:///{file}")
    with engine.connect() as connection:
        plan, entries = table_store.load_table(connection, table).plan(), table_store.load_journal(connection, table)
    engine.dispose()
    sitting, last = Sitting(plan), 0
    for entry in entries:
        if entry.kind == MOVE:
            yield entry, len(sitting.match.legal()), entry.at - last
        sitting.apply(entry)
        last = entry.at


def test_bot_without_a_choice_takes_as_long_as_others(file: Path) -> None:
    with serving(f"sqlite:///{file}", bot_beat=20) as server:
        person, stream = Person(server), random.Random(2)
        table = person.open_table("king", "me")
        chair = person.join(table)
        forced: list[int] = []
        while not forced:
            while chair.view["actor"] != 1:
                chair.hear("changed")
            chair.play(stream.choice(chair.choices))
            forced = [took for entry, choices, took in decisions(file, table) if entry.seat == 0 and choices == 1]
        assert min(forced) >= 1000 * bots.seconds("king")  # its budget, 400; a choice made at once took 20


def test_choices_are_hidden_only_in_games_with_secrets_and_people() -> None:
    def sitting(game: str, bots: tuple[str | None, ...]) -> Sitting:
        plan = Plan(game, ziggurat.game(game).rules_version, 2, {}, 1, None, Pace(), Leave.BOT, "random", bots)
        started = Sitting(plan)
        started.apply(Entry(0, START, -1, 0, None, None, 0))
        return started

    for name in ziggurat.game_names():
        if 2 in ziggurat.game(name).seat_counts:
            hides = reveals_choice(sitting(name, ("king", None)))
            assert hides is bool(ziggurat.game(name).secrets), name  # without, everybody can count its choices
    left = sitting("babylonia", ("king", None))
    left.apply(Entry(1, RESIGN, 1, 0, None, None, 0))
    assert not reveals_choice(left)  # bots among themselves


@pytest.mark.long
def test_pretended_thinking_takes_as_long_as_recent_decisions() -> None:
    async def check() -> None:
        pool, asker = Pool(1, 30.0), Asker("here", "somebody")
        assert await pool.pretend(question("king"), asker) == bots.seconds("king")  # nothing else is known yet
        took = [(await pool.choose(question("search:0.05"), asker)).seconds for _ in range(4)]
        for _ in range(8):
            assert await pool.pretend(question("search:0.05"), asker) <= max(took)
        await pool.close()

    run(check())
