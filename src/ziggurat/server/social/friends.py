"""Following players, and inviting followers to a table.

Only two players who follow each other see whether the other is online. Players can only invite their followers, so that
nobody is bothered by strangers.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, select

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Friend, Friends, Invitation, Status
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.social import mute_block
from ziggurat.server.social.last_seen import ONLINE
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import table_store

follows, invitations, players = schema.follows, schema.invitations, schema.players
MAX_FOLLOWED = 500  # people one player may follow
MAX_INVITED = 20  # people invited to one table
MAX_LISTED = 100  # followers, or invitations, in a list


def find(connection: Connection, name: str) -> Row[Any]:
    """The registered player with a name."""
    row = player_store.find_named(connection, name)
    if row is None:
        raise NotFound(sentence("There is no registered player called {name}.", name=name))
    return row


def follow(connection: Connection, player: str, name: str, at: int) -> None:
    """Follow a player. Doing it twice changes nothing."""
    other = find(connection, name)
    if other.id == player:
        raise Refused("You cannot follow yourself.")
    count = select(func.count()).where(follows.c.player == player)
    if connection.execute(count).scalar_one() >= MAX_FOLLOWED:
        raise TooMuch(sentence("You already follow {people} people, which is the maximum.", people=MAX_FOLLOWED))
    row = {"player": player, "followed": other.id, "at": at}
    connection.execute(database.upsert(connection, follows).values(row).on_conflict_do_nothing())


def unfollow(connection: Connection, player: str, name: str) -> None:
    """Stop following a player."""
    other = find(connection, name)
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.followed == other.id))


def is_following(connection: Connection, player: str, other: str) -> bool:
    """Whether one player follows another."""
    query = select(follows.c.at).where(follows.c.player == player, follows.c.followed == other)
    return connection.execute(query).first() is not None


def load_friends(connection: Connection, player: str, at: int) -> Friends:
    """Whom a player follows, and who follows them."""
    query = select(players).join(follows, follows.c.followed == players.c.id).where(follows.c.player == player)
    followed = connection.execute(query).all()
    # To somebody who was blocked, the other seems to have stopped following.
    blocked = mute_block.blocked_with(connection, player)
    followers = select(follows.c.player).where(follows.c.followed == player)
    both = followers.where(follows.c.player.in_([row.id for row in followed]))
    mutual = set(connection.execute(both).scalars()) - blocked
    online = {row.id for row in followed if row.id in mutual and row.seen >= at - ONLINE}
    tables = _current_tables(connection, list(online))
    friends = [Friend(row.name, row.id in mutual, row.id in online, tables.get(row.id)) for row in followed]
    friends.sort(key=lambda friend: (not friend.here, not friend.mutual, friend.name.casefold()))
    return Friends(friends, _followers(connection, player, {row.id for row in followed} | blocked))


def _followers(connection: Connection, player: str, without: set[str]) -> list[str]:
    """The names of a player's latest followers."""
    query = select(players.c.name).join(follows, follows.c.player == players.c.id)
    query = query.where(follows.c.followed == player, players.c.id.not_in(without))
    latest = query.order_by(follows.c.at.desc(), players.c.id).limit(MAX_LISTED)
    return sorted(connection.execute(latest).scalars(), key=str.casefold)


def _current_tables(connection: Connection, people: list[str]) -> dict[str, str]:
    """By player: the public table they play or wait at; of several, the one that changed last."""
    tables, seats = schema.tables, schema.seats
    query = select(seats.c.player, tables.c.id).join(tables, tables.c.id == seats.c.table_id)
    query = query.where(seats.c.player.in_(people), tables.c.public, tables.c.status.in_([Status.OPEN, Status.RUNNING]))
    return {row.player: row.id for row in connection.execute(query.order_by(tables.c.changed))}


# ---------------------------------------------------------------------------------------------------------- inviting


def invite(connection: Connection, table_id: str, host: str, name: str, at: int) -> None:
    """Invite a follower of the host to an open table."""
    stored = table_store.load_table(connection, table_id)
    if stored.seat_of(host) < 0 and stored.row.host != host:
        raise NotAllowed("Only players at this table can invite others.")
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can watch it.")
    other = find(connection, name)
    if stored.seat_of(other.id) >= 0:
        raise Refused(sentence("{name} is already at this table.", name=other.name))
    if not is_following(connection, other.id, host) or mute_block.blocked(connection, host, other.id):
        raise NotAllowed(sentence("{name} does not follow you. Send them the link instead.", name=other.name))
    count = select(func.count()).where(invitations.c.table_id == table_id)
    if connection.execute(count).scalar_one() >= MAX_INVITED:
        raise TooMuch(
            sentence(
                "{people} people have already been invited to this table, which is the maximum.", people=MAX_INVITED
            )
        )
    row = {"table_id": table_id, "player": other.id, "host": host, "at": at}
    connection.execute(database.upsert(connection, invitations).values(row).on_conflict_do_nothing())


def load_invitations(connection: Connection, player: str) -> list[Invitation]:
    """The invitations that a player can still accept, the latest first."""
    tables = schema.tables
    query = select(invitations.c.table_id, invitations.c.at, players.c.name)
    query = query.join(players, players.c.id == invitations.c.host)
    query = query.join(tables, and_(tables.c.id == invitations.c.table_id, tables.c.status == Status.OPEN))
    open_invitations = []
    latest = query.where(invitations.c.player == player).order_by(invitations.c.at.desc()).limit(MAX_LISTED)
    for row in connection.execute(latest).all():
        stored = table_store.load_table(connection, row.table_id)
        if stored.seat_of(player) < 0 and not stored.full:
            open_invitations.append(Invitation(row.name, stored.for_player(player), row.at))
    return open_invitations


def decline(connection: Connection, table_id: str, player: str) -> None:
    """Delete an invitation."""
    own = and_(invitations.c.table_id == table_id, invitations.c.player == player)
    connection.execute(delete(invitations).where(own))
