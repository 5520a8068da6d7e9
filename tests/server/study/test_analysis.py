"""The analysis board on the server: positions, engine lines, saved studies, and no help with running matches."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

import ziggurat
from tests.cases import every_game
from tests.looping import run
from tests.patience import until
from tests.playing import finish
from tests.server.serving import Person, Server, serving
from ziggurat.core.study import MOST_NODES, MOST_TRUTHS
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, LineRequest, SearchLines
from ziggurat.server.bots.pool import Pool
from ziggurat.server.refusals import Stale, TooMuch
from ziggurat.server.runtime.fair_queue import OWN, Asker
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema
from ziggurat.server.study.engine_lines import LineSearch

RUNNING = "That position is from a running match; analyse it after the match."


def begun(person: Person, game: str, **start: Any) -> Any:
    return person.ask("POST", "/api/analysis", {"game": game, "seats": fewest(game), **start})


def fewest(game: str) -> int:
    return ziggurat.game(game).seat_counts[0]


def at(person: Person, start: Any, path: list[Any], eyes: str = "actor", **more: Any) -> Any:
    return person.ask("POST", "/api/analysis/position", {"start": start, "path": path, "eyes": eyes, **more})


def line_of(start: Any, *steps: Any) -> dict[str, Any]:
    """A study of one line."""
    entries = [{"parent": number - 1, "step": step} for number, step in enumerate([None, *steps])]
    return {"start": start, "entries": entries}


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_study_plays_every_seat_and_redraws_hidden_cards(server: Server, game: str) -> None:
    person = Person(server)
    study = begun(person, game)
    start: Any = study["start"]
    path: list[int] = []
    match = ziggurat.new(game, seats=fewest(game), seed=int(start["seed"]))
    for _ in range(6):
        moment = at(person, start, path)
        assert moment["seat"] == moment["actor"] == match.actor
        assert [choice["action"] for choice in moment["view"]["choices"]] == match.legal()
        assert at(person, start, path, "open")["view"]["choices"] == moment["view"]["choices"]
        path.append(match.legal()[0])
        match.play(path[-1])
    moment = at(person, start, path, "open")
    assert moment["position"] == json.loads(json.dumps(match.position()))
    assert moment["move"]["text"] == match.history()[-1]
    other = at(person, start, [*path, {"seat": 0, "seed": "77"}], "0")
    assert other["view"] | {"choices": []} == at(person, start, path, "0")["view"] | {"choices": []}
    if ziggurat.game(game).secrets:
        assert other["position"] != moment["position"]
    dead = at(person, start, path, why="nowhere")
    assert dead["why"] is None


def test_study_round_trips_as_text(server: Server) -> None:
    person = Person(server)
    start = begun(person, "ur", seed="3")["start"]
    first, second = ziggurat.new("ur", seats=2, seed=3).legal()[:2]
    entries = [
        {"parent": -1, "comment": "Two ways."},
        {"parent": 0, "step": first, "marks": ["field:a1", "field:a1>field:b2"]},
        {"parent": 0, "step": second, "comment": "Worse."},
        {"parent": 0, "step": {"seat": 1, "seed": "18446744073709551615"}},
    ]
    text = person.ask("POST", "/api/analysis/log", {"start": start, "entries": entries})["text"]
    assert len(ziggurat.Study.read(text)) == 3
    again = person.ask("POST", "/api/analysis/text", {"text": text})
    expected = [{"parent": -1, "step": None, "comment": "", "marks": []} | entry for entry in entries]
    assert again["entries"] == expected
    assert again["start"] == start
    assert again["moves"][1]["text"] == ziggurat.game("ur").notation.write(first)
    position = ziggurat.read(text).position()
    set_up = person.ask("POST", "/api/analysis/text", {"text": json.dumps(position)})
    assert set_up["start"]["position"] == json.loads(json.dumps(position))


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_engine_lines(server: Server, game: str) -> None:
    person = Person(server)
    start = begun(person, game, seed="5")["start"]
    body = {"start": start, "path": [], "iterations": 64, "most": 3}
    for openly in (False, True):
        result = person.ask("POST", "/api/analysis/lines", {**body, "open": openly})
        assert result["iterations"] == 64
        assert result["depth"] >= 1
        assert len(result["expected"]) == fewest(game)
        assert 1 <= len(result["lines"]) <= 3
        chances = [line["expected"][0] for line in result["lines"]]
        assert chances == sorted(chances, reverse=True)
        legal = ziggurat.new(game, seats=fewest(game), seed=5).legal()
        for line in result["lines"]:
            assert line["actions"][0] in legal
            assert line["moves"][0]["seat"] == 0
            assert line["moves"][0]["text"] == ziggurat.game(game).notation.write(line["actions"][0])


def test_no_engine_lines_without_a_choice(server: Server) -> None:
    person = Person(server)
    match = finish(ziggurat.new("babylonia", seats=2, seed=3), random.Random(3))
    start = begun(person, "babylonia", seed="3")["start"]
    path = list(match.actions)
    over = {"start": start, "path": path}
    assert person.ask("POST", "/api/analysis/lines", over)["lines"] == []
    assert at(person, start, path)["actor"] == -1
    counts = [len(match.at(number).legal()) for number in range(30)]
    forced = {"start": start, "path": path[: counts.index(1)]}
    (only,) = person.ask("POST", "/api/analysis/lines", forced)["lines"]
    assert only["actions"] == [path[counts.index(1)]]


def test_set_up_a_position_piece_by_piece(server: Server) -> None:
    person = Person(server)
    position = ziggurat.new("ur", seats=2, seed=3).position()
    shown = person.ask("POST", "/api/analysis/setup", {"game": "ur", "position": position})
    assert shown["position"] == json.loads(json.dumps(position))
    assert "stone" in shown["pieces"]
    assert "field:c3" in shown["places"]
    put = {"game": "ur", "position": shown["position"], "seat": 1, "place": "field:c3", "piece": "stone"}
    changed = person.ask("POST", "/api/analysis/setup", put)
    assert "1x1" in " ".join(changed["position"]["board"])
    assert changed["view"]["seat"] == 1
    status, reason = person.refused("POST", "/api/analysis/setup", put | {"piece": "farmer"})
    assert (status, "no 'farmer'" in reason) == (400, True)
    status, reason = person.refused(
        "POST", "/api/analysis/setup", put | {"position": position | {"turn": -1}, "place": ""}
    )
    assert (status, "turn must be" in reason) == (400, True)
    begun(person, "ur", position=changed["position"])


# ------------------------------------------------------------------------------------------------- running matches


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server whose database the test can look into."""
    file = tmp_path_factory.mktemp("house") / "ziggurat.db"
    with serving(f"sqlite:///{file}", max_studies=3) as server:
        yield server, file


