"""How a player can be told of their turns: wishes, devices, feeds, in the database."""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import email_addresses
from ziggurat.server.protocol import Pace, PaceKind, Subscription, Wishes
from ziggurat.server.refusals import BadText, NotFound, Refused
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation

HOUR = 3_600_000
MAX_DEVICES = 10
POINT, SECRET = 65, 16  # bytes of a browser's keys
wishes, devices, feeds = schema.wishes, schema.subscriptions, schema.feeds


def is_slow(pace: Pace) -> bool:
    """Whether nobody is expected to wait at a table: it has no clock, or a turn may take hours."""
    return pace.kind is PaceKind.UNTIMED or (pace.kind is PaceKind.TURN and pace.base >= HOUR)


def can_be_reached(connection: Connection, player: str) -> bool:
    """Whether there is a way to tell a player anything."""
    mail = exists().where(schema.mailboxes.c.player == player)
    push = exists().where(devices.c.player == player)
    return bool(connection.execute(select(mail | push)).scalar_one())


def anybody(connection: Connection) -> bool:
    """Whether there is a way to tell anybody anything."""
    return bool(connection.execute(select(select(schema.mailboxes).exists() | select(devices).exists())).scalar_one())


def wishes_of(connection: Connection, player: str) -> Wishes:
    """What a player wants to be told, and how."""
    row = connection.execute(select(wishes).where(wishes.c.player == player)).first()
    return Wishes() if row is None else Wishes(row.mail_slow, row.mail_live, row.push_slow, row.push_live)


def wish(connection: Connection, player: str, wanted: Wishes) -> None:
    """Keep what a player wants."""
    values = msgspec.to_builtins(wanted)
    kept = database.upsert(connection, wishes).values(player=player, **values)
    connection.execute(kept.on_conflict_do_update(index_elements=[wishes.c.player], set_=values))


def stop_letters(connection: Connection, key: str) -> None:
    """Write to somebody no more about turns, by the key in every letter."""
    box = connection.execute(select(schema.mailboxes).where(schema.mailboxes.c.stop == key)).first()
    if box is None:
        raise NotFound("That link is of an address that is not written to any more.")
    now = wishes_of(connection, box.player)
    wish(connection, box.player, msgspec.structs.replace(now, mail_slow=False, mail_live=False))
    waiting = schema.outbox.c
    connection.execute(
        delete(schema.outbox).where(
            waiting.player == box.player, waiting.channel == "mail", waiting.table_id.is_not(None)
        )
    )


# -------------------------------------------------------------------------------------------------------------- devices


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def check_keys(given: Subscription) -> None:
    """Refuse keys that nothing can be encrypted for."""
    try:
        point, secret = (base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in (given.p256dh, given.auth))
        right = len(point) == POINT and point[0] == 4 and len(secret) == SECRET and _is_on_curve(point)
    except (binascii.Error, ValueError):
        right = False
    if not right:
        raise BadText("Those are no keys of a subscription.")


def _is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return True


def subscribe(connection: Connection, player: str, given: Subscription, at: int) -> None:
    """Keep a device to be told; one that was somebody else's is this player's from now on."""
    values: dict[str, Any] = {"player": player, "endpoint": given.endpoint, "p256dh": given.p256dh}
    values |= {"auth": given.auth, "language": given.language.value}
    others = select(func.count()).where(devices.c.player == player, devices.c.hash != _hash(given.endpoint))
    if connection.execute(others).scalar_one() >= MAX_DEVICES:
        raise Refused(sentence("{devices} devices are told already; stop one of them first.", devices=MAX_DEVICES))
    known = connection.execute(
        update(devices).where(devices.c.hash == _hash(given.endpoint)).values(values).returning(devices.c.id)
    ).first()
    if known is None:
        new = {"id": creation.new_id(), "hash": _hash(given.endpoint), "created": at}
        connection.execute(insert(devices).values(new | values))


def unsubscribe(connection: Connection, player: str, endpoint: str) -> None:
    """Tell a device no more."""
    connection.execute(delete(devices).where(devices.c.player == player, devices.c.hash == _hash(endpoint)))


def unsubscribe_all(connection: Connection, player: str) -> None:
    """Tell none of a player's devices any more: they may not be the player's now."""
    connection.execute(delete(devices).where(devices.c.player == player))


def move(connection: Connection, guest: str, account: str) -> None:
    """What a guest has subscribed goes with them into an account; letters and feeds only accounts have.

    If that makes too many devices, the oldest are told no more: else guest after guest could bring theirs.
    """
    connection.execute(update(devices).where(devices.c.player == guest).values(player=account))
    newest = select(devices.c.id).where(devices.c.player == account).order_by(devices.c.created.desc(), devices.c.id)
    too_many = connection.execute(newest).scalars().all()[MAX_DEVICES:]
    connection.execute(delete(devices).where(devices.c.id.in_(too_many)))
    connection.execute(delete(schema.outbox).where(schema.outbox.c.player == guest))
    connection.execute(delete(wishes).where(wishes.c.player == guest))
    connection.execute(delete(schema.turns_told).where(schema.turns_told.c.player == guest))
    mine = connection.execute(select(feeds).where(feeds.c.player == account)).first()
    theirs = feeds.c.player == guest
    connection.execute(delete(feeds).where(theirs) if mine else update(feeds).where(theirs).values(player=account))


# ---------------------------------------------------------------------------------------------------------------- feeds


def feed_of(connection: Connection, player: str) -> str | None:
    """The key of a player's feeds."""
    return connection.execute(select(feeds.c.key).where(feeds.c.player == player)).scalar_one_or_none()


def make_feed(connection: Connection, player: str, language: str, at: int) -> str:
    """Another key for a player's feeds: the one before is worth nothing any more."""
    connection.execute(delete(feeds).where(feeds.c.player == player))
    key = secrets.token_urlsafe(32)
    connection.execute(insert(feeds).values(player=player, key=key, language=language, created=at))
    return key


def end_feed(connection: Connection, player: str) -> None:
    """Have no feeds."""
    connection.execute(delete(feeds).where(feeds.c.player == player))


def feed_owner(connection: Connection, key: str) -> Row[Any]:
    """Whose feeds a key opens."""
    row = connection.execute(select(feeds).where(feeds.c.key == key)).first()
    if row is None:
        raise NotFound("There is no such feed, or not any more.")
    return row


def summary(connection: Connection, player: str, at: int) -> dict[str, Any]:
    """What there is, for its owner."""
    box = email_addresses.of(connection, player)
    count = connection.execute(select(func.count()).where(devices.c.player == player)).scalar_one()
    return {
        "address": None if box is None else box.address,
        "pending": email_addresses.pending(connection, player, at),
        "devices": int(count),
        "wishes": wishes_of(connection, player),
        "feed": feed_of(connection, player),
    }
