"""Who may be called what: a registered player's name is theirs alone, and so is everything that looks like it.

The database decides: `players.handle` is what a registered player's name looks like, and unique. Guests have none; what
theirs look like is in `players.looks`, by which a guest is found whose name somebody registers. That guest goes on
under the name guests are given, keeps every seat, and lines said before keep the name they were said under.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import IntegrityError

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import deletion, identity, look_alikes, player_store
from ziggurat.server.refusals import Refused
from ziggurat.server.runtime.clock import now
from ziggurat.server.storage import schema

players = schema.players
CROWD = 100  # guests who may be called the same: each of them is named anew when somebody registers the name
_LOCKS = 7203  # PostgreSQL's locks on names, apart from other locks


def rename(connection: Connection, player: str, name: str) -> list[str]:
    """Call a player by another name, or refuse; the guests who had to give it up come back."""
    row = player_store.find_player(connection, player)
    return _take(connection, player, name, registered=row is not None and row.handle is not None)


def register(connection: Connection, player: str, login: str, password: str) -> list[str]:
    """Give a guest a login, a password (its hash) and their name for their own; as `rename`."""
    player_store.register(connection, player, login, password)
    return _take(connection, player, identity.name_of(connection, player), registered=True)


def _take(connection: Connection, player: str, name: str, *, registered: bool) -> list[str]:
    look = look_alikes.looks(name)
    _hold(connection, look)
    holder = connection.execute(select(players.c.id).where(players.c.handle == look)).scalar_one_or_none()
    kept_free = holder is None and deletion.is_kept_free(connection, look, now())
    if holder not in (None, player) or kept_free or (not registered and _is_crowded(connection, look, player)):
        raise Refused(_taken(name))
    values: dict[str, Any] = {"name": name, "looks": look, "former": None}
    if registered:
        values["handle"] = look
    try:
        connection.execute(update(players).where(players.c.id == player).values(values))
    except IntegrityError:  # somebody else was faster
        raise Refused(_taken(name)) from None
    return _displace(connection, look, player) if registered else []


def _is_crowded(connection: Connection, look: str, player: str) -> bool:
    """Whether so many guests are called the same that one more would make it dear to register the name."""
    others = select(func.count()).where(players.c.looks == look, players.c.id != player)
    return bool(connection.execute(others).scalar_one() >= CROWD)


def _displace(connection: Connection, look: str, holder: str) -> list[str]:
    """Guests who are called like a registered player get the name that guests are given."""
    guests = select(players.c.id).where(players.c.looks == look, players.c.handle.is_(None), players.c.id != holder)
    found = list(connection.execute(guests).scalars())
    for guest in found:
        name = identity.free_name(connection, guest)
        values = {"name": name, "looks": look_alikes.looks(name)}
        connection.execute(update(players).where(players.c.id == guest).values(values))
    return found


def _hold(connection: Connection, look: str) -> None:
    """Until this transaction ends, nobody else takes a name that looks like this: a guest's is in no unique index."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCKS, func.hashtext(look))))


def _taken(name: str) -> str:
    return sentence("The name {name} is another player's, or looks like it; choose another.", name=repr(name))
