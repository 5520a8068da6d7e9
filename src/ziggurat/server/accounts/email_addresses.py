"""E-mail addresses of those who have given one: confirming, changing and removing them, and links to other passwords.

A key in a letter has 256 random bits, works once and expires; only its hash is kept. How many letters one mailbox gets
is counted by the mailbox, whoever asks for them, so that nobody can have a stranger's filled.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.notifications import outbox, texts
from ziggurat.server.refusals import CLOSED, BadText, NotAllowed, TooMuch
from ziggurat.server.storage import schema

boxes, links = schema.mailboxes, schema.mail_links
HOUR, DAY = 3_600_000, 86_400_000
CONFIRM, RESET = "confirm", "reset"
LIVES = {CONFIRM: DAY, RESET: HOUR}
CONFIRMATIONS = 3  # letters a day to one mailbox
CONFIRMATIONS_EACH = 5  # letters a day from one account, to whichever mailboxes
RESETS = 3  # letters an hour to one account
LONGEST = 254
# Between dots; a part of a domain begins and ends with a letter or digit. Nothing repeats inside a repetition.
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+")
_DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}")
USED = sentence("That link has been used, or is too old; ask for another.")


def read(text: str) -> str:
    """An address as letters are sent to it."""
    local, _, domain = text.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode() if not domain.isascii() else domain
    except UnicodeError:
        domain = ""
    address = f"{local}@{domain.lower()}"
    possible = len(address) <= LONGEST and len(local) <= 64 and "=?" not in local  # with which other signs are written
    if not possible or not all(map(_LOCAL.fullmatch, local.split("."))) or not _is_domain(domain):
        raise BadText("That is no e-mail address; one looks like anna@example.org.")
    return address


def _is_domain(text: str) -> bool:
    parts = text.split(".")
    last = parts[-1]
    possible = len(parts) > 1 and len(last) > 1 and last[0].isalpha()
    return possible and all(_DOMAIN.fullmatch(part) and part[0] != "-" != part[-1] for part in parts)


def mailbox(address: str) -> str:
    """Where letters to an address are read: what is added to the name after a plus is the same person's."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def of(connection: Connection, player: str) -> Row[Any] | None:
    """A player's address."""
    return connection.execute(select(boxes).where(boxes.c.player == player)).first()


def pending(connection: Connection, player: str, at: int) -> str | None:
    """The address a player has given and not confirmed yet."""
    mine = select(links.c.address).where(links.c.player == player, links.c.kind == CONFIRM, links.c.used.is_(False))
    return connection.execute(mine.where(links.c.expires > at)).scalars().first()


def ask(connection: Connection, row: Row[Any], address: str, language: str, site: str, at: int) -> None:
    """Have a link sent to an address that a player has given."""
    connection.execute(delete(links).where(links.c.expires < at - DAY))
    recent = select(func.count()).where(links.c.kind == CONFIRM, links.c.created > at - DAY)
    to_it = connection.execute(recent.where(links.c.mailbox == mailbox(address))).scalar_one()
    by_them = connection.execute(recent.where(links.c.player == row.id)).scalar_one()
    if to_it >= CONFIRMATIONS or by_them >= CONFIRMATIONS_EACH:
        raise TooMuch("Several letters to confirm an address were sent today; try it again tomorrow.")
    _spend(connection, row.id, CONFIRM)
    key = _link(connection, CONFIRM, row.id, address, language, at)
    _send(connection, CONFIRM, row, address, language, site, f"{site}/confirm#{key}", at + DAY)


def confirm(connection: Connection, key: str, site: str, at: int) -> str:
    """Follow the link in a letter: the address is its player's."""
    link = _open(connection, key, CONFIRM, at)
    row = player_store.find_player(connection, link.player)
    if row is None or row.login is None:
        raise NotAllowed(USED)
    leave(connection, row, site, to=link.address)
    values = {"address": link.address, "folded": link.address.lower(), "language": link.language}
    connection.execute(insert(boxes).values(player=link.player, stop=secrets.token_urlsafe(32), **values))
    return str(link.address)


def leave(connection: Connection, row: Row[Any], site: str, to: str = "") -> None:
    """Take a player's address away, for another or for none; whoever reads letters there is told."""
    former = of(connection, row.id)
    connection.execute(delete(boxes).where(boxes.c.player == row.id))
    if not to:
        _spend(connection, row.id, CONFIRM)
    _spend(connection, row.id, RESET)
    if former is not None and former.folded != to.lower():
        _send(connection, "moved", row, former.address, former.language, site, "", None)


def forget_password(connection: Connection, who: str, site: str, at: int) -> None:
    """Have links to another password sent to whoever has a login, or an address; to nobody, if nobody has."""
    if "@" in who and (found := connection.execute(select(boxes).where(boxes.c.folded == who.lower())).all()):
        mine = found
    else:
        login = player_store.find_login(connection, who)
        box = of(connection, login.id) if login is not None else None
        mine = [] if box is None else [box]
    for box in mine[:RESETS]:
        recent = select(func.count()).where(links.c.kind == RESET, links.c.created > at - HOUR)
        row = player_store.find_player(connection, box.player)
        if row is None or connection.execute(recent.where(links.c.player == box.player)).scalar_one() >= RESETS:
            continue
        key = _link(connection, RESET, box.player, box.address, box.language, at)
        _send(connection, RESET, row, box.address, box.language, site, f"{site}/reset#{key}", at + HOUR)


def check_reset(connection: Connection, key: str, at: int) -> str:
    """Whose password a link sets; refused if it sets none, or if nobody can log in with it."""
    player = str(_find(connection, key, RESET, at).player)
    row = player_store.find_player(connection, player)
    if row is not None and row.closed is not None:
        raise NotAllowed(CLOSED)
    return player


def reset(connection: Connection, key: str, password: str, at: int) -> tuple[Row[Any], int]:
    """Set another password by a link; every device is logged out. Who it is, and which number of logouts counts."""
    link = _open(connection, key, RESET, at)
    _spend(connection, link.player, RESET)
    logouts = player_store.log_out(connection, link.player, password)
    row = player_store.find_player(connection, link.player)
    if row is None:
        raise NotAllowed(USED)
    return row, logouts


def _find(connection: Connection, key: str, kind: str, at: int) -> Row[Any]:
    row = connection.execute(select(links).where(links.c.hash == identity.hash_token(key))).first()
    if row is None or row.kind != kind or row.used or row.expires <= at:
        raise NotAllowed(USED)
    return row


def _open(connection: Connection, key: str, kind: str, at: int) -> Row[Any]:
    """Use a link, if it can be; of two who use it at once, one can."""
    row = _find(connection, key, kind, at)
    once = update(links).where(links.c.hash == row.hash, links.c.used.is_(False)).values(used=True)
    if not connection.execute(once).rowcount:
        raise NotAllowed(USED)
    return row


def _link(connection: Connection, kind: str, player: str, address: str, language: str, at: int) -> str:
    key = secrets.token_urlsafe(32)
    row = {"hash": identity.hash_token(key), "kind": kind, "player": player, "address": address}
    row |= {"mailbox": mailbox(address), "language": language}
    connection.execute(insert(links).values(**row, created=at, expires=at + LIVES[kind]))
    return key


def _spend(connection: Connection, player: str, kind: str) -> None:
    """Make a player's links worthless; they still count against how many are sent."""
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
    letter = texts.write(kind, language, name=row.name, login=row.login, site=site, link=link)
    content = {"subject": letter.subject, "text": letter.text, "language": language}
    outbox.put(connection, outbox.MAIL, row.id, address, content if until is None else {**content, "until": until})
