"""Players, logins and sessions in the database. Each function runs in a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import look_alikes
from ziggurat.server.refusals import NotAllowed, Refused
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import upsert

players = schema.players


def keep_player(connection: Connection, player: str, name: str, now: int) -> None:
    """Remember a guest from the first thing they do that lasts."""
    row = {"id": player, "name": name, "looks": look_alikes.looks(name), "created": now}
    connection.execute(upsert(connection, players).values(row).on_conflict_do_nothing())


def find_player(connection: Connection, player: str) -> Row[Any] | None:
    """A player's row."""
    return connection.execute(select(players).where(players.c.id == player)).first()


def find_named(connection: Connection, name: str) -> Row[Any] | None:
    """The registered player of a name, or of one that looks like it; PostgreSQL cannot be asked for every sign."""
    if "\0" in name:
        return None
    return connection.execute(select(players).where(players.c.handle == look_alikes.looks(name))).first()


def check_registered(connection: Connection, player: str) -> None:
    """Refuse a guest what counts: a rating is a name's."""
    row = find_player(connection, player)
    if row is None or row.handle is None:
        raise NotAllowed("Rated matches are for registered players; register first, it takes a login and a password.")


def find_login(connection: Connection, login: str) -> Row[Any] | None:
    """The player with a login."""
    return connection.execute(select(players).where(players.c.login == login.lower())).first()


def register(connection: Connection, player: str, login: str, password: str) -> None:
    """Give a guest a login and a password (its hash)."""
    if find_login(connection, login):
        raise Refused(sentence("The login {login} is taken.", login=repr(login)))
    row = find_player(connection, player)
    if row is not None and row.login is not None:
        raise Refused(sentence("You are registered already, as {login}.", login=repr(row.login)))
    connection.execute(update(players).where(players.c.id == player).values(login=login.lower(), password=password))


def is_signed_in(connection: Connection, player: str, logouts: int, session: str) -> bool:
    """Whether a cookie still counts: it was not logged out, and neither was everything the player had then."""
    ended = connection.execute(select(schema.ended.c.at).where(schema.ended.c.session == session)).first()
    return ended is None and logouts >= 0 and count_logouts(connection, player) == logouts


def end_session(connection: Connection, session: str, now: int, kept: int) -> None:
    """Make one cookie worthless; those so old that their age says so are forgotten."""
    connection.execute(delete(schema.ended).where(schema.ended.c.at < now - kept))
    row = {"session": session, "at": now}
    connection.execute(upsert(connection, schema.ended).values(row).on_conflict_do_nothing())


def count_logouts(connection: Connection, player: str) -> int:
    """How often a player has logged out everywhere; a guest nobody remembers yet never has."""
    row = connection.execute(select(players.c.logouts, players.c.closed).where(players.c.id == player)).first()
    if row is None:
        return 0
    return -1 if row.closed is not None else int(row.logouts)  # with a closed account no cookie counts


def log_out(connection: Connection, player: str, password: str | None = None) -> int:
    """Make all cookies of a player worthless; says which number counts.

    If another password is given, it is set, tokens and passkeys are deleted, and no device is told anything any more:
    whoever changes it may fear that others had it.
    """
    values: dict[str, Any] = {"logouts": players.c.logouts + 1}
    if password is not None:
        values["password"] = password
        for table in (schema.tokens, schema.passkeys, schema.subscriptions):
            connection.execute(delete(table).where(table.c.player == player))
    connection.execute(update(players).where(players.c.id == player).values(values))
    return count_logouts(connection, player)


def find_token(connection: Connection, token_hash: str) -> Row[Any] | None:
    """The row of an API token."""
    return connection.execute(select(schema.tokens).where(schema.tokens.c.hash == token_hash)).first()
