"""What a process that died has left undone is done by the next one."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from tests.cases import first
from tests.patience import until
from tests.server.administration.test_aborting import until_finished
from tests.server.administration.test_admins import admin
from tests.server.serving import Person, serving
from tests.server.social.test_mute_block import account
from ziggurat.server.accounts import deletion
from ziggurat.server.administration import players, roles
from ziggurat.server.social import moderation
from ziggurat.server.storage import database, schema

LONG_AGO = 60_000  # milliseconds: no request still works on it


@pytest.mark.parametrize("action", first(moderation.CLOSE, players.DELETE))
def test_tables_of_an_account_are_left_although_the_process_died(database_url: str, action: str) -> None:
    """The row says closed, the audit log has the admin's entry, and the seats are still taken."""
    with serving(database_url) as server:
        _, host_name = admin(server)
        person, name = account(server)
        running, waiting = person.open_table("me", "random"), person.open_table("me", "open")
        tournament = person.ask("POST", "/api/tournaments", {"title": "Spring", "game": "babylonia"})
        server.kill()
        engine, at = database.connect(database_url), int(time.time() * 1000) - LONG_AGO
        with engine.begin() as connection:
            row, by = roles.find_registered(connection, name), roles.find_registered(connection, host_name)
            if action == moderation.CLOSE:
                moderation.close_account(connection, row, at)
            else:
                deletion.delete_player(connection, row.id, at)
            moderation.add_audit_entry(connection, at, action, row, "spam", moderator=by)
    with serving(database_url) as server:
        visitor = Person(server)
        until_finished(visitor, running)
        until(lambda: visitor.ask("GET", f"/api/tables/{waiting}")["seats"][0]["kind"] == "open")
        until(lambda: visitor.ask("GET", f"/api/tournaments/{tournament['id']}")["status"] == "cancelled")
    with engine.connect() as connection:
        journal = select(schema.journal.c.kind).where(schema.journal.c.table_id == running)
        assert "resign" in connection.execute(journal).scalars().all()
    engine.dispose()
