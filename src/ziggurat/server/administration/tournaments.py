"""Finds tournaments, also those that are not listed for everybody, and ends one in its organizer's place."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, or_, select

from ziggurat.server.protocol import TournamentStatus
from ziggurat.server.refusals import Refused
from ziggurat.server.social import moderation
from ziggurat.server.storage import schema
from ziggurat.server.tournaments import actions, storage

tournaments = schema.tournaments
CANCELLED = "cancel"  # in the audit log
MOST = 50  # tournaments found at once
UNFINISHED = (TournamentStatus.RUNNING, TournamentStatus.OPEN)


def find_tournaments(connection: Connection, text: str) -> list[Row[Any]]:
    """Unfinished tournaments; with a text, all that have it in their title or id. One more than `MOST` if there are."""
    here: ColumnElement[bool] = tournaments.c.status.in_(UNFINISHED)
    if text.strip():
        here = or_(tournaments.c.title.icontains(text.strip(), autoescape=True), tournaments.c.id == text.strip())
    newest = tournaments.c.changed.desc(), tournaments.c.id
    return list(connection.execute(select(tournaments).where(here).order_by(*newest).limit(MOST + 1)))


def cancel(connection: Connection, tournament_id: str, why: str, at: int, *, by: Row[Any] | None = None) -> None:
    """Cancel a tournament that has not begun; end a running one with its current standings."""
    state = storage.load_to_change(connection, tournament_id)
    if state.row.status not in UNFINISHED:
        raise Refused("This tournament is over.")
    actions.end(connection, state, at)
    moderation.add_audit_entry(connection, at, CANCELLED, None, f"{state.row.title}: {why}", moderator=by)
