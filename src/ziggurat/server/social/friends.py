"""Following people, and inviting those who follow.

Whoever follows somebody sees what everybody may see of them. Only two who follow each other learn whether the other is
here; only those who follow somebody can be invited by them: nobody is called by strangers.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Friend, Friends, Invitation, Status
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.social import mute_block
from ziggurat.server.social.last_seen import HERE
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import table_store

follows, invitations, players = schema.follows, schema.invitations, schema.players
MOST = 500  # people one player may follow
INVITED = 20  # people who may be invited to one table
SHOWN = 100  # followers, and invitations, that are listed


def find(connection: Connection, name: str) -> Row[Any]:
    """The registered player of a name."""
    row = player_store.find_named(connection, name)
    if row is None:
        raise NotFound(sentence("There is no registered player called {name}.", name=name))
    return row


def follow(connection: Connection, player: str, name: str, at: int) -> None:
    """Follow somebody; once more does nothing."""
    other = find(connection, name)
    if other.id == player:
        raise Refused("You need not follow yourself.")
    count = select(func.count()).where(follows.c.player == player)
    if connection.execute(count).scalar_one() >= MOST:
        raise TooMuch(sentence("You follow {people} people already; that is as many as one can.", people=MOST))
    row = {"player": player, "followed": other.id, "at": at}
    connection.execute(database.upsert(connection, follows).values(row).on_conflict_do_nothing())


def unfollow(connection: Connection, player: str, name: str) -> None:
    """Follow somebody no longer."""
    other = find(connection, name)
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.followed == other.id))


def follows_whom(connection: Connection, player: str, other: str) -> bool:
    """Whether one player follows another."""
    query = select(follows.c.at).where(follows.c.player == player, follows.c.followed == other)
    return connection.execute(query).first() is not None


def listed(connection: Connection, player: str, at: int) -> Friends:
    """Whom a player follows, and who follows them."""
    query = select(players).join(follows, follows.c.followed == players.c.id).where(follows.c.player == player)
    mine = connection.execute(query).all()
    # Who has blocked somebody follows them no more, as far as they can tell.
    apart = mute_block.blocked_with(connection, player)
    back = select(follows.c.player).where(follows.c.followed == player)
    both = back.where(follows.c.player.in_([row.id for row in mine]))
    mutual = set(connection.execute(both).scalars()) - apart
    tables = _tables(connection, [row.id for row in mine if row.id in mutual and row.seen >= at - HERE])
    found = [
        Friend(row.name, row.id in mutual, row.id in mutual and row.seen >= at - HERE, tables.get(row.id))
        for row in mine
    ]
    found.sort(key=lambda friend: (not friend.here, not friend.mutual, friend.name.casefold()))
    return Friends(found, _followers(connection, player, {row.id for row in mine} | apart))


def _followers(connection: Connection, player: str, without: set[str]) -> list[str]:
    """Who else follows a player: the last of them, since there is no end to how many may."""
    query = select(players.c.name).join(follows, follows.c.player == players.c.id)
    query = query.where(follows.c.followed == player, players.c.id.not_in(without))
    latest = query.order_by(follows.c.at.desc(), players.c.id).limit(SHOWN)
    return sorted(connection.execute(latest).scalars(), key=str.casefold)


def _tables(connection: Connection, people: list[str]) -> dict[str, str]:
    """By player: the public table they were at last that is not over."""
    tables, seats = schema.tables, schema.seats
    query = select(seats.c.player, tables.c.id).join(tables, tables.c.id == seats.c.table_id)
    query = query.where(seats.c.player.in_(people), tables.c.public, tables.c.status.in_([Status.OPEN, Status.RUNNING]))
    return {row.player: row.id for row in connection.execute(query.order_by(tables.c.changed))}


# ---------------------------------------------------------------------------------------------------------- inviting


def invite(connection: Connection, table_id: str, host: str, name: str, at: int) -> None:
    """Invite somebody who follows the host to a table where seats are free."""
    stored = table_store.load_table(connection, table_id)
    if stored.seat_of(host) < 0 and stored.row.host != host:
        raise NotAllowed("Invitations are for those who sit at the table.")
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can watch it.")
    other = find(connection, name)
    if stored.seat_of(other.id) >= 0:
        raise Refused(sentence("{name} sits at this table already.", name=other.name))
    if not follows_whom(connection, other.id, host) or mute_block.blocked(connection, host, other.id):
        raise NotAllowed(sentence("{name} does not follow you; send them the link instead.", name=other.name))
    count = select(func.count()).where(invitations.c.table_id == table_id)
    if connection.execute(count).scalar_one() >= INVITED:
        raise TooMuch(sentence("{people} people are invited to this table already.", people=INVITED))
    row = {"table_id": table_id, "player": other.id, "host": host, "at": at}
    connection.execute(database.upsert(connection, invitations).values(row).on_conflict_do_nothing())


def invited(connection: Connection, player: str) -> list[Invitation]:
    """The invitations somebody can still accept, the latest first."""
    tables = schema.tables
    query = select(invitations.c.table_id, invitations.c.at, players.c.name)
    query = query.join(players, players.c.id == invitations.c.host)
    query = query.join(tables, and_(tables.c.id == invitations.c.table_id, tables.c.status == Status.OPEN))
    found = []
    latest = query.where(invitations.c.player == player).order_by(invitations.c.at.desc()).limit(SHOWN)
    for row in connection.execute(latest).all():
        stored = table_store.load_table(connection, row.table_id)
        if stored.seat_of(player) < 0 and not stored.full:
            found.append(Invitation(row.name, stored.for_player(player), row.at))
    return found


def decline(connection: Connection, table_id: str, player: str) -> None:
    """Take an invitation away."""
    mine = and_(invitations.c.table_id == table_id, invitations.c.player == player)
    connection.execute(delete(invitations).where(mine))
