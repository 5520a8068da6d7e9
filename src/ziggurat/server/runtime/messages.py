"""What the processes of one service tell each other, through the database, after it has been written."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
from sqlalchemy import Connection

from ziggurat.server.accounts import identity
from ziggurat.server.protocol import ChatLine


class Notice(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """One of the messages below."""


class Entered(Notice, frozen=True):
    """A table's journal has grown."""

    table: str


class Changed(Notice, frozen=True):
    """The table itself has changed: who sits there, that it has started or ended."""

    table: str


class Renamed(Notice, frozen=True):
    """A player has another name."""

    player: str


class Cut(Notice, frozen=True):
    """The sockets of a player, or of one cookie or token, are to be ended."""

    whose: str


class Said(Notice, frozen=True):
    """Something was said at a table."""

    table: str
    line: ChatLine
    player: str  # who said it: some do not want to hear


class Unheard(Notice, frozen=True):
    """A player has muted or blocked somebody, or does so no longer."""

    player: str


class Report(msgspec.Struct, frozen=True):
    """Who is at a table in one process."""

    process: str
    seats: list[int]
    spectators: int
    asking: bool = False  # whether the others are to report too

    @property
    def somebody(self) -> bool:
        """Whether anybody has the table open there."""
        return bool(self.seats) or self.spectators > 0


class Present(Notice, frozen=True):
    """Who is at a table in the process that tells."""

    table: str
    report: Report


AnyNotice = Entered | Changed | Renamed | Cut | Said | Unheard | Present


class Letter(msgspec.Struct, frozen=True):
    """A notice, and the process that sent it: it hears its own as well."""

    process: str
    notice: AnyNotice


_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Letter)


def channel(connection: Connection) -> str:
    """Where they tell it. PostgreSQL lets anybody with a role listen and tell anywhere: only servers know where."""
    key = identity.stored_secret(connection).encode()
    return f"ziggurat_{hmac.new(key, b'notices', hashlib.sha256).hexdigest()[:32]}"


def write(process: str, notice: AnyNotice) -> str:
    """A notice as it travels."""
    return _ENCODER.encode(Letter(process, notice)).decode()


def read(payload: str) -> Letter:
    """The same back; `msgspec.MsgspecError` if it is none, as from another version of us."""
    return _DECODER.decode(payload)