def truth_of(file: Path, table: str) -> ziggurat.Match:
    """The full match at a table, with hidden information."""
    engine = database.connect(f"sqlite:///{file}")
    with engine.connect() as connection:
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one()
        moves = select(schema.journal.c.value).where(
            schema.journal.c.table_id == table, schema.journal.c.kind == "move"
        )
        actions = list(connection.execute(moves.order_by(schema.journal.c.number)).scalars())
    engine.dispose()
    match = ziggurat.new(row.game, seats=2, seed=int(row.seed), **row.options)
    match.replay(actions)
    return match


def test_running_match_cannot_be_analysed(house: tuple[Server, Path]) -> None:
    server, file = house
    host, guest, stranger = Person(server), Person(server), Person(server)
    table = host.open_table("me", "open", game="babel")
    guest.sit(table)
    chairs = {chair.seat: chair for chair in (host.join(table), guest.join(table))}
    for _ in range(24):
        chair = chairs[next(iter(chairs.values())).view["actor"]]
        assert chair.play(chair.choices[0])["type"] == "done"
        for other in chairs.values():
            while other.version < chair.version:
                other.hear("changed")
    # by its id: neither its log nor any of its moments is told
    for path in ("log", "log.json", "replay", "replay/3"):
        assert host.refused("GET", f"/api/tables/{table}/{path}")[0] == 403
    truth = truth_of(file, table)
    seat = 0
    player, rival = (host, guest) if chairs[seat].welcome["table"]["seats"][0]["you"] else (guest, host)
    # what a player can have written down: what was played, and one possible truth behind what they see
    record = truth.record(seat)
    truth.game.engine().resample(record, seat, np.uint64(5))
    guessed = json.loads(json.dumps(truth.game.write_position(record[0])))
    own_log = truth.to_text().replace(f"seed {truth.seed}", "seed 1")
    lines = {"start": {"game": "babel", "position": guessed}, "path": [], "iterations": 16}
    assert player.refused("POST", "/api/analysis", {"game": "babel", "position": guessed}) == (403, RUNNING)
    assert player.refused("POST", "/api/analysis/text", {"text": json.dumps(guessed)}) == (403, RUNNING)
    assert player.refused("POST", "/api/analysis/position", {**lines, "path": []} | {"eyes": "open"})[0] == 400
    where = {"start": lines["start"], "path": []}
    assert player.refused("POST", "/api/analysis/position", where) == (403, RUNNING)
    assert player.refused("POST", "/api/analysis/lines", lines) == (403, RUNNING)
    assert player.refused("POST", "/api/studies", line_of(lines["start"])) == (403, RUNNING)
    status, reason = player.refused("POST", "/api/analysis/text", {"text": own_log})
    assert status == 400
    assert reason.endswith(".")
    # nor by the truth itself, should it ever get out, nor what was there some decisions ago
    assert player.refused("POST", "/api/analysis/text", {"text": truth.to_text()}) == (403, RUNNING)
    assert rival.refused("POST", "/api/analysis/text", {"text": truth.to_text()}) == (403, RUNNING)
    earlier = json.loads(json.dumps(truth.at(2).position()))
    assert player.refused("POST", "/api/analysis", {"game": "babel", "position": earlier}) == (403, RUNNING)
    # nor a point or a decision beside it, nor a line that goes on from it
    for action in (None, *truth.legal()):
        beside = truth.copy()
        if action is not None:
            beside.play(action)
        start = {"game": "babel", "position": json.loads(json.dumps(beside.position()))}
        assert player.refused("POST", "/api/analysis/lines", {**lines, "start": start}) == (403, RUNNING)
    beyond = finish(ziggurat.load("babel", guessed), random.Random(1)).actions[:6]
    for path in ("position", "lines"):
        assert player.refused("POST", f"/api/analysis/{path}", {**where, "path": beyond}) == (403, RUNNING)
    assert player.refused("POST", "/api/studies", line_of(lines["start"], *beyond)) == (403, RUNNING)
    # and none of these questions keeps a table in memory
    for chair in chairs.values():
        chair.close()
    until(lambda: "ziggurat_tables 0.0" in host.http.get("/metrics").text, "no table is in memory")
    assert player.refused("POST", "/api/analysis/lines", lines) == (403, RUNNING)
    assert "ziggurat_tables 0.0" in host.http.get("/metrics").text
    chairs = {chair.seat: chair for chair in (host.join(table), guest.join(table))}
    # whoever does not play in it knows nothing of it
    stranger.ask("POST", "/api/analysis", {"game": "babel", "position": guessed})
    # and afterwards it is as any other
    assert chairs[1].ask("resign")["type"] == "done"
    text = player.http.get(f"/api/tables/{table}/log").text
    assert len(player.ask("POST", "/api/analysis/text", {"text": text})["entries"]) == 25
    for chair in chairs.values():
        chair.close()


