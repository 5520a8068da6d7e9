"""Players, logins and sessions in the database. Each function runs in a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import look_alikes
from ziggurat.server.refusals import NotAllowed, Refused
from ziggurat.server.runtime import machine
from ziggurat.server.storage import schema
from ziggurat.server.storage.database import upsert

players = schema.players
# Statements that are executed often are built once: that takes longer than to execute them.
_PLAYER = select(players).where(players.c.id == bindparam("player"))
_SESSION = select(
    exists().where(schema.ended.c.session == bindparam("session")).label("ended"),
    select(players.c.logouts).where(players.c.id == bindparam("player")).scalar_subquery().label("logouts"),
    select(players.c.closed).where(players.c.id == bindparam("player")).scalar_subquery().label("closed"),
)


def keep_player(connection: Connection, player: str, name: str, now: int) -> None:
    """Store a guest."""
    row = {"id": player, "name": name, "looks": look_alikes.skeleton(name), "created": now}
    connection.execute(upsert(connection, players).values(row).on_conflict_do_nothing())


def find_player(connection: Connection, player: str) -> Row[Any] | None:
    """A player's row."""
    return connection.execute(_PLAYER, {"player": player}).first()


def find_named(connection: Connection, name: str) -> Row[Any] | None:
    """The registered player with a name, or with one that looks like it."""
    if "\0" in name:  # PostgreSQL refuses it
        return None
    return connection.execute(select(players).where(players.c.handle == look_alikes.skeleton(name))).first()


def is_member(connection: Connection, player: str) -> bool:
    """Whether a player has an account."""
    row = find_player(connection, player)
    return row is not None and row.login is not None and row.closed is None


def check_registered(connection: Connection, player: str) -> None:
    """Refuse guests: ratings are for registered players."""
    row = find_player(connection, player)
    if row is None or row.handle is None:
        raise NotAllowed("Only registered players can play rated matches. To register, choose a login and a password.")


def find_login(connection: Connection, login: str) -> Row[Any] | None:
    """The player with a login."""
    return connection.execute(select(players).where(players.c.login == login.lower())).first()


def register(connection: Connection, player: str, login: str, password: str) -> None:
    """Give a guest a login and a password (its hash)."""
    if find_login(connection, login):
        raise Refused(sentence("The login {login} is taken.", login=repr(login)))
    row = find_player(connection, player)
    if row is not None and row.login is not None:
        raise Refused(sentence("You are already registered as {login}.", login=repr(row.login)))
    connection.execute(update(players).where(players.c.id == player).values(login=login.lower(), password=password))


def is_signed_in(connection: Connection, player: str, logouts: int, session: str) -> bool:
    """Whether a cookie is still valid: neither it nor all of the player's cookies of that time were logged out."""
    row = connection.execute(_SESSION, {"player": player, "session": session}).one()
    return not row.ended and logouts >= 0 and row.closed is None and (row.logouts or 0) == logouts


def check_signed_in(connection: Connection, player: str, logouts: int, session: str) -> None:
    """Refuse a cookie that was invalidated since the request came in; until the transaction ends it stays valid.

    Without this, what a guest creates at the moment of registering would belong to the account.
    """
    connection.execute(select(players.c.id).where(players.c.id == player).with_for_update(read=True))
    if not is_signed_in(connection, player, logouts, session):
        raise NotAllowed("You were logged out meanwhile. Try again.")


def end_session(connection: Connection, session: str, now: int, lifetime: int) -> None:
    """Invalidate one cookie. Rows of cookies that have expired since are deleted."""
    connection.execute(delete(schema.ended).where(schema.ended.c.at < now - lifetime))
    row = {"session": session, "at": now}
    connection.execute(upsert(connection, schema.ended).values(row).on_conflict_do_nothing())


def count_logouts(connection: Connection, player: str) -> int:
    """How often a player has logged out everywhere; 0 for a guest who is not stored yet."""
    row = connection.execute(select(players.c.logouts, players.c.closed).where(players.c.id == player)).first()
    if row is None:
        return 0
    return -1 if row.closed is not None else int(row.logouts)  # no cookie of a closed account is valid


def log_out(connection: Connection, player: str, password: str | None = None) -> int:
    """Invalidate all cookies of a player. Returns the number of logouts that new cookies need.

    With a new password, API tokens, passkeys and devices are removed too, the feed gets a new key, and links in earlier
    e-mails stop working: the old password may have been stolen, and a link would let the thief in again.
    """
    values: dict[str, Any] = {"logouts": players.c.logouts + 1}
    if password is not None:
        values["password"] = password
    connection.execute(update(players).where(players.c.id == player).values(values))  # first: see `check_signed_in`
    if password is not None:
        for table in (schema.tokens, schema.passkeys, schema.subscriptions):
            connection.execute(delete(table).where(table.c.player == player))
        connection.execute(update(schema.mail_links).where(schema.mail_links.c.player == player).values(used=True))
        change_feed_key(connection, player)
    return count_logouts(connection, player)


def change_feed_key(connection: Connection, player: str) -> None:
    """Give a player's feed, if there is one, a new key; the old links stop working."""
    feeds = schema.feeds
    connection.execute(update(feeds).where(feeds.c.player == player).values(key=machine.token_urlsafe(32)))


def delete_guest_credentials(connection: Connection, player: str) -> None:
    """Delete the API tokens, push devices and feed of a guest who registers.

    Somebody else may have created them in the same browser, and could act for the account afterwards.
    """
    for table in (schema.tokens, schema.subscriptions, schema.feeds):
        connection.execute(delete(table).where(table.c.player == player))


def find_token(connection: Connection, token_hash: str) -> Row[Any] | None:
    """The row of an API token."""
    return connection.execute(select(schema.tokens).where(schema.tokens.c.hash == token_hash)).first()
