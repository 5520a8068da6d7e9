"""WebSocket messages from a client, at a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import ChatText, Id, MoveText, NoteText, Number, PlaceName, Sent


class Play(Sent, frozen=True, tag="play"):
    """Play a move: an action's number or its text."""

    id: Id
    version: Number
    move: Number | MoveText


class Undo(Sent, frozen=True, tag="undo"):
    """Take back the last decisions. Where undo is not free, the other people at the table are asked."""

    id: Id
    version: Number
    decisions: Annotated[int, Meta(ge=1, le=1000)] = 1


class Consent(Sent, frozen=True, tag="consent"):
    """Accept or refuse somebody's request to take back; refusing your own withdraws it.

    With `seat` and `decisions`, only exactly that request is answered: somebody may ask for more meanwhile.
    """

    id: Id
    version: Number
    agree: bool
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # whose request it is
    decisions: Annotated[int, Meta(ge=1, le=1000)] | None = None  # how many they want to take back


class Resign(Sent, frozen=True, tag="resign"):
    """Resign: a bot takes the seat or the match is lost, depending on the table's settings.

    If only bots are left, the match ends.
    """

    id: Id


class Say(Sent, frozen=True, tag="say"):
    """Chat. Players and spectators have separate chats until the match is over."""

    id: Id
    text: ChatText


class Note(Sent, frozen=True, tag="note"):
    """Store your private note at this table, replacing the old one."""

    id: Id
    text: NoteText


class Look(Sent, frozen=True, tag="look"):
    """Ask for the whole table again."""

    id: Id


class Hint(Sent, frozen=True, tag="hint"):
    """Ask for a hint by the strongest bot, on your turn, at a table with hints."""

    id: Id


class Preview(Sent, frozen=True, tag="preview"):
    """Ask what each of your choices would score, on your turn."""

    id: Id
    version: Number


class Past(Sent, frozen=True, tag="past"):
    """Ask for your view before a decision (counted from 0); the number of decisions so far gives the current one."""

    id: Id
    decision: Number


class Prospects(Sent, frozen=True, tag="prospects"):
    """Ask for the game's score previews, now or before a decision, at a table that allows them."""

    id: Id
    decision: Number | None = None  # counted from 0; None: now


class Why(Sent, frozen=True, tag="why"):
    """Ask why nothing can be done with a piece or place, by its clickable name, on your turn."""

    id: Id
    version: Number
    place: PlaceName


class Attend(Sent, frozen=True, tag="attend"):
    """Say whether the page is visible: then no turn notifications are sent."""

    id: Id
    here: bool


class Ahead(Sent, frozen=True, tag="ahead"):
    """Ask what you may be able to choose on your next turn, while others decide."""

    id: Id
    version: Number


FromClient = (
    Play | Undo | Consent | Resign | Say | Note | Look | Hint | Preview | Past | Prospects | Why | Ahead | Attend
)
