"""Each player's notification settings in the database: what they want, their devices and their feed."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import email_addresses
from ziggurat.server.protocol import Subscription, TurnNotificationSettings
from ziggurat.server.refusals import BadText, NotFound, Refused
from ziggurat.server.runtime import machine
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation

MAX_DEVICES = 10
POINT, SECRET = 65, 16  # bytes of a browser's push keys
turn_settings, devices, feeds = schema.wishes, schema.subscriptions, schema.feeds


_ANYBODY = select(select(schema.mailboxes).exists() | select(devices).exists())


def can_be_reached(connection: Connection, player: str) -> bool:
    """Whether a player has an e-mail address or a device for notifications."""
    mail = exists().where(schema.mailboxes.c.player == player)
    push = exists().where(devices.c.player == player)
    return bool(connection.execute(select(mail | push)).scalar_one())


def anybody_reachable(connection: Connection) -> bool:
    """Whether any player has an e-mail address or a device for notifications."""
    return bool(connection.execute(_ANYBODY).scalar_one())


def load_turn_settings(connection: Connection, player: str) -> TurnNotificationSettings:
    """Which notifications a player wants."""
    row = connection.execute(select(turn_settings).where(turn_settings.c.player == player)).first()
    return (
        TurnNotificationSettings()
        if row is None
        else TurnNotificationSettings(row.mail_slow, row.mail_live, row.push_slow, row.push_live)
    )


def store_turn_settings(connection: Connection, player: str, wanted: TurnNotificationSettings) -> None:
    """Store which notifications a player wants."""
    values = msgspec.to_builtins(wanted)
    row = database.upsert(connection, turn_settings).values(player=player, **values)
    connection.execute(row.on_conflict_do_update(index_elements=[turn_settings.c.player], set_=values))


def unsubscribe_email(connection: Connection, key: str) -> None:
    """Turn off turn notifications by e-mail, by the key that is in each of them."""
    mailbox = connection.execute(select(schema.mailboxes).where(schema.mailboxes.c.stop == key)).first()
    if mailbox is None:
        raise NotFound("This e-mail address is no longer in use here, so nothing will be sent to it.")
    current = load_turn_settings(connection, mailbox.player)
    store_turn_settings(connection, mailbox.player, msgspec.structs.replace(current, mail_slow=False, mail_live=False))
    queued = schema.outbox.c
    connection.execute(
        delete(schema.outbox).where(
            queued.player == mailbox.player, queued.channel == "mail", queued.table_id.is_not(None)
        )
    )


# -------------------------------------------------------------------------------------------------------------- devices


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def check_keys(subscription: Subscription) -> None:
    """Refuse keys that nothing can be encrypted for."""
    try:
        point, secret = (_decode(text) for text in (subscription.p256dh, subscription.auth))
        valid = len(point) == POINT and point[0] == 4 and len(secret) == SECRET and _is_on_curve(point)
    except (binascii.Error, ValueError):
        valid = False
    if not valid:
        raise BadText("Those are not valid push subscription keys.")


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return True


def subscribe(connection: Connection, player: str, subscription: Subscription, at: int) -> None:
    """Store a device for push notifications. If it was another player's, it is this one's from now on."""
    endpoint_hash = _hash(subscription.endpoint)
    values: dict[str, Any] = {"player": player, "endpoint": subscription.endpoint, "p256dh": subscription.p256dh}
    values |= {"auth": subscription.auth, "language": subscription.language.value}
    others = select(func.count()).where(devices.c.player == player, devices.c.hash != endpoint_hash)
    if connection.execute(others).scalar_one() >= MAX_DEVICES:
        raise Refused(
            sentence(
                "You already get notifications on {devices} devices. Turn them off on one of those first.",
                devices=MAX_DEVICES,
            )
        )
    if not connection.execute(update(devices).where(devices.c.hash == endpoint_hash).values(values)).rowcount:
        new = {"id": creation.new_id(), "hash": endpoint_hash, "created": at}
        connection.execute(insert(devices).values(new | values))


def unsubscribe(connection: Connection, player: str, endpoint: str) -> None:
    """Stop push notifications to a device."""
    connection.execute(delete(devices).where(devices.c.player == player, devices.c.hash == _hash(endpoint)))


def unsubscribe_all(connection: Connection, player: str) -> None:
    """Stop push notifications to all of a player's devices: somebody else may have them now."""
    connection.execute(delete(devices).where(devices.c.player == player))


# ---------------------------------------------------------------------------------------------------------------- feeds


def feed_of(connection: Connection, player: str) -> str | None:
    """The key of a player's feed."""
    return connection.execute(select(feeds.c.key).where(feeds.c.player == player)).scalar_one_or_none()


def make_feed(connection: Connection, player: str, language: str, at: int) -> str:
    """Give a player's feed a new key; the old one stops working."""
    connection.execute(delete(feeds).where(feeds.c.player == player))
    key = machine.token_urlsafe(32)
    connection.execute(insert(feeds).values(player=player, key=key, language=language, created=at))
    return key


def delete_feed(connection: Connection, player: str) -> None:
    """Delete a player's feed."""
    connection.execute(delete(feeds).where(feeds.c.player == player))


def feed_owner(connection: Connection, key: str) -> Row[Any]:
    """The row of the feed with a key."""
    row = connection.execute(select(feeds).where(feeds.c.key == key)).first()
    if row is None:
        raise NotFound("This feed does not exist or was removed.")
    return row


def summary(connection: Connection, player: str, at: int) -> dict[str, Any]:
    """A player's notification settings as fields of `NotificationSettings`."""
    mailbox = email_addresses.find_mailbox(connection, player)
    count = connection.execute(select(func.count()).where(devices.c.player == player)).scalar_one()
    turns = load_turn_settings(connection, player)
    return {
        "address": None if mailbox is None else mailbox.address,
        "pending": email_addresses.pending_address(connection, player, at),
        "devices": int(count),
        "turns": turns,
        "wishes": turns,
        "feed": feed_of(connection, player),
    }
