"""Following people: who sees whom online, and who can be invited."""

from __future__ import annotations

from sqlalchemy import insert

from tests.patience import until
from tests.server.serving import Person, Server
from ziggurat.server.accounts import look_alikes
from ziggurat.server.social import friends
from ziggurat.server.storage import database, schema


def registered(server: Server, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": name})
    person.ask("POST", "/api/account", {"login": name.lower().replace(" ", "."), "password": "a long password"})
    return person


def _names(person: Person) -> list[tuple[str, bool]]:
    return [(friend["name"], friend["mutual"]) for friend in person.ask("GET", "/api/friends")["following"]]


def test_following_becomes_mutual(server: Server) -> None:
    anna, bilal = registered(server, "Follower Anna"), registered(server, "Follower Bilal")
    anna.ask("PUT", "/api/players/follower%20bilal/follow")  # names are compared as they look
    anna.ask("PUT", "/api/players/Follower%20Bilal/follow")  # again: nothing
    assert _names(anna) == [("Follower Bilal", False)]
    assert bilal.ask("GET", "/api/friends") == {"following": [], "followers": ["Follower Anna"]}
    bilal.ask("PUT", "/api/players/Follower%20Anna/follow")
    assert _names(anna) == [("Follower Bilal", True)]
    anna.ask("DELETE", "/api/players/Follower%20Bilal/follow")
    assert _names(anna) == []
    assert _names(bilal) == [("Follower Anna", False)]


def test_only_the_latest_followers_are_listed(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    crowd = [f"f{number}" for number in range(friends.MAX_LISTED + 5)]
    people = [
        {"id": name, "name": name, "handle": look_alikes.skeleton(name), "login": name, "created": 1}
        for name in ("me", *crowd)
    ]
    with engine.begin() as connection:
        connection.execute(insert(schema.players), people)
        rows = [{"player": name, "followed": "me", "at": at} for at, name in enumerate(crowd)]
        connection.execute(insert(schema.follows), rows)
        friends.follow(connection, "me", "f0", 1)
        listed = friends.load_friends(connection, "me", 1)
    assert [(friend.name, friend.mutual) for friend in listed.following] == [("f0", True)]  # who came first, too
    assert sorted(listed.followers) == sorted(crowd[5:])
    engine.dispose()


def test_only_mutual_friends_see_who_is_online(server: Server) -> None:
    carla, dora = registered(server, "Here Carla"), registered(server, "Here Dora")
    carla.ask("PUT", "/api/players/Here%20Dora/follow")
    table = dora.open_table("me", "open", public=True)
    dora.join(table)
    dora.ask("PUT", "/api/players/Here%20Carla/follow")
    until(lambda: carla.ask("GET", "/api/friends")["following"][0]["here"])
    assert carla.ask("GET", "/api/friends")["following"][0]["table"] == table
    dora.ask("DELETE", "/api/players/Here%20Carla/follow")
    one = carla.ask("GET", "/api/friends")["following"][0]
    assert (one["mutual"], one["here"], one["table"]) == (False, False, None)


def test_followers_can_be_invited(server: Server) -> None:
    host, guest = registered(server, "Host Enki"), registered(server, "Guest Nabu")
    table = host.open_table("me", "open")
    reason = "Guest Nabu does not follow you. Send them the link instead."
    assert host.refused("POST", f"/api/tables/{table}/invite", {"name": "Guest Nabu"}) == (403, reason)
    guest.ask("PUT", "/api/players/Host%20Enki/follow")
    for _ in range(2):  # once more does nothing
        host.ask("POST", f"/api/tables/{table}/invite", {"name": "Guest Nabu"})
    (invitation,) = guest.ask("GET", "/api/invitations")
    assert (invitation["host"], invitation["table"]["id"]) == ("Host Enki", table)
    guest.ask("DELETE", f"/api/invitations/{table}")
    assert guest.ask("GET", "/api/invitations") == []
    host.ask("POST", f"/api/tables/{table}/invite", {"name": "Guest Nabu"})
    guest.sit(table)
    assert guest.ask("GET", "/api/invitations") == []  # it has served
    reason = "The match has started; you can watch it."
    assert host.refused("POST", f"/api/tables/{table}/invite", {"name": "Guest Nabu"}) == (409, reason)


def test_refusals(server: Server) -> None:
    guest, member, other = Person(server), registered(server, "Lone Member"), registered(server, "Other Member")
    reason = "Only registered players can follow others. Register first."
    assert guest.refused("GET", "/api/friends") == (403, reason)
    assert guest.refused("PUT", "/api/players/Lone%20Member/follow") == (403, reason)
    assert member.refused("PUT", "/api/players/Nobody%20At%20All/follow") == (
        404,
        "There is no registered player called Nobody At All.",
    )
    assert member.refused("PUT", "/api/players/Lone%20Member/follow") == (409, "You cannot follow yourself.")
    assert guest.ask("GET", "/api/invitations") == []
    table = member.open_table("me", "open")
    reason = "Only players at this table can invite others."
    assert other.refused("POST", f"/api/tables/{table}/invite", {"name": "Lone Member"}) == (403, reason)


def test_block_ends_friendship_invitations_and_matchmaking(own_server: Server) -> None:
    one, two, three = (registered(own_server, name) for name in ("Quiet One", "Loud Two", "Third Three"))
    one.ask("PUT", "/api/players/Loud%20Two/follow")
    two.ask("PUT", "/api/players/Quiet%20One/follow")
    one.ask("POST", "/api/blocks", {"name": "Loud Two"})
    assert [(friend["name"], friend["mutual"]) for friend in two.ask("GET", "/api/friends")["following"]] == [
        ("Quiet One", False)
    ]
    table = two.open_table("me", "open")
    reason = "Quiet One does not follow you. Send them the link instead."
    assert two.refused("POST", f"/api/tables/{table}/invite", {"name": "Quiet One"}) == (403, reason)
    wish = {"game": "babel", "seats": [2]}
    for person in (one, two, three):
        person.ask("POST", "/api/seek", wish)
    met = until(lambda: three.ask("GET", "/api/seek")["table"])
    tables = [person.ask("GET", "/api/seek")["table"] for person in (one, two)]
    assert sorted(tables, key=bool) == [None, met]
