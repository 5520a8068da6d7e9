"""Saved studies, stored as logs with variations."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity
from ziggurat.server.protocol import StudyCard
from ziggurat.server.refusals import NotAllowed, NotFound, TooMuch
from ziggurat.server.storage import schema
from ziggurat.server.study.analysis import OpenedStudy
from ziggurat.server.tables.creation import new_id

studies = schema.studies
LISTED = 100


def load(connection: Connection, study_id: str) -> Any:
    """A study's row."""
    row = connection.execute(select(studies).where(studies.c.id == study_id)).first()
    if row is None:
        raise NotFound("There is no such study.")
    return row


def list_own(connection: Connection, player: str) -> list[StudyCard]:
    """A player's studies, the last changed first."""
    columns = (studies.c.id, studies.c.game, studies.c.title, studies.c.changed)
    query = select(*columns).where(studies.c.owner == player).order_by(studies.c.changed.desc()).limit(LISTED)
    return [StudyCard(*row) for row in connection.execute(query)]


def save(connection: Connection, player: str, opened: OpenedStudy, at: int, most: int) -> str:
    """Save a new study; returns its id, which is its link."""
    identity.keep(connection, player, at)
    query = select(func.count()).select_from(studies).where(studies.c.owner == player)
    if most and connection.execute(query).scalar_one() >= most:
        raise TooMuch(sentence("You already have {studies} studies; delete some first.", studies=most))
    row = {"id": new_id(), "owner": player, "created": at, "changed": at}
    connection.execute(insert(studies).values(**row, **_content(opened)))
    return str(row["id"])


def change(connection: Connection, study_id: str, player: str, opened: OpenedStudy, at: int) -> None:
    """Save changes to a player's own study."""
    _check_owner(connection, study_id, player)
    connection.execute(update(studies).where(studies.c.id == study_id).values(changed=at, **_content(opened)))


def delete_own(connection: Connection, study_id: str, player: str) -> None:
    """Delete a player's own study."""
    _check_owner(connection, study_id, player)
    connection.execute(delete(studies).where(studies.c.id == study_id))


def _check_owner(connection: Connection, study_id: str, player: str) -> None:
    if load(connection, study_id).owner != player:
        raise NotAllowed("Only its owner can change a study; save a copy instead.")


def _content(opened: OpenedStudy) -> dict[str, str]:
    return {"game": opened.game, "title": opened.title, "text": opened.text}
