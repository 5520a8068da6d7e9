"""Hiding matches from one's own list."""

from __future__ import annotations

from tests.server.serving import Person, serving


def own_tables(person: Person, show: str = "mine", **more: str) -> set[str]:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return {table["id"] for table in person.ask("GET", f"/api/tables?show={show}{query}")["tables"]}


def test_hidden_match_can_be_shown_again(database_url: str) -> None:
    with serving(database_url) as server:
        host, guest = Person(server), Person(server)
        with_bot = host.open_table("me", "random", game="babel")
        other = host.open_table("me", "random", game="ur")
        shared = host.open_table("me", "open", game="babel")
        assert own_tables(host) == {with_bot, other, shared}
        assert own_tables(host, game="ur") == {other}
        assert own_tables(host, game="chess") == set()
        for _ in range(2):  # once more changes nothing
            host.ask("POST", f"/api/tables/{with_bot}/hide")
        assert own_tables(host) == {other, shared}
        assert own_tables(host, "hidden") == {with_bot}
        assert host.ask("GET", f"/api/tables/{with_bot}")["status"] == "running"  # it stays as it is
        host.ask("POST", f"/api/tables/{with_bot}/unhide")
        assert with_bot in own_tables(host)
        assert own_tables(host, "hidden") == set()
        # Where others wait one cannot just be gone.
        guest.sit(shared)
        reason = "Others sit at this table; resign or leave it first."
        assert host.refused("POST", f"/api/tables/{shared}/hide") == (409, reason)
        chair = host.join(shared)
        assert chair.ask("resign")["type"] == "done"
        chair.close()
        host.ask("POST", f"/api/tables/{shared}/hide")
        assert shared in own_tables(guest)  # everybody has a list of their own
        assert guest.refused("POST", f"/api/tables/{other}/hide") == (403, "This is not one of your matches.")
        assert Person(server).refused("POST", f"/api/tables/{other}/hide")[0] == 403
        assert host.refused("POST", "/api/tables/nowhere/hide")[0] == 404
        # What a guest has put away stays so when the guest becomes somebody.
        host.ask("POST", "/api/account", {"login": "enheduanna", "password": "a long hymn to Inanna"})
        assert own_tables(host, "hidden") == {shared}
        elsewhere = Person(server)
        brought = elsewhere.open_table("me", "random", game="babel")
        elsewhere.ask("POST", f"/api/tables/{brought}/hide")
        elsewhere.ask("POST", "/api/login", {"login": "enheduanna", "password": "a long hymn to Inanna"})
        assert own_tables(elsewhere, "hidden") == {shared, brought}
