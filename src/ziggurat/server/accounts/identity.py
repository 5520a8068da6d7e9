"""Identifies players: guests by a signed cookie, accounts by a password, API clients by a token.

A player's id is 128 random bits. It is in the owner's signed cookie and in the database, and never sent to others.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, select

from ziggurat.server.accounts import player_store
from ziggurat.server.runtime import clock, machine
from ziggurat.server.storage import schema

COOKIE = "ziggurat"
DAY = 86_400_000  # milliseconds
COOKIE_SECONDS = 400 * 86_400
TOKEN_PREFIX = "zig_"  # noqa: S105 - so that a leaked token can be recognised
_ID_LENGTH = 32
_GUESTS = (
    "Adad", "Anu", "Asarluhi", "Aya", "Enki", "Enlil", "Ereshkigal", "Gula", "Inanna", "Ishkur", "Ishtar", "Marduk",
    "Nabu", "Nanna", "Nergal", "Ninhursag", "Ninlil", "Ninurta", "Nisaba", "Shala", "Shamash", "Sin", "Tashmetum",
    "Utu",
)  # fmt: skip

_passwords = PasswordHasher()


class LoginSession(NamedTuple):
    """The content of a cookie."""

    player: str
    logouts: int  # how often the player had logged out everywhere when it was made
    id: str  # to log out this cookie alone


class Keys:
    """Signs and reads cookies: `player.logouts.made.nonce.signature`; old ones have neither `made` nor `nonce`."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"ziggurat cookie " + secret.encode()).digest()

    def sign(self, player: str, logouts: int) -> str:
        """A new cookie for a player who has logged out everywhere so many times."""
        content = f"{player}.{logouts}.{clock.now() // 1000}.{machine.token_hex(8)}"
        return f"{content}.{self._signature(content)}"

    def read(self, cookie: str | None) -> LoginSession | None:
        """The content of a cookie; None if it was not signed here, or has expired."""
        content, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(content).encode()):
            return None
        player, logouts, *rest = content.split(".")
        if rest and int(rest[0]) + COOKIE_SECONDS < clock.now() / 1000:
            return None
        return LoginSession(player, int(logouts), signature[:_ID_LENGTH])

    def holder(self, player: str) -> str:
        """The user handle of a player's passkeys: always the same, and does not reveal the id."""
        digest = hmac.new(self._key, b"passkeys of " + player.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def _signature(self, content: str) -> str:
        return hmac.new(self._key, content.encode(), hashlib.sha256).hexdigest()


def stored_secret(connection: Connection) -> str:
    """The secret that cookies are signed with, from the database."""
    return str(connection.execute(select(schema.service.c.secret)).scalar_one())


def new_player() -> str:
    """A new player id."""
    return machine.token_hex(_ID_LENGTH // 2)


def guest_name(player: str, attempt: int = 0) -> str:
    """The generated name of a guest; does not reveal the id. Later attempts give longer numbers."""
    salt = b"name " + (b"%d " % attempt if attempt else b"")
    number = int.from_bytes(hashlib.sha256(salt + player.encode()).digest()[:4])
    first = 100_000 if attempt else 100
    return f"{_GUESTS[number % len(_GUESTS)]} {number // len(_GUESTS) % (9 * first) + first}"


def free_name(connection: Connection, player: str) -> str:
    """The first generated name of a guest that is no registered player's."""
    attempt = 0
    while player_store.find_named(connection, name := guest_name(player, attempt)) is not None:
        attempt += 1
    return name


def name_of(connection: Connection, player: str) -> str:
    """A player's name."""
    row = player_store.find_player(connection, player)
    return free_name(connection, player) if row is None else str(row.name)


def keep(connection: Connection, player: str, at: int) -> None:
    """Store a guest, if they are not stored yet: guests are stored with the first thing they do that lasts."""
    if player_store.find_player(connection, player) is None:
        player_store.keep_player(connection, player, free_name(connection, player), at)


def hash_password(password: str) -> str:
    """The hash of a password, to be stored."""
    return _passwords.hash(password)


def is_password(row: Any, password: str) -> bool:
    """Whether a login has this password. One that does not exist takes as long: nobody learns which do."""
    dummy = _dummy_hash()
    stored = row.password if row is not None and row.password else dummy
    try:
        return _passwords.verify(stored, password) and stored is not dummy
    except (VerifyMismatchError, InvalidHashError):
        return False


@functools.cache
def _dummy_hash() -> str:
    return _passwords.hash(machine.token_hex(16))


def new_token() -> tuple[str, str]:
    """A new API token, and its hash."""
    token = TOKEN_PREFIX + machine.token_urlsafe(32)
    return token, hash_token(token)


def hash_token(token: str) -> str:
    """The hash of a token, to be stored. A token has 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
