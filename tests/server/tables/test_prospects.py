"""Prospects over sockets: on request, from what a seat may know, if the table allows it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import ziggurat
from tests.cases import every_game
from tests.server.serving import Person, Server, play_to_the_end


def _sent(prospects: Any) -> Any:
    """Prospects, as they are received."""
    return msgspec.json.decode(msgspec.json.encode(prospects))


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_everybody_can_ask_for_prospects(server: Server, game: str) -> None:
    host, watcher = Person(server), Person(server)
    count = ziggurat.game(game).seat_counts[0]
    table = host.open_table(*["me", *["random"] * (count - 1)], game=game, seed=5)
    chair = host.join(table)
    play_to_the_end([chair], random.Random(1))
    spectator = watcher.join(table)  # not before: whoever does not read what is told meanwhile is cut
    match = ziggurat.read(host.http.get(f"/api/tables/{table}/log").text)
    for decision in (0, len(match) // 2, len(match)):
        answer = chair.ask("prospects", decision=decision)
        assert (answer["type"], answer["decision"]) == ("foreseen", decision)
        assert answer.get("prospects") == _sent(match.at(decision).prospects(0))
        prospects = spectator.ask("prospects", decision=decision).get("prospects")
        assert prospects == _sent(match.at(decision).prospects(-1))
    assert chair.ask("prospects").get("prospects") == _sent(match.prospects(0))
    assert "there is no position" in chair.ask("prospects", decision=len(match) + 1)["reason"]


def test_table_without_score_previews(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", prospects=False)
    assert host.join(table).ask("prospects")["reason"] == "The match starts when the last seat is taken."
    guest.sit(table)
    assert host.ask("GET", f"/api/tables/{table}")["prospects"] is False
    refused = "Score previews are off at this table."
    assert [who.join(table).ask("prospects")["reason"] for who in (host, guest, Person(server))] == [refused] * 3
    assert host.ask("GET", f"/api/tables/{host.open_table('me', 'random')}")["prospects"] is True


def test_rematch_keeps_the_prospects_option(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "random", game="babel", prospects=False)
    play_to_the_end([host.join(table)], random.Random(3))
    again = host.ask("POST", f"/api/tables/{table}/rematch")["id"]
    assert host.ask("GET", f"/api/tables/{again}")["prospects"] is False
