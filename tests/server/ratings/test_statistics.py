"""Statistics of players and bots."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Engine

import ziggurat
from tests import looping
from tests.patience import until
from tests.playing import finish
from tests.server.serving import Person, Server, play_to_the_end, serving
from ziggurat.server.ratings.statistics import StatisticsCache
from ziggurat.server.storage import database


def play(person: Person, *who: str, game: str = "babel") -> str:
    """A finished match of one person against bots."""
    table = person.open_table(*who, game=game)
    chair = person.join(table)
    play_to_the_end([chair], random.Random(table))
    chair.close()
    return table


def statistics(person: Person, game: str) -> dict[str, Any]:
    answer = person.ask("GET", "/api/me/statistics")
    return next(one for one in answer["games"] if one["game"] == game)


@pytest.mark.long
def test_statistics_by_game_seats_opponent_and_opening(database_url: str) -> None:
    with serving(database_url) as server:
        person = Person(server)
        assert person.ask("GET", "/api/me/statistics") == {"matches": 0, "most": 1000, "games": []}
        babel = [play(person, "me", "random") for _ in range(3)]
        play(person, "random", "me", "greedy", game="ur")
        results = [person.ask("GET", f"/api/tables/{table}")["result"] for table in babel]
        counted = statistics(person, "babel")
        assert counted["record"]["played"] == 3
        assert counted["record"]["won"] == sum(result["winners"] == [0] for result in results)
        assert counted["record"]["shared"] == sum(result["winners"] == [0, 1] for result in results)
        assert [(one["seats"], one["record"]["played"]) for one in counted["seats"]] == [(2, 3)]
        [random_bot] = counted["opponents"]
        assert (random_bot["kind"], random_bot["name"], random_bot["played"]) == ("bot", "random", 3)
        assert random_bot["ahead"] >= counted["record"]["won"]
        logs = [ziggurat.read(person.http.get(f"/api/tables/{table}/log").text) for table in babel]
        opening = logs[0].game.opening
        assert opening is not None
        begun = sorted(filter(None, (opening(match, 0) for match in logs)))
        openings = sorted(one["opening"] for one in counted["openings"] for _ in range(one["record"]["played"]))
        assert openings == begun
        assert {one["name"] for one in statistics(person, "ur")["opponents"]} == {"random", "greedy"}
        assert counted["decided"] == []
        person.ask("POST", f"/api/tables/{babel[0]}/review")
        path = f"/api/tables/{babel[0]}/review"
        review = until(lambda: (made := person.ask("GET", path))["status"] in ("done", "failed") and made, "a review")
        [decided] = statistics(person, "babel")["decided"]
        assert decided["table"] == babel[0]
        assert decided["quality"] == pytest.approx(review["known"]["seats"][0]["quality"], abs=0.06)
        assert Person(server).ask("GET", "/api/me/statistics")["matches"] == 0  # everybody has their own


def test_leaving_loses_and_forks_and_imports_do_not_count(server: Server) -> None:
    host, guest = Person(server), Person(server)
    host.ask("PATCH", "/api/me", {"name": "Enheduanna"})
    table = host.open_table("me", "open", game="babel")
    guest.sit(table)
    chair = host.join(table)
    assert chair.ask("resign")["type"] == "done"
    chair.close()
    assert statistics(host, "babel")["record"] == {"played": 1, "won": 0, "shared": 0}
    assert statistics(guest, "babel")["record"] == {"played": 1, "won": 1, "shared": 0}
    [met] = statistics(guest, "babel")["opponents"]
    assert met == {"kind": "person", "name": "Enheduanna", "played": 1, "ahead": 1, "even": 0}
    match = finish(ziggurat.new("babel", seed=4), random.Random(4))
    brought = host.ask("POST", "/api/import", {"log": match.to_text()})["id"]
    body = {"decision": len(match) - 3, "seats": [{"who": "me"}, {"who": "random"}]}
    fork = host.ask("POST", f"/api/tables/{brought}/fork", body)["id"]
    chair = host.join(fork)
    play_to_the_end([chair], random.Random(1))
    chair.close()
    assert statistics(host, "babel")["record"]["played"] == 1


def test_matches_with_hints_are_marked(server: Server) -> None:
    person, other = Person(server), Person(server)
    table = person.open_table("me", "open", game="babel", hints=True)
    other.sit(table)
    chair = person.join(table)
    assert chair.ask("hint")["type"] == "hinted"
    assert chair.ask("resign")["type"] == "done"
    assert statistics(person, "babel")["hinted"] == 1
    assert statistics(other, "babel")["hinted"] == 0  # only who asked
    play(person, "me", "random")
    assert statistics(person, "babel")["hinted"] == 1


def test_bot_statistics_do_not_name_opponents(server: Server) -> None:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": "Nobodys Business"})
    table = person.open_table("me", "apprentice", game="babel")
    chair = person.join(table)
    assert chair.ask("resign")["type"] == "done"
    chair.close()
    answer = person.ask("GET", "/api/bots/apprentice/statistics")
    assert answer["matches"] >= 1
    assert "Nobodys" not in json.dumps(answer)
    babel = next(one for one in answer["games"] if one["game"] == "babel")
    people = next(one for one in babel["opponents"] if one["kind"] == "person")
    assert people["name"] == ""
    assert people["ahead"] >= 1
    assert person.refused("GET", "/api/bots/emperor/statistics") == (404, "There is no level called 'emperor'.")
    assert person.refused("GET", f"/api/bots/{'x' * 50}/statistics")[0] == 400


class Reading:
    """A fake server process that records its database queries."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.asked = engine, Counter[str]()

    async def read(self, work: Any, *args: Any) -> Any:
        self.asked[work.__name__] += 1
        with self.engine.connect() as connection:
            return work(connection, *args)


def test_bot_statistics_are_cached(tmp_path: Path) -> None:
    """Statistics of any level read two thousand tables."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    server = Reading(engine)

    async def ask() -> list[int]:
        counting = StatisticsCache(cast(Any, server))
        return [(await counting.of_bot(level)).matches for level in ("king", "king", "gilgamesh")]

    assert looping.run(ask()) == [0, 0, 0]
    assert server.asked == {"_load_latest": 1, "_load_quality": 2}
    engine.dispose()


def _table(table_id: str) -> dict[str, Any]:
    return {
        "id": table_id,
        "game": "babel",
        "rules": 1,
        "options": {},
        "seed": "1",
        "pace": {},
        "leave": "bot",
        "stand_in": "random",
        "public": False,
        "host": "x",
        "status": "finished",
        "turn": -1,
        "bot_turn": False,
        "created": 1,
        "changed": 1,
    }
