"""Rematches: an offer to other people, immediate against bots."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Person, Server


def lost(table: str, loser: Person) -> None:
    """End a match."""
    assert loser.join(table).ask("resign")["type"] == "done"


def again(person: Person, table: str) -> dict[str, Any]:
    answer: dict[str, Any] = person.ask("POST", f"/api/tables/{table}/rematch")
    return answer


def awaited(table: dict[str, Any]) -> list[bool]:
    return [seat["awaited"] for seat in table["seats"]]


def open_ones(person: Person) -> list[str]:
    return [table["id"] for table in person.ask("GET", "/api/tables?show=open")["tables"]]


def test_a_rematch_waits_for_the_other_with_the_seats_rotated(server: Server) -> None:
    host, guest, stranger = Person(server), Person(server), Person(server)
    table = host.open_table("me", "open", pace={"kind": "clock", "base": 60_000, "increment": 0})
    guest.sit(table)
    chair = guest.join(table)
    lost(table, host)
    offer = again(host, table)
    assert (offer["status"], offer["pace"]["base"]) == ("open", 60_000)
    assert [seat["you"] for seat in offer["seats"]] == [False, True]
    assert awaited(offer) == [True, False]
    assert again(host, table) == offer  # asking twice is no consent of somebody else
    assert chair.hear("seated", lambda message: message["table"]["next"])["table"]["next"] == offer["id"]
    assert offer["id"] in [table["id"] for table in guest.ask("GET", "/api/tables?show=mine")["tables"]]
    assert stranger.refused("POST", f"/api/tables/{offer['id']}/sit", {})[0] == 409
    assert stranger.refused("POST", f"/api/tables/{table}/rematch")[0] == 409
    assert offer["id"] not in open_ones(stranger)
    begun = again(guest, table)
    assert (begun["id"], begun["status"]) == (offer["id"], "running")
    assert [seat["you"] for seat in begun["seats"]] == [True, False]
    assert awaited(begun) == [False, False]
    assert guest.join(begun["id"]).welcome["clocks"][1] == 60_000


def test_rematch_starts_when_everybody_has_accepted(server: Server) -> None:
    host, guest, third = Person(server), Person(server), Person(server)
    table = host.open_table("me", "open", "open", "random", leave="loss")
    guest.sit(table)
    third.sit(table)
    lost(table, third)
    offer = again(guest, table)
    assert awaited(offer) == [False, True, False, True]  # the bot, the host, the guest, the third
    chair = guest.join(offer["id"])
    assert host.refused("POST", f"/api/tables/{offer['id']}/sit", {"seat": 3})[1].endswith("free seats: 1.")
    host.sit(offer["id"])
    assert awaited(chair.hear("seated")["table"]) == [False, False, False, True]
    assert again(third, table)["status"] == "running"
    assert chair.hear("welcome")["view"]


def test_declined_rematch_opens_the_seat(server: Server) -> None:
    host, guest, stranger = Person(server), Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    lost(table, guest)
    offer = again(host, table)["id"]
    declined = guest.ask("POST", f"/api/tables/{offer}/leave")
    assert [seat["kind"] for seat in declined["seats"]] == ["open", "person"]
    assert again(guest, table)["status"] == "open"
    assert offer in open_ones(stranger)
    stranger.sit(offer)
    assert host.ask("GET", f"/api/tables/{offer}")["status"] == "running"


def test_a_rematch_against_bots_starts_at_once(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "random")
    lost(table, host)
    begun = again(host, table)
    assert (begun["status"], awaited(begun)) == ("running", [False, False])
    assert [seat["kind"] for seat in begun["seats"]] == ["bot", "person"]
