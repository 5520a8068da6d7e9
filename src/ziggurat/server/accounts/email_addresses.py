"""Confirms, changes and removes players' e-mail addresses, and sends password reset links.

The key in a link has 256 random bits, works once and expires; only its hash is stored. E-mails are limited per mailbox,
whoever requests them, so that nobody can flood a stranger's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.notifications import outbox, texts
from ziggurat.server.refusals import CLOSED, BadText, NotAllowed, TooMuch
from ziggurat.server.runtime import machine
from ziggurat.server.storage import schema

mailboxes, links = schema.mailboxes, schema.mail_links
HOUR, DAY = 3_600_000, 86_400_000
CONFIRM, RESET = "confirm", "reset"
EXPIRES_AFTER = {CONFIRM: DAY, RESET: HOUR}
CONFIRMATIONS = 3  # e-mails a day to one mailbox
CONFIRMATIONS_EACH = 5  # e-mails a day by one account, to any mailbox
RESETS = 3  # e-mails an hour to one account
RESETS_TO_MAILBOX = 6  # e-mails an hour to one mailbox, which may have several accounts
SAME_PROVIDER = {"googlemail.com": "gmail.com"}
LONGEST = 254  # characters
# The parts between dots. No repetition is nested, so that matching takes linear time.
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+")
_DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}")
USED = sentence("This link has expired or has already been used. Request a new one.")


def read(text: str) -> str:
    """A checked and normalised address."""
    local, _, domain = text.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode() if not domain.isascii() else domain
    except UnicodeError:
        domain = ""
    address = f"{local}@{domain.lower()}"
    possible = len(address) <= LONGEST and len(local) <= 64 and "=?" not in local  # "=?" begins an encoded word
    if not possible or not all(map(_LOCAL.fullmatch, local.split("."))) or not _is_domain(domain):
        raise BadText("That is not a valid e-mail address. Example: anna@example.org.")
    return address


def _is_domain(text: str) -> bool:
    parts = text.split(".")
    last = parts[-1]
    possible = len(parts) > 1 and len(last) > 1 and last[0].isalpha()
    return possible and all(_DOMAIN.fullmatch(part) and part[0] != "-" != part[-1] for part in parts)


def mailbox(address: str) -> str:
    """The mailbox that an address may belong to, for limits only: An.Na+games@example.org counts as anna@example.org.

    Many providers ignore dots and what follows a plus sign.
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{SAME_PROVIDER.get(domain, domain)}"


def find_mailbox(connection: Connection, player: str) -> Row[Any] | None:
    """The row of a player's confirmed address."""
    return connection.execute(select(mailboxes).where(mailboxes.c.player == player)).first()


def pending_address(connection: Connection, player: str, at: int) -> str | None:
    """The address that a player has entered and not confirmed yet."""
    unused = and_(links.c.player == player, links.c.kind == CONFIRM, links.c.used.is_(False), links.c.expires > at)
    return connection.execute(select(links.c.address).where(unused)).scalars().first()


def request_confirmation(
    connection: Connection, row: Row[Any], address: str, language: str, site: str, at: int
) -> None:
    """Send a confirmation link to an address that a player has entered."""
    connection.execute(delete(links).where(links.c.expires < at - DAY))
    recent = select(func.count()).where(links.c.kind == CONFIRM, links.c.created > at - DAY)
    to_mailbox = connection.execute(recent.where(links.c.mailbox == mailbox(address))).scalar_one()
    by_player = connection.execute(recent.where(links.c.player == row.id)).scalar_one()
    if to_mailbox >= CONFIRMATIONS or by_player >= CONFIRMATIONS_EACH:
        raise TooMuch("Too many confirmation e-mails were sent today. Try again tomorrow.")
    _invalidate_links(connection, row.id, CONFIRM)
    key = _new_link(connection, CONFIRM, row.id, address, language, at)
    _send(connection, CONFIRM, row, address, language, site, f"{site}/confirm#{key}", at + DAY)


def confirm(connection: Connection, key: str, site: str, at: int) -> str:
    """Confirm an address by the key in a link. Returns the address."""
    link = _use_link(connection, key, CONFIRM, at)
    row = player_store.find_player(connection, link.player)
    if row is None or row.login is None:
        raise NotAllowed(USED)
    remove_address(connection, row, site, new=link.address)
    values = {"address": link.address, "folded": link.address.lower(), "language": link.language}
    connection.execute(insert(mailboxes).values(player=link.player, stop=machine.token_urlsafe(32), **values))
    return str(link.address)