# ----------------------------------------------------------------------------------------------------- kept studies


def test_study_is_shared_by_link_and_changed_by_its_owner(house: tuple[Server, Path]) -> None:
    keeper, reader = Person(house[0]), Person(house[0])
    start = begun(keeper, "amyitis", seed="9")["start"]
    action = ziggurat.new("amyitis", seats=2, seed=9).legal()[0]
    tree = line_of(start, action)
    tree["entries"][0]["comment"] = "An opening\nworth a look"
    kept = keeper.ask("POST", "/api/studies", tree)
    assert (kept["game"], kept["title"]) == ("amyitis", "An opening")
    path = f"/api/studies/{kept['id']}"
    assert [card["id"] for card in keeper.ask("GET", "/api/studies")] == [kept["id"]]
    assert reader.ask("GET", "/api/studies") == []
    study = reader.ask("GET", path)
    assert (study["id"], study["yours"]) == (kept["id"], False)
    assert [entry["step"] for entry in study["entries"]] == [None, action]
    assert keeper.ask("GET", path)["yours"] is True
    assert reader.refused("PUT", path, tree)[0] == 403
    assert reader.refused("DELETE", path)[0] == 403
    assert reader.ask("POST", "/api/studies", line_of(start))["id"] != kept["id"]
    keeper.ask("PUT", path, line_of(start))
    assert len(reader.ask("GET", path)["entries"]) == 1
    assert reader.refused("GET", "/api/studies/nosuchstudy") == (404, "There is no such study.")
    for _ in range(2):
        keeper.ask("POST", "/api/studies", tree)
    status, reason = keeper.refused("POST", "/api/studies", tree)
    assert (status, reason) == (429, "You already have 3 studies; delete some first.")
    assert len(keeper.ask("DELETE", path)) == 2
    assert reader.refused("GET", path)[0] == 404
    tree["entries"][0]["comment"] = "\u202eturned"
    assert keeper.refused("POST", "/api/studies", tree)[0] == 400


