"""Tables from before the first release, when the rules of Ur and Amyitis were called 2, go on under rules 1."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import update

from tests.server.serving import Person, serving
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.verify import verify


def test_a_table_of_the_old_number_is_played_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        host = Person(server)
        table = host.open_table("me", "random", game="ur")
        host.join(table)
    engine = database.connect(url)
    with engine.begin() as connection:
        connection.execute(update(schema.tables).values(rules=2))
        connection.execute(update(schema.journal).values(digest="0" * 16))
    assert verify(engine).differences == []
    engine.dispose()
    with serving(url) as server:
        host.move_to(server)
        assert host.join(table).seat == 0
        assert host.ask("GET", f"/api/tables/{table}")["rules"] == 1
