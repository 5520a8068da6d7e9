"""Mute and block: hides a player's chat, or refuses seats at the same table.

Nobody is told that they are on a list. But whoever is refused a seat at a table with one other person can guess that
one of the two has blocked the other (docs/server/privacy.md). The refusal is the same in both directions.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from enum import StrEnum

from sqlalchemy import Connection, and_, bindparam, delete, func, or_, select, union

from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import MutedPlayer, MutesAndBlocks
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.storage import schema

hushed, players = schema.hushed, schema.players
MAX_LISTED = 500  # people one player may mute, and as many to block
NO_SEAT = sentence("You cannot take a seat at this table.")
# The players whose chat a player does not read: everybody they have muted or blocked.
MUTED = select(hushed.c.other).where(hushed.c.player == bindparam("reader"))


class MuteOrBlock(StrEnum):
    """The two lists."""

    MUTE = "mute"  # do not show their chat
    BLOCK = "block"  # do not sit at a table with them either


def blocked(connection: Connection, player: str, other: str) -> bool:
    """Whether one of two players has blocked the other, in either direction."""
    return any_blocked(connection, player, [other])


def blocked_with(connection: Connection, player: str) -> set[str]:
    """Everybody a player has blocked, and everybody who has blocked the player."""
    by_player = select(hushed.c.other).where(hushed.c.player == player, hushed.c.kind == MuteOrBlock.BLOCK)
    by_others = select(hushed.c.player).where(hushed.c.other == player, hushed.c.kind == MuteOrBlock.BLOCK)
    return set(connection.execute(union(by_player, by_others)).scalars())


def blocks_among(connection: Connection, people: Iterable[str]) -> set[frozenset[str]]:
    """The pairs of these people in which one has blocked the other."""
    ids = list(people)
    query = select(hushed.c.player, hushed.c.other).where(hushed.c.player.in_(ids), hushed.c.other.in_(ids))
    return {frozenset(row) for row in connection.execute(query.where(hushed.c.kind == MuteOrBlock.BLOCK))}


def any_blocked(connection: Connection, player: str, others: Iterable[str | None]) -> bool:
    """Whether there is a block between a player and any of the others, in either direction."""
    people = [other for other in others if other and other != player]
    if not people:
        return False
    either = or_(
        and_(hushed.c.player == player, hushed.c.other.in_(people)),
        and_(hushed.c.other == player, hushed.c.player.in_(people)),
    )
    query = select(hushed.c.id).where(hushed.c.kind == MuteOrBlock.BLOCK, either).limit(1)
    return connection.execute(query).first() is not None


def check_seat(connection: Connection, player: str, others: Iterable[str | None]) -> None:
    """Refuse a seat at a table with somebody who has blocked this player, or whom this player has blocked."""
    if any_blocked(connection, player, others):
        raise Refused(NO_SEAT)


def load_muted(connection: Connection, player: str | None) -> frozenset[str]:
    """The players whose chat a player does not read."""
    return frozenset(connection.execute(MUTED, {"reader": player}).scalars()) if player else frozenset()


def add(connection: Connection, player: str, other: str, kind: MuteOrBlock, new_id: str, at: int) -> None:
    """Mute or block a player. Doing it twice changes nothing. Both players must be stored already."""
    if player == other:
        raise Refused("You cannot do that to yourself.")
    own_list = and_(hushed.c.player == player, hushed.c.kind == kind)
    if connection.execute(select(hushed.c.id).where(own_list, hushed.c.other == other)).first() is not None:
        return
    if connection.execute(select(func.count()).where(own_list)).scalar_one() >= MAX_LISTED:
        raise TooMuch(sentence("Your list already has {most} people. Remove somebody first.", most=MAX_LISTED))
    row = {"player": player, "other": other, "kind": kind, "id": new_id, "at": at}
    connection.execute(hushed.insert().values(row))
    if kind is MuteOrBlock.BLOCK:
        _unfollow(connection, player, other)


def _unfollow(connection: Connection, player: str, other: str) -> None:
    """Stop following somebody who was blocked, who then neither sees the player online nor can invite them."""
    follows, invitations = schema.follows, schema.invitations
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.followed == other))
    between = or_(
        and_(invitations.c.player == player, invitations.c.host == other),
        and_(invitations.c.player == other, invitations.c.host == player),
    )
    connection.execute(delete(invitations).where(between))


def remove(connection: Connection, player: str, entry_id: str) -> None:
    """Unmute or unblock a player, by the id of the list's entry."""
    own_entry = and_(hushed.c.player == player, hushed.c.id == entry_id)
    if not connection.execute(delete(hushed).where(own_entry)).rowcount:
        raise NotFound("That player is not on your lists.")


def load_lists(connection: Connection, player: str | None) -> MutesAndBlocks:
    """Whom a player has muted and blocked, the latest first."""
    query = (
        select(hushed.c.id, hushed.c.kind, hushed.c.at, players.c.name, players.c.login)
        .join(players, players.c.id == hushed.c.other)
        .where(hushed.c.player == (player or ""))
        .order_by(hushed.c.at.desc(), hushed.c.id)
    )
    lists: dict[str, list[MutedPlayer]] = {kind: [] for kind in MuteOrBlock}
    for row in connection.execute(query):
        lists[row.kind].append(MutedPlayer(row.id, row.name, row.login is not None, row.at))
    return MutesAndBlocks(muted=lists[MuteOrBlock.MUTE], blocked=lists[MuteOrBlock.BLOCK])


def check_speaking(connection: Connection, player: str, at: int) -> None:
    """Refuse chat to a player who is silenced, or has not read a warning yet."""
    until = connection.execute(select(players.c.silenced).where(players.c.id == player)).scalar_one_or_none() or 0
    if until > at:
        moment = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until / 1000))
        raise NotAllowed(sentence("A moderator has silenced you. You can chat again after {moment}.", moment=moment))
    unread = select(schema.warnings.c.id).where(
        schema.warnings.c.player == player, schema.warnings.c.acknowledged.is_(None)
    )
    if connection.execute(unread.limit(1)).first() is not None:
        raise NotAllowed("A moderator has warned you. Read the warning at the top of the page first.")


def merge_lists(connection: Connection, guest: str, account: str) -> None:
    """Move a guest's entries, and others' entries about the guest, to the account they log in to."""
    for own, other in ((hushed.c.player, hushed.c.other), (hushed.c.other, hushed.c.player)):
        guest_rows = connection.execute(select(hushed).where(own == guest)).mappings().all()
        account_rows = connection.execute(select(other, hushed.c.kind).where(own == account))
        existing = {(getattr(row, other.name), row.kind) for row in account_rows}
        connection.execute(delete(hushed).where(own == guest))
        new_rows = [
            {**row, own.name: account}
            for row in guest_rows
            if (row[other.name], row["kind"]) not in existing and row[other.name] != account
        ]
        if new_rows:
            connection.execute(hushed.insert(), new_rows)
