"""Mute and block: whom somebody does not want to hear, or to sit at a table with. Nobody else learns of it.

What a block tells all the same (docs/privacy.md): whoever is refused a seat at a table with one other person can guess
that one of the two has blocked the other. The sentence is the same in both directions and whoever at the table it is.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, exists, func, or_, select, union

from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Hushed, HushedLists
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.storage import schema

hushed, players = schema.hushed, schema.players
MOST = 500  # people one player may have muted, and as many blocked
NO_SEAT = sentence("You cannot take a seat at this table.")


class Hush(StrEnum):
    """What somebody wants of another."""

    MUTE = "mute"  # not to read what they say
    BLOCK = "block"  # not to sit at a table with them either


def blocked(connection: Connection, one: str, other: str) -> bool:
    """Whether one of two players has blocked the other, whichever it is."""
    return any_blocked(connection, one, [other])


def blocked_with(connection: Connection, player: str) -> set[str]:
    """All between whom and a player there is a block, either way: one question, however many are compared with it."""
    mine = select(hushed.c.other).where(hushed.c.player == player, hushed.c.kind == Hush.BLOCK)
    theirs = select(hushed.c.player).where(hushed.c.other == player, hushed.c.kind == Hush.BLOCK)
    return set(connection.execute(union(mine, theirs)).scalars())


def blocks_among(connection: Connection, people: Iterable[str]) -> set[frozenset[str]]:
    """The pairs of these people of whom one has blocked the other."""
    among = list(people)
    query = select(hushed.c.player, hushed.c.other).where(hushed.c.player.in_(among), hushed.c.other.in_(among))
    return {frozenset(row) for row in connection.execute(query.where(hushed.c.kind == Hush.BLOCK))}


def any_blocked(connection: Connection, player: str, others: Iterable[str | None]) -> bool:
    """Whether between a player and any of these there is a block, either way."""
    people = [other for other in others if other and other != player]
    if not people:
        return False
    either = or_(
        and_(hushed.c.player == player, hushed.c.other.in_(people)),
        and_(hushed.c.other == player, hushed.c.player.in_(people)),
    )
    query = select(hushed.c.id).where(hushed.c.kind == Hush.BLOCK, either).limit(1)
    return connection.execute(query).first() is not None


def check_seat(connection: Connection, player: str, others: Iterable[str | None]) -> None:
    """Refuse a seat beside somebody who has blocked this player, or whom this player has."""
    if any_blocked(connection, player, others):
        raise Refused(NO_SEAT)


def unheard(player: str | None) -> Select[Any]:
    """Those whose chat a player does not read."""
    return select(hushed.c.other).where(hushed.c.player == (player or ""))


def load_unheard(connection: Connection, player: str | None) -> frozenset[str]:
    """The same, as a set."""
    return frozenset(connection.execute(unheard(player)).scalars()) if player else frozenset()


def hush(connection: Connection, player: str, other: str, kind: Hush, new_id: str, at: int) -> None:
    """Mute or block somebody; a second time changes nothing. Both are in the database already."""
    if player == other:
        raise Refused("That is you.")
    mine = and_(hushed.c.player == player, hushed.c.kind == kind)
    if connection.execute(select(hushed.c.id).where(mine, hushed.c.other == other)).first() is not None:
        return
    if connection.execute(select(func.count()).where(mine)).scalar_one() >= MOST:
        raise TooMuch(sentence("You have a list of {most} people already; take somebody off it first.", most=MOST))
    row = {"player": player, "other": other, "kind": kind, "id": new_id, "at": at}
    connection.execute(hushed.insert().values(row))
    if kind is Hush.BLOCK:
        _part(connection, player, other)


def _part(connection: Connection, player: str, other: str) -> None:
    """Whoever blocks somebody follows them no longer, so that they neither see one here nor can invite one."""
    follows, invitations = schema.follows, schema.invitations
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.followed == other))
    theirs = or_(
        and_(invitations.c.player == player, invitations.c.host == other),
        and_(invitations.c.player == other, invitations.c.host == player),
    )
    connection.execute(delete(invitations).where(theirs))


def unhush(connection: Connection, player: str, hush_id: str) -> None:
    """Take it back."""
    mine = and_(hushed.c.player == player, hushed.c.id == hush_id)
    if not connection.execute(delete(hushed).where(mine)).rowcount:
        raise NotFound("Nobody on your lists is meant by that.")


def load_lists(connection: Connection, player: str | None) -> HushedLists:
    """Whom a player has muted and blocked, the last first."""
    query = (
        select(hushed.c.id, hushed.c.kind, hushed.c.at, players.c.name, players.c.login)
        .join(players, players.c.id == hushed.c.other)
        .where(hushed.c.player == (player or ""))
        .order_by(hushed.c.at.desc(), hushed.c.id)
    )
    found: dict[str, list[Hushed]] = {kind: [] for kind in Hush}
    for row in connection.execute(query):
        found[row.kind].append(Hushed(row.id, row.name, row.login is not None, row.at))
    return HushedLists(muted=found[Hush.MUTE], blocked=found[Hush.BLOCK])


def check_speaking(connection: Connection, player: str, at: int) -> None:
    """Refuse chat to whom a moderator has silenced, and to whoever has not read a warning yet."""
    until = connection.execute(select(players.c.silenced).where(players.c.id == player)).scalar_one_or_none() or 0
    if until > at:
        moment = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until / 1000))
        raise NotAllowed(sentence("A moderator has silenced you: you can chat again from {moment} on.", moment=moment))
    unread = select(schema.warnings.c.id).where(
        schema.warnings.c.player == player, schema.warnings.c.acknowledged.is_(None)
    )
    if connection.execute(unread.limit(1)).first() is not None:
        raise NotAllowed("A moderator has warned you: read the warning first, at the top of the page.")


def move(connection: Connection, guest: str, account: str) -> None:
    """A guest has logged in: whom they had hushed, who had hushed them, and what moderators know come along."""
    for mine, theirs in ((hushed.c.player, hushed.c.other), (hushed.c.other, hushed.c.player)):
        rows = connection.execute(select(hushed).where(mine == guest)).mappings().all()
        has = {
            (getattr(row, theirs.name), row.kind)
            for row in connection.execute(select(theirs, hushed.c.kind).where(mine == account))
        }
        connection.execute(delete(hushed).where(mine == guest))
        kept = [
            {**row, mine.name: account}
            for row in rows
            if (row[theirs.name], row["kind"]) not in has and row[theirs.name] != account
        ]
        if kept:
            connection.execute(hushed.insert(), kept)
    for table, columns in ((schema.reports, ("reporter", "reported")), (schema.warnings, ("player",))):
        for name in columns:
            connection.execute(table.update().where(table.c[name] == guest).values({name: account}))
    silenced = connection.execute(select(players.c.silenced).where(players.c.id == guest)).scalar_one_or_none() or 0
    connection.execute(
        players.update().where(players.c.id == account, players.c.silenced < silenced).values(silenced=silenced)
    )
    connection.execute(players.update().where(players.c.id == guest).values(became=account))
    _move_chat(connection, guest, account)


def _move_chat(connection: Connection, guest: str, account: str) -> None:
    """What a guest said is the account's, but for what both said by one name for it."""
    chat, other = schema.chat, schema.chat.alias()
    twice = exists().where(
        other.c.player == account, other.c.table_id == chat.c.table_id, other.c.client == chat.c.client
    )
    connection.execute(chat.update().where(chat.c.player == guest, ~twice).values(player=account))
