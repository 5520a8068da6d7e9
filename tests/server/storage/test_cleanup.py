"""Stale rows are deleted, and stale tournaments leave the list."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from tests.patience import until
from tests.server.serving import Person, Server
from ziggurat.server.storage import database, schema


def test_notifications_and_invitations_are_deleted_after_a_match(own_server: Server) -> None:
    host, guest = Person(own_server), Person(own_server)
    tables = [host.open_table("me", "open", game="babel") for _ in range(2)]
    for table in tables:
        guest.sit(table)
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        me = connection.execute(select(schema.tables.c.host).limit(1)).scalar_one()
        for table in tables:
            connection.execute(insert(schema.turns_told).values(table_id=table, player=me, after=-1, at=0))
            connection.execute(insert(schema.invitations).values(table_id=table, player=me, host=me, at=0))

    def left() -> list[list[str]]:
        with engine.connect() as connection:
            cleaned = (schema.turns_told, schema.invitations)
            return [list(connection.execute(select(table.c.table_id)).scalars()) for table in cleaned]

    assert host.join(tables[0]).ask("resign")["type"] == "done"
    until(lambda: left() == [[tables[1]], [tables[1]]])
    engine.dispose()


def test_unstarted_tournament_leaves_the_list(own_server: Server) -> None:
    organizer, other = Person(own_server), Person(own_server)
    organizer.ask("POST", "/api/account", {"login": "organizer", "password": "correct horse"})
    wish = {"title": "Cup", "game": "babel", "seats": 2, "system": "swiss", "rounds": 3, "public": True}
    made = organizer.ask("POST", "/api/tournaments", wish)["id"]
    assert [one["id"] for one in other.ask("GET", "/api/tournaments")["coming"]] == [made]
    engine = database.connect(own_server.database)
    with engine.begin() as connection:
        connection.execute(update(schema.tournaments).values(changed=0))
    engine.dispose()
    assert other.ask("GET", "/api/tournaments")["coming"] == []
    assert [one["id"] for one in organizer.ask("GET", "/api/tournaments")["coming"]] == [made]
    assert other.ask("GET", f"/api/tournaments/{made}")["id"] == made  # whoever has the link can still come