def test_studies_of_a_guest_move_to_the_account(house: tuple[Server, Path]) -> None:
    account, guest = Person(house[0]), Person(house[0])
    account.ask("POST", "/api/account", {"login": "keeper-of-studies", "password": "a long password"})
    kept = guest.ask("POST", "/api/studies", line_of(begun(guest, "ur")["start"]))
    guest.ask("POST", "/api/login", {"login": "keeper-of-studies", "password": "a long password"})
    assert [card["id"] for card in account.ask("GET", "/api/studies")] == [kept["id"]]


# --------------------------------------------------------------------------------------------------------- bad input


def test_bad_studies_are_refused(server: Server) -> None:
    person = Person(server)
    match = finish(ziggurat.new("babylonia", seats=2, seed=3), random.Random(3))
    text, position = match.to_text(), match.at(20).position()
    long = text.replace(f"decisions {len(match)}", "decisions 10000").replace(
        "\n\ndecisions", "\n" + "0: end\n" * 10_000 + "\ndecisions"
    )
    texts = {
        "": "not a match log",
        "hello": "not a match log",
        "{": "not valid JSON",
        "[1]": "not a match log",
        '{"seats": 2}': "does not name its game",
        '{"game": "chess"}': "no game called",
        "[" * 50_000: "not a match log",
        '{"game": ' * 20_000: "too long",
        text[: len(text) // 2]: "breaks off",
        text.replace("rules 1", "rules 99"): "rules 99",
        text.replace("variant no", "variant perhaps"): "perhaps",
        text.replace("0: ", "1: ", 1): "the log gives it to seat",
        long: "10",
        json.dumps(position | {"rules": 99}): "rules",
        json.dumps(position | {"offer": [1, 1, 1]}): "two places",
        json.dumps(position | {"players": []}): "players",
        json.dumps(position | {"colour": "red"}): "colour",
    }
    for given, part in texts.items():
        status, reason = person.refused("POST", "/api/analysis/text", {"text": given})
        assert status in (400, 429), (given[:40], reason)
        assert part in reason, (given[:40], reason)
        assert reason.endswith((".", "!")), reason
    start = begun(person, "babylonia", seed="3")["start"]
    for body, part in (
        ({"start": start, "path": [0, 999_999]}, "cannot be played"),
        ({"start": start, "path": [{"seat": 5, "seed": "1"}]}, "cannot be played"),
        ({"start": start, "path": [], "eyes": "7"}, "There is no seat 7"),
        ({"start": start, "path": [], "eyes": "all"}, "eyes"),
        ({"start": start | {"options": {"colour": "red"}}, "path": []}, "colour"),
        ({"start": start | {"game": "chess"}, "path": []}, "no game called"),
        ({"start": start | {"seats": 7}, "path": []}, "seats"),
        ({"start": start, "path": [0] * 6001}, "6000"),
    ):
        status, reason = person.refused("POST", "/api/analysis/position", body)
        assert status == 400, reason
        assert part in reason, reason
    many = line_of(start)
    for parents, limit in (
        ([0] * (MOST_TRUTHS + 1), f"up to {MOST_TRUTHS} variations"),
        (range(MOST_NODES + 1), f"up to {MOST_NODES} moves"),
    ):
        truths = [{"parent": one, "step": {"seat": 0, "seed": str(seed)}} for seed, one in enumerate(parents)]
        status, reason = person.refused("POST", "/api/analysis/log", many | {"entries": many["entries"] + truths})
        assert (status, limit in reason) == (400, True), reason
    loop = {"start": start, "entries": [{"parent": -1}, {"parent": 2, "step": 0}, {"parent": 1, "step": 0}]}
    assert "comes before the entry it follows" in person.refused("POST", "/api/analysis/log", loop)[1]


def test_engine_is_shared_between_addresses() -> None:
    """Searches and tries of one address wait; another's is next, and so is a review. More of one are refused."""
    match = ziggurat.new("babel", seed=1)
    record = match.record(match.actor).tobytes()
    question = LineRequest("babel", record, match.actor, False, 1, 20, 2)
    done: list[str] = []

    async def ask() -> None:
        pool = Pool(1, 30.0)

        door = asyncio.Event()

        async def think(question: Any, *_: Any) -> None:
            await door.wait()

        pool._think = think  # type: ignore[method-assign,assignment]

        async def lines(address: str, player: str) -> None:
            await pool.lines(question, Asker(address, player))
            done.append(address)

        async def look(asker: Asker, name: str) -> None:
            await pool.look(EvaluationRequest("babel", record, match.actor, False, FREE, 1, 20), asker)
            done.append(name)

        tasks = [asyncio.create_task(lines("here", f"guest {number}")) for number in range(4)]
        tasks += [asyncio.create_task(look(Asker("here", f"guest {number}"), "here")) for number in range(4, 10)]
        tasks += [asyncio.create_task(lines("there", "somebody")), asyncio.create_task(look(OWN, "review"))]
        for _ in range(5):
            await asyncio.sleep(0)
        door.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        await pool.close()
        assert [isinstance(answer, TooMuch) for answer in answers] == [False] * 9 + [True] + [False] * 2

    run(ask())
    assert set(done[1:3]) == {"there", "review"}


def test_limit_of_searches_per_player_and_in_all() -> None:
    """A new request of a player replaces the waiting one; the total is limited."""
    match = ziggurat.new("babel", seed=1)
    record = match.record(match.actor).tobytes()

    async def ask() -> tuple[list[Any], Any]:
        pool = Pool(1, 30.0)
        searching = LineSearch(Settings(analyses=1), pool)

        def lines(player: str, iterations: int) -> asyncio.Task[SearchLines]:
            question = LineRequest("babel", record, match.actor, False, 1, iterations, 2)
            return asyncio.create_task(searching.search(player, f"where {player} is", question))

        tasks = [lines("one", 100 + number) for number in range(3)]
        await asyncio.sleep(0)
        other = lines("another", 100)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        refused = await asyncio.gather(other, return_exceptions=True)
        later = await lines("another", 50)
        await pool.close()
        return answers, (*refused, later)

    (first, second, third), (refused, later) = run(ask())
    assert (first.iterations, third.iterations, later.iterations) == (100, 102, 50)
    assert isinstance(second, Stale)
    assert isinstance(refused, TooMuch)


@pytest.mark.long
def test_limit_of_searches_per_address() -> None:
    """One person can be many guests."""
    match = ziggurat.new("babel", seed=1)
    question = LineRequest("babel", match.record(match.actor).tobytes(), match.actor, False, 1, 60, 2)

    async def ask() -> list[Any]:
        pool = Pool(1, 30.0)
        searching = LineSearch(Settings(analyses=16), pool)
        asked = [(f"guest {number}", "here") for number in range(6)] + [("somebody", "there")]
        tasks = [asyncio.create_task(searching.search(*who, question)) for who in asked]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        answers.append(await searching.search("guest 5", "here", question))  # there is room again
        await pool.close()
        return answers

    found = run(ask())
    assert [isinstance(one, TooMuch) for one in found] == [False] * 4 + [True] * 2 + [False] * 2