def remove_address(connection: Connection, row: Row[Any], site: str, new: str = "") -> None:
    """Remove a player's address, or replace it by a new one. The old address gets an e-mail about it."""
    old = find_mailbox(connection, row.id)
    connection.execute(delete(mailboxes).where(mailboxes.c.player == row.id))
    if not new:
        _invalidate_links(connection, row.id, CONFIRM)
    _invalidate_links(connection, row.id, RESET)
    if old is not None and old.folded != new.lower():
        _send(connection, "moved", row, old.address, old.language, site, "", None)


def request_reset(connection: Connection, who: str, site: str, at: int) -> None:
    """Send a password reset link to whoever has this login or address, if anybody has."""
    for box in _find_mailboxes(connection, who)[:RESETS]:
        recent = select(func.count()).where(links.c.kind == RESET, links.c.created > at - HOUR)
        row = player_store.find_player(connection, box.player)
        to_player = connection.execute(recent.where(links.c.player == box.player)).scalar_one()
        to_mailbox = connection.execute(recent.where(links.c.mailbox == mailbox(box.address))).scalar_one()
        if row is None or to_player >= RESETS or to_mailbox >= RESETS_TO_MAILBOX:
            continue
        key = _new_link(connection, RESET, box.player, box.address, box.language, at)
        _send(connection, RESET, row, box.address, box.language, site, f"{site}/reset#{key}", at + HOUR)


def new_reset_key(connection: Connection, player: str, at: int) -> str:
    """The key of a reset link that the host hands over in person; earlier ones of this player stop working."""
    _invalidate_links(connection, player, RESET)
    return _new_link(connection, RESET, player, "", "en", at, DAY)


def _find_mailboxes(connection: Connection, who: str) -> Sequence[Row[Any]]:
    if "@" in who and (rows := connection.execute(select(mailboxes).where(mailboxes.c.folded == who.lower())).all()):
        return rows
    login = player_store.find_login(connection, who)
    box = find_mailbox(connection, login.id) if login is not None else None
    return [] if box is None else [box]


def check_reset(connection: Connection, key: str, at: int) -> str:
    """The player whose password a reset link sets; refused if the link is invalid or the account is closed."""
    player = str(_find_link(connection, key, RESET, at).player)
    row = player_store.find_player(connection, player)
    if row is not None and row.closed is not None:
        raise NotAllowed(CLOSED)
    return player


def reset(connection: Connection, key: str, password: str, at: int) -> tuple[Row[Any], int]:
    """Set a new password by the key in a link, and log out every device. Returns the player and their logouts."""
    link = _use_link(connection, key, RESET, at)
    logouts = player_store.log_out(connection, link.player, password)
    row = player_store.find_player(connection, link.player)
    if row is None:
        raise NotAllowed(USED)
    return row, logouts


def _find_link(connection: Connection, key: str, kind: str, at: int) -> Row[Any]:
    row = connection.execute(select(links).where(links.c.hash == identity.hash_token(key))).first()
    if row is None or row.kind != kind or row.used or row.expires <= at:
        raise NotAllowed(USED)
    return row


def _use_link(connection: Connection, key: str, kind: str, at: int) -> Row[Any]:
    """Mark a link as used; of two requests at once, one succeeds."""
    row = _find_link(connection, key, kind, at)
    once = update(links).where(links.c.hash == row.hash, links.c.used.is_(False)).values(used=True)
    if not connection.execute(once).rowcount:
        raise NotAllowed(USED)
    return row


def _new_link(
    connection: Connection, kind: str, player: str, address: str, language: str, at: int, lasts: int | None = None
) -> str:
    key = machine.token_urlsafe(32)
    row = {"hash": identity.hash_token(key), "kind": kind, "player": player, "address": address}
    row |= {"mailbox": mailbox(address), "language": language}
    connection.execute(insert(links).values(**row, created=at, expires=at + (lasts or EXPIRES_AFTER[kind])))
    return key


def _invalidate_links(connection: Connection, player: str, kind: str) -> None:
    """Mark a player's links as used. They still count towards the limits."""
    connection.execute(update(links).where(links.c.player == player, links.c.kind == kind).values(used=True))


def _send(
    connection: Connection,
    kind: str,
    row: Row[Any],
    address: str,
    language: str,
    site: str,
    link: str,
    until: int | None,
) -> None:
    email = texts.account_email(kind, language, name=row.name, login=row.login, site=site, link=link)
    content = {"subject": email.subject, "text": email.text, "language": language}
    outbox.put(connection, outbox.MAIL, row.id, address, content if until is None else {**content, "until": until})
