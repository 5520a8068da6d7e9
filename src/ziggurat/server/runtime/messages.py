"""Messages between the processes of one service, sent through PostgreSQL after each commit."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
from sqlalchemy import Connection

from ziggurat.server.accounts import identity
from ziggurat.server.protocol import ChatLine


class ProcessMessage(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """One of the messages below."""


class Alive(ProcessMessage, frozen=True):
    """The sending process is alive; see `peers`."""

    place: str = ""  # it takes sockets from processes of the same place; see `transport/hand_over`
    version: str = ""  # of Ziggurat; this and what follows are for the admin page
    started: int = 0
    sockets: int = 0
    leading: bool = False


class Entered(ProcessMessage, frozen=True):
    """A table's journal has grown."""

    table: str
    needs_leader: bool = True  # whether a bot is to move there or a clock runs, or was before


class TableChanged(ProcessMessage, frozen=True):
    """A table's seats or status have changed."""

    table: str


class Renamed(ProcessMessage, frozen=True):
    """A player has another name."""

    player: str


class Disconnect(ProcessMessage, frozen=True):
    """Close the sockets of a player, or of one session or token."""

    player_or_credential: str


class ChatWritten(ProcessMessage, frozen=True):
    """Somebody wrote in a table's chat."""

    table: str
    line: ChatLine
    player: str  # who wrote it: some may have muted them


class Muted(ProcessMessage, frozen=True):
    """The list of people a player has muted or blocked has changed."""

    player: str


class PresenceReport(msgspec.Struct, frozen=True):
    """Who has a table open in one process."""

    process: str
    seats: list[int]
    spectators: int
    asking: bool = False  # whether the other processes should report too
    number: int = -1  # of the last journal entry that the process knows
    bot_turn: bool = False  # whether a bot is to move

    @property
    def people(self) -> tuple[list[int], int]:
        """Who has the table open there."""
        return self.seats, self.spectators

    @property
    def anyone_here(self) -> bool:
        """Whether anybody has the table open there."""
        return bool(self.seats) or self.spectators > 0


class PresenceReported(ProcessMessage, frozen=True):
    """Who has a table open in the sending process."""

    table: str
    report: PresenceReport


AnyMessage = Alive | Entered | TableChanged | Renamed | Disconnect | ChatWritten | Muted | PresenceReported


class Envelope(msgspec.Struct, frozen=True):
    """A message and its sender, which receives it too."""

    process: str
    message: AnyMessage


_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Envelope)


def channel(connection: Connection) -> str:
    """The PostgreSQL channel. Its name is secret, because any role may listen and send on any channel it can name."""
    key = identity.stored_secret(connection).encode()
    return f"ziggurat_{hmac.new(key, b'notices', hashlib.sha256).hexdigest()[:32]}"


def write(process: str, message: AnyMessage) -> str:
    """A message, encoded."""
    return _ENCODER.encode(Envelope(process, message)).decode()


def read(payload: str) -> Envelope:
    """A message, decoded; `msgspec.MsgspecError` if another version of the server has sent it."""
    return _DECODER.decode(payload)
