"""People, bots and spectators at tables, over real sockets."""

from __future__ import annotations

import json
import random

import pytest

import ziggurat
from tests.cases import every_game
from tests.patience import PATIENCE, until
from tests.server.serving import Person, Server, play_to_the_end


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_two_people_play_a_whole_match(server: Server, game: str) -> None:
    host, guest = Person(server), Person(server)
    seats = ziggurat.game(game).seat_counts[0]
    table = host.open_table("me", "open", *["random"] * (seats - 2), game=game)
    assert host.ask("GET", f"/api/tables/{table}")["status"] == "open"
    guest.sit(table)
    result = play_to_the_end([host.join(table), guest.join(table)], random.Random(1))
    assert result["winners"]
    replay = host.ask("GET", f"/api/tables/{table}/replay")
    assert replay["table"]["status"] == "finished"
    assert replay["readable"]
    match = ziggurat.read(host.http.get(f"/api/tables/{table}/log").text)
    assert match.over
    assert [step["action"] for step in replay["steps"]] == list(match.actions)
    assert [step["scores"] for step in replay["steps"]] == [match.at(n + 1).scores for n in range(len(match))]
    clicks = [match.game.notation.clicks(action) for action in match.actions]
    assert [tuple(step["clicks"]) for step in replay["steps"]] == clicks
    for decision in (0, len(match) // 2, len(match)):
        moment = host.ask("GET", f"/api/tables/{table}/replay/{decision}")
        assert moment["scores"] == match.at(decision).scores
        assert [view["choices"] for view in moment["views"]] == [[]] * seats
    assert host.refused("GET", f"/api/tables/{table}/replay/{len(match) + 1}")[0] == 404
    assert result == {
        "winners": match.winners,
        "scores": match.scores,
        "ending": match.ending,
        "why": match.ending_code,
        "seat": -1,
    }


def test_bots_fill_a_table(server: Server) -> None:
    host = Person(server)
    table = host.open_table("random", "me", "random")
    result = play_to_the_end([host.join(table)], random.Random(2))
    assert len(result["scores"]) == 3


def test_a_refusal_says_why_and_changes_nothing(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    assert first.ask("play", version=0, move="end")["reason"].endswith("you cannot pass (clause 3).")
    assert "not a move" in first.ask("play", version=0, move="xyzzy")["reason"]
    assert "there is no action 99999" in first.ask("play", version=0, move=99999)["reason"]
    assert second.ask("play", version=0, move="f d7")["reason"] == "It is seat 0's turn, not yours."
    assert "version 7" in first.ask("play", version=7, move="f d7")["reason"]
    assert first.ask("look")["version"] == 0


def test_refusal_has_its_template_and_values(server: Server) -> None:
    host = Person(server)
    line = host.join(host.open_table("me", "random", seed=7))
    refusal = line.ask("play", version=0, move="m z9")
    assert refusal["reason"] == "'m z9' is not a move; " + refusal["form"].partition("; ")[2]
    assert refusal["values"] == {"text": "m z9"}
    plain = line.ask("play", version=0, move="end")
    assert plain["reason"] == "You have not placed anything yet, and you cannot pass (clause 3)."
    assert "form" not in plain
    assert "values" not in plain


def test_http_problem_has_its_template_and_values(server: Server) -> None:
    host = Person(server)
    problem_body = host.http.get("/api/games/chess/rules").json()
    assert problem_body == {
        "reason": "There is no game called 'chess'.",
        "form": "There is no game called {name}.",
        "values": {"name": "'chess'"},
    }
    assert host.http.get("/api/tables/nowhere").json() == {"reason": "There is no such table."}
    log = ziggurat.new("ur", seats=2, seed=7).play("put c3", "put d4").to_text()
    problem_body = host.http.post("/api/import", json={"log": log.replace("put d4", "put c3")}).json()
    assert problem_body["form"] == "Decision {number}, '{move}', cannot be played: {problem}"
    occupied = {"form": "There are stones of seat {seat} on {field}", "values": {"seat": 0, "field": "c3"}}
    problem = {"form": "{occupied}; the first stone goes on a free field (clause 2).", "values": {"occupied": occupied}}
    assert problem_body["values"] == {"number": 2, "move": "put c3", "problem": problem}


def test_undo_needs_consent_where_others_have_seen_it(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    before = first.view
    first.play(first.choices[0])
    assert first.heard[-1]["undoable"] == 1
    assert first.ask("undo", version=first.version)["type"] == "done"
    first.hear("changed")
    assert first.view == before
    first.play(first.choices[0])
    first.play("end")
    assert "undoable" not in first.heard[-1]
    while second.version < first.version:
        second.hear("changed")
    assert first.ask("undo", version=first.version, decisions=2)["type"] == "done"
    wish = second.hear("changed")["wish"]
    assert wish == {"seat": 0, "decisions": 2, "missing": [1]}
    assert second.ask("consent", version=second.version, agree=False)["type"] == "done"
    first.hear("changed", lambda message: message["kind"] == "answer")
    assert not first.view["choices"]
    first.ask("undo", version=first.version, decisions=2)
    second.hear("changed", lambda message: message["kind"] == "ask")
    second.ask("consent", version=second.version, agree=True)
    first.hear("changed", lambda message: message["kind"] == "answer")
    assert first.view == before


def test_undo_request_can_be_withdrawn(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    first.play(first.choices[0])
    first.play("end")
    version = first.version
    nobody = "Nobody is waiting for your consent."
    assert first.ask("consent", version=version, agree=False)["reason"] == nobody
    first.ask("undo", version=version, decisions=2)
    second.hear("changed", lambda message: message["kind"] == "ask")
    assert first.ask("consent", version=version, agree=True)["reason"] == nobody  # it is the others' to agree
    assert first.ask("consent", version=version, agree=False)["type"] == "done"
    change = second.hear("changed", lambda message: message["kind"] == "answer")
    assert (change["seat"], change["version"], "wish" in change) == (0, version, False)
    assert second.ask("consent", version=version, agree=True)["reason"] == nobody
    assert "wish" not in host.join(table).welcome


def test_consent_applies_only_to_the_request_it_answers(server: Server) -> None:
    """Consent to undo two decisions is not consent to undo twenty."""
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    first.play(first.choices[0])
    first.play("end")
    version = first.version
    first.ask("undo", version=version, decisions=2)
    seen = second.hear("changed", lambda message: message["kind"] == "ask")["wish"]
    first.ask("undo", version=version, decisions=1)
    meant = {"seat": seen["seat"], "decisions": seen["decisions"]}
    for agree in (True, False):
        refused = second.ask("consent", version=version, agree=agree, **meant)
        assert refused["reason"] == "That was the answer to another request; look at the table again."
    assert second.ask("consent", version=version, agree=True, seat=1, decisions=1)["type"] == "refused"
    assert second.ask("consent", version=version, agree=True, seat=0, decisions=1)["type"] == "done"
    assert second.ask("look")["decisions"] == 1


@pytest.mark.parametrize("leave", [{}, {"leave": "loss"}])
def test_resigning_in_a_two_player_match_loses(server: Server, leave: dict[str, str]) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", **leave)
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    assert first.ask("resign")["type"] == "done"
    result = second.hear("changed")["result"]
    assert result["winners"] == [1]
    assert (result["ending"], result["why"], result["seat"]) == ("seat 0 resigned", "resigned", 0)


def test_bot_takes_over_a_resigned_seat(server: Server) -> None:
    host, guest = Person(server), Person(server)
    host.ask("PATCH", "/api/me", {"name": "Enki"})
    table = host.open_table("me", "open", "random")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    assert first.ask("resign")["type"] == "done"
    seats = second.hear("seated")["table"]["seats"]
    taken = {"seat": 0, "kind": "bot", "name": "random", "you": False, "left": "Enki", "left_at": 0}
    taken |= {"awaited": False, "registered": False, "rating": None, "before": None, "provisional": False}
    assert seats[0] == taken
    assert [seat["kind"] for seat in seats] == ["bot", "person", "bot"]
    assert first.ask("play", version=first.version, move=0)["reason"] == "A bot has taken over your seat."
    assert host.ask("GET", f"/api/tables/{table}")["seats"][0] == {**taken, "you": True}  # also in lists
    assert play_to_the_end([second], random.Random(3))["winners"]
    assert host.ask("GET", f"/api/tables/{table}/replay")["table"]["seats"][0] == {**taken, "you": True}


@pytest.mark.parametrize("bots", [1, 2])
def test_resigning_against_bots_loses(server: Server, bots: int) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", *["random"] * bots))
    assert chair.ask("resign")["type"] == "done"
    result = chair.hear("changed")["result"]
    assert 0 not in result["winners"]
    assert (result["ending"], result["why"], result["seat"]) == ("seat 0 resigned", "resigned", 0)


def test_bots_play_on_if_the_only_person_chose_so(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "random", leave="bot", pace={"kind": "turn", "base": 1000})
    until(lambda: host.ask("GET", f"/api/tables/{table}")["status"] == "finished", "two bots finish the match")
    finished = host.ask("GET", f"/api/tables/{table}")
    assert finished["seats"][0]["kind"] == "bot"
    assert finished["result"]["ending"] != "seat 0's time ran out"


def test_the_last_person_to_leave_ends_the_match(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", "random")
    guest.sit(table)
    first, second = host.join(table), guest.join(table)
    first.ask("resign")
    second.hear("seated")
    second.ask("resign")
    assert second.hear("changed", lambda message: message["kind"] == "resign" and message["seat"] == 1)["result"]


def test_stored_resignations_keep_their_meaning() -> None:
    from ziggurat.server.protocol import Leave, Pace
    from ziggurat.server.tables.sitting import RESIGN, START, Entry, Plan, Sitting

    rules = ziggurat.game("babylonia").rules_version
    plan = Plan("babylonia", rules, 2, {}, 1, None, Pace(), Leave.BOT, "scribe", (None, None))
    for value, over in ((0, False), (1, True)):  # 0: as all entries were before bots stopped playing each other
        sitting = Sitting(plan)
        sitting.apply(Entry(0, START, -1, 0, None, None, 0))
        assert sitting.leaving(1) == 0
        sitting.apply(Entry(1, RESIGN, 1, 0, None, None, 0))
        assert sitting.leaving(0) == 1
        sitting.apply(Entry(2, RESIGN, 0, value, None, None, 0))
        assert sitting.over is over
        assert sitting.bots == [None if over else "scribe", "scribe"]


def test_running_out_of_time_loses(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", leave="loss", pace={"kind": "turn", "base": 1000})
    chair = host.join(table)  # before the clock runs
    guest.sit(table)
    begun = chair.hear("welcome")
    assert begun["clocks"][0] <= begun["clocks"][1] == 1000
    result = chair.hear("changed")["result"]
    assert (result["ending"], result["why"], result["seat"]) == ("seat 0's time ran out", "timeout", 0)


def test_clocks_are_current_when_a_table_is_opened(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", pace={"kind": "clock", "base": 600_000, "increment": 0})
    guest.sit(table)
    first = host.join(table).welcome
    again = host.join(table).welcome
    while again["at"] < first["at"] + 50:  # time passes by itself
        again = host.join(table).welcome
    assert first["clocks"][0] - again["clocks"][0] == again["at"] - first["at"]
    assert again["clocks"][1] == 600_000  # who is not to decide has time
    chair = host.join(table)
    chair.play(chair.choices[0])
    welcome = chair.heard[-1]
    assert welcome["clocks"][0] <= again["clocks"][0]
    assert welcome["at"] >= again["at"]


def test_players_and_spectators_have_separate_chats_until_the_end(server: Server) -> None:
    host, guest, watcher = Person(server), Person(server), Person(server)
    table = host.open_table("me", "open", leave="loss")
    guest.sit(table)
    first, second, third = host.join(table), guest.join(table), watcher.join(table)
    first.ask("say", text="good luck")
    third.ask("say", text="seat 0 looks nervous")
    assert second.hear("said")["line"]["text"] == "good luck"
    assert third.hear("said")["line"]["text"] == "seat 0 looks nervous"
    again = first.ask("note", text="the plan: rivers")
    assert again["type"] == "done"
    assert host.join(table).welcome["note"] == "the plan: rivers"
    assert "note" not in guest.join(table).welcome
    second.ask("resign")
    assert len(watcher.join(table).welcome["chat"]) == 2
    assert not any("nervous" in text for text in second.raw)


def test_a_hint_is_a_legal_move_with_its_reasons(server: Server) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", "random"))
    hint = chair.ask("hint")
    assert hint["type"] == "hinted"
    assert hint["version"] == chair.version
    assert hint["action"] in chair.choices
    assert hint["line"][0] == hint["text"]
    assert len(hint["sequel"]) == len(hint["line"])
    clicks = next(choice["clicks"] for choice in chair.view["choices"] if choice["action"] == hint["action"])
    assert hint["sequel"][0] == {"seat": 0, "clicks": clicks}
    assert hint["candidates"][0]["action"] == hint["action"]
    assert 1 < len(hint["candidates"]) <= 8
    assert 0 < sum(candidate["visits"] for candidate in hint["candidates"]) <= 1.000001
    chances = [candidate["value"] for candidate in hint["candidates"]]
    assert chances == sorted(chances, reverse=True)  # the best is first
    assert len(hint["expected"]) == 2
    assert sum(hint["expected"]) == pytest.approx(1.0)
    assert hint["expected"][0] == chances[0]
    assert all(reason["text"].endswith(".") for reason in hint["reasons"])
    assert hint["reasons"]


def test_hints_between_people_are_off_by_default(server: Server) -> None:
    host, guest = Person(server), Person(server)

    def has_hints(table: str) -> bool:
        return bool(host.ask("GET", f"/api/tables/{table}")["hints"])

    assert has_hints(host.open_table("me", "random"))
    assert not has_hints(host.open_table("me", "open"))
    assert not has_hints(host.open_table("me", "open", "random"))
    assert not has_hints(host.open_table("me", "random", hints=False))
    without, wanted = host.open_table("me", "open"), host.open_table("me", "open", hints=True)
    for table in (without, wanted):
        guest.sit(table)
    assert host.join(without).ask("hint")["reason"] == "Hints are off at this table."
    assert host.join(without).ask("preview", version=0)["type"] == "previewed"  # what the rules say is no advice
    assert host.join(wanted).ask("hint")["type"] == "hinted"


def test_fork_continues_from_its_position(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    chairs = [host.join(table), guest.join(table)]
    play_to_the_end(chairs, random.Random(4))
    moment = host.ask("GET", f"/api/tables/{table}/replay/20")
    assert len(moment["views"]) == 2
    assert moment["views"][0]["players"][0]["stand"]
    body = {"decision": 20, "seats": [{"who": "random"}, {"who": "me"}]}
    fork = host.ask("POST", f"/api/tables/{table}/fork", body)
    chair = host.join(fork["id"])
    assert chair.view["tokens"][: len(moment["views"][0]["tokens"])]
    assert play_to_the_end([chair], random.Random(5))["winners"]


@pytest.mark.parametrize(("game", "begins"), [("babylonia", [500, 0]), ("babel", [])])  # only one stores scores
def test_fork_in_the_lobby_says_where_it_begins(server: Server, game: str, begins: list[int]) -> None:
    """Whoever sits down at 500 : 0 must not take it for a fresh match."""
    host, visitor = Person(server), Person(server)
    match = ziggurat.new(game, seats=2, seed=5)
    if begins:
        position = match.position()
        position["players"][0]["score"] = 500
        match = ziggurat.load(game, json.loads(json.dumps(position)))
    log = host.ask("POST", "/api/import", {"log": match.play(match.legal()[0]).to_text()})["id"]
    body = {"decision": 1, "seats": [{"who": "me"}, {"who": "open"}], "public": True}
    fork = host.ask("POST", f"/api/tables/{log}/fork", body)["id"]
    fresh = host.open_table("me", "open", game=game)
    listed = {table["id"]: table for table in visitor.ask("GET", "/api/tables?show=open")["tables"]}
    assert listed[fork]["begins"] == begins
    assert listed[fresh]["begins"] is None


def test_a_log_can_be_imported_and_comes_out_the_same(server: Server) -> None:
    host = Person(server)
    match = ziggurat.new("babylonia", seats=2, seed=5)
    stream = random.Random(6)
    while not match.over:
        match.play(stream.choice(match.legal()))
    table = host.ask("POST", "/api/import", {"log": match.to_text()})["id"]
    assert host.http.get(f"/api/tables/{table}/log").text == match.to_text()
    assert host.ask("GET", f"/api/tables/{table}/log.json")["digest"] == match.digest()
    broken = match.to_text().replace("end", "ende", 1)
    status, reason = host.refused("POST", "/api/import", {"log": broken})
    assert status == 400
    assert "cannot be played" in reason


def test_lobby_has_pages_and_live_updates(server: Server) -> None:
    from websockets.sync.client import connect

    host = Person(server)
    with connect(server.url.replace("http", "ws") + "/api/lobby/live", open_timeout=PATIENCE) as lobby:
        table = host.open_table("me", "open")
        assert table in lobby.recv(PATIENCE)
    hidden = host.open_table("me", "open", public=False)
    seen = [entry["id"] for entry in host.ask("GET", "/api/tables?show=open")["tables"]]
    assert table in seen
    assert hidden not in seen
    first_page = host.ask("GET", "/api/tables?show=mine&limit=1")
    rest = host.ask("GET", f"/api/tables?show=mine&limit=1&before={first_page['next']}")
    assert {entry["id"] for entry in first_page["tables"] + rest["tables"]} == {table, hidden}
    assert rest["next"] is None
