"""Who may use which name. A registered player's name, and every name that looks like it, is theirs alone.

The database decides: `players.handle` is the skeleton of a registered player's name, and unique. Guests have no handle;
the skeletons of their names are in `players.looks`. When somebody registers a guest's name, the guest gets a generated
name instead, and keeps every seat; earlier chat lines keep the old name.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, func, select, update
from sqlalchemy.exc import IntegrityError

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import deletion, identity, look_alikes, player_store
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema

players = schema.players
MAX_NAMESAKES = 100  # guests with the same name; each of them is renamed when somebody registers it
_LOCKS = 7203  # PostgreSQL's advisory locks on names


def rename(connection: Connection, player: str, name: str) -> list[str]:
    """Rename a player, or refuse. Returns the guests who lost the name to them."""
    row = player_store.find_player(connection, player)
    return _take(connection, player, name, registered=row is not None and row.handle is not None)


def register(connection: Connection, player: str, login: str, password: str) -> list[str]:
    """Give a guest a login and a password (its hash), and reserve their name; returns the same as `rename`."""
    player_store.register(connection, player, login, password)
    return _take(connection, player, identity.name_of(connection, player), registered=True)


def _take(connection: Connection, player: str, name: str, *, registered: bool) -> list[str]:
    skeleton = look_alikes.skeleton(name)
    _lock(connection, skeleton)
    holder = connection.execute(select(players.c.id).where(players.c.handle == skeleton)).scalar_one_or_none()
    reserved = holder is None and deletion.is_reserved(connection, skeleton, now())
    if holder not in (None, player) or reserved or (not registered and _is_crowded(connection, skeleton, player)):
        raise Refused(_taken(name))
    values: dict[str, Any] = {"name": name, "looks": skeleton, "former": None}
    if registered:
        values["handle"] = skeleton
    try:
        connection.execute(update(players).where(players.c.id == player).values(values))
    except IntegrityError:  # somebody else was faster
        raise Refused(_taken(name)) from None
    return _displace_guests(connection, skeleton, player) if registered else []


def _is_crowded(connection: Connection, skeleton: str, player: str) -> bool:
    """Whether so many guests have the name that registering it would become expensive."""
    others = select(func.count()).where(players.c.looks == skeleton, players.c.id != player)
    return bool(connection.execute(others).scalar_one() >= MAX_NAMESAKES)


def _displace_guests(connection: Connection, skeleton: str, holder: str) -> list[str]:
    """Give the guests whose names look like a registered player's a generated name."""
    namesakes = and_(players.c.looks == skeleton, players.c.handle.is_(None), players.c.id != holder)
    guests = list(connection.execute(select(players.c.id).where(namesakes)).scalars())
    for guest in guests:
        name = identity.free_name(connection, guest)
        values = {"name": name, "looks": look_alikes.skeleton(name)}
        connection.execute(update(players).where(players.c.id == guest).values(values))
    return guests


def _lock(connection: Connection, skeleton: str) -> None:
    """Keep others from taking a look-alike name in this transaction: a guest's is in no unique index."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCKS, func.hashtext(skeleton))))


def _taken(name: str) -> str:
    return sentence(
        "The name {name} is taken, or looks too much like another player's. Choose a different one.", name=repr(name)
    )
