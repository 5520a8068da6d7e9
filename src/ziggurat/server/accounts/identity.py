"""Who somebody is: guests by a signed cookie, accounts by a password, programs by an API token.

A player's id is 128 random bits. It is in the owner's cookie, signed, and in the database, and nowhere else.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import secrets
import time
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, select

from ziggurat.server.accounts import player_store
from ziggurat.server.storage import schema

COOKIE = "ziggurat"
DAY = 86_400_000  # milliseconds
COOKIE_SECONDS = 400 * 86_400
TOKEN_PREFIX = "zig_"  # noqa: S105 - by which a token that leaks can be recognised
_ID_LENGTH = 32
_GUESTS = (
    "Adad", "Anu", "Asarluhi", "Aya", "Enki", "Enlil", "Ereshkigal", "Gula", "Inanna", "Ishkur", "Ishtar", "Marduk",
    "Nabu", "Nanna", "Nergal", "Ninhursag", "Ninlil", "Ninurta", "Nisaba", "Shala", "Shamash", "Sin", "Tashmetum",
    "Utu",
)  # fmt: skip

_passwords = PasswordHasher()


class Session(NamedTuple):
    """What a cookie says."""

    player: str
    logouts: int  # how often the player had logged out everywhere when it was made
    id: str  # by which this cookie alone is logged out


class Keys:
    """Signs and reads cookies.

    A cookie is `player.logouts.made.nonce.signature`; those of the first version have neither `made` nor `nonce`, and
    those of one player are all the same.
    """

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"ziggurat cookie " + secret.encode()).digest()

    def sign(self, player: str, logouts: int) -> str:
        """A new cookie: a player's id, and how often they have logged out everywhere, signed as nobody else can."""
        said = f"{player}.{logouts}.{int(time.time())}.{secrets.token_hex(8)}"
        return f"{said}.{self._signature(said)}"

    def read(self, cookie: str | None) -> Session | None:
        """What a cookie says; None if it was not signed here, or is too old."""
        said, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(said).encode()):
            return None
        player, logouts, *rest = said.split(".")
        if rest and int(rest[0]) + COOKIE_SECONDS < time.time():
            return None
        return Session(player, int(logouts), signature[:_ID_LENGTH])

    def holder(self, player: str) -> str:
        """What passkeys call a player: always the same, and it tells nothing of the id."""
        found = hmac.new(self._key, b"passkeys of " + player.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(found).rstrip(b"=").decode()

    def _signature(self, said: str) -> str:
        return hmac.new(self._key, said.encode(), hashlib.sha256).hexdigest()


def stored_secret(connection: Connection) -> str:
    """The key kept in the database."""
    return str(connection.execute(select(schema.service.c.secret)).scalar_one())


def new_player() -> str:
    """A new player's id."""
    return secrets.token_hex(_ID_LENGTH // 2)


def guest_name(player: str, attempt: int = 0) -> str:
    """What a guest is called before choosing a name; it tells nothing about the id. Later attempts are rarer names."""
    salt = b"name " + (b"%d " % attempt if attempt else b"")
    number = int.from_bytes(hashlib.sha256(salt + player.encode()).digest()[:4])
    first = 100_000 if attempt else 100
    return f"{_GUESTS[number % len(_GUESTS)]} {number // len(_GUESTS) % (9 * first) + first}"


def free_name(connection: Connection, player: str) -> str:
    """The same, if it is no registered player's name: the first that is not."""
    attempt = 0
    while player_store.find_named(connection, name := guest_name(player, attempt)) is not None:
        attempt += 1
    return name


def name_of(connection: Connection, player: str) -> str:
    """What a player is called."""
    row = player_store.find_player(connection, player)
    return free_name(connection, player) if row is None else str(row.name)


def keep(connection: Connection, player: str, at: int) -> None:
    """Remember a player who does something that lasts."""
    if player_store.find_player(connection, player) is None:
        player_store.keep_player(connection, player, free_name(connection, player), at)


def hash_password(password: str) -> str:
    """A password as it is stored."""
    return _passwords.hash(password)


def is_password(row: Any, password: str) -> bool:
    """Whether a password is a player's; takes as long for a login that does not exist."""
    nobody = _nobody()
    stored = row.password if row is not None and row.password else nobody
    try:
        return _passwords.verify(stored, password) and stored is not nobody
    except (VerifyMismatchError, InvalidHashError):
        return False


@functools.cache
def _nobody() -> str:
    return _passwords.hash(secrets.token_hex(16))


def new_token() -> tuple[str, str]:
    """An API token, and the hash by which it is found again."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    return token, hash_token(token)


def hash_token(token: str) -> str:
    """What is stored of a token: it has 256 random bits, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
