"""Player names in exported and imported logs."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.playing import finish
from tests.server.serving import Person, Server
from ziggurat.server.tables import log_names


def test_exported_match_is_imported_with_its_names(server: Server) -> None:
    host, guest = Person(server), Person(server)
    host.ask("PATCH", "/api/me", {"name": "Enheduanna"})
    guest.ask("PATCH", "/api/me", {"name": "Gudea of Lagash"})
    table = host.open_table("me", "open", "greedy", game="babylonia")
    guest.sit(table)
    chair = host.join(table)
    chair.play(chair.choices[0])
    names = [seat["name"] for seat in host.ask("GET", f"/api/tables/{table}")["seats"]]
    for who in (host, guest):
        resigned = who.join(table)
        assert resigned.ask("resign")["type"] == "done"
        resigned.close()
    log = host.http.get(f"/api/tables/{table}/log").text  # nobody is left, so that it is over
    brought = guest.ask("POST", "/api/import", {"log": log})
    imported_names = [seat["name"] for seat in guest.ask("GET", f"/api/tables/{brought['id']}")["seats"]]
    assert imported_names == names == ["Enheduanna", "Gudea of Lagash", "greedy"]
    assert len(ziggurat.read(log)) > 0  # for the library they are comments
    assert guest.http.get(f"/api/tables/{brought['id']}/log").text == log


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("# seat 0: Anna", "Anna"),
        ("  # seat 0:   Anna  of   Ur ", "Anna of Ur"),
        ("# seat 0: king", "king"),
        ("# seat 0: King", ""),  # a person called so
        ("# seat 0: " + "x" * 100, ""),
        ("# seat 0: \u202eannA", ""),
        ("# seat 7: Anna", ""),
        ("# seat: Anna", ""),
        ("seat 0: Anna", ""),
    ],
)
def test_invalid_names_are_left_out(line: str, name: str) -> None:
    log = finish(ziggurat.new("babel", seed=1), random.Random(1)).at(4).to_text()
    assert log_names.read(f"{line}\n{log}", 2) == [name, ""]
