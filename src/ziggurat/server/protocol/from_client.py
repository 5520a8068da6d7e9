"""WebSocket messages from a client, at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ziggurat.server.protocol.kinds import Build, ChatText, ClientMessage, Id, MoveText, NoteText, Number, PlaceName


class Play(ClientMessage, frozen=True, tag="play"):
    """Play a move: an action's number or its text."""

    id: Id
    version: Number
    move: Number | MoveText


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Take back the last decisions. Where undo is not free, the other people at the table are asked."""

    id: Id
    version: Number
    decisions: Annotated[int, Meta(ge=1, le=1000)] = 1


class Consent(ClientMessage, frozen=True, tag="consent"):
    """Accept or refuse somebody's request to take back; refusing your own withdraws it.

    With `seat` and `decisions`, only exactly that request is answered: somebody may ask for more meanwhile.
    """

    id: Id
    version: Number
    agree: bool
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # whose request it is
    decisions: Annotated[int, Meta(ge=1, le=1000)] | None = None  # how many they want to take back


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Resign: a bot takes the seat or the match is lost, depending on the table's settings.

    If only bots are left, the match ends.
    """

    id: Id


class Say(ClientMessage, frozen=True, tag="say"):
    """Chat. Players and spectators have separate chats until the match is over."""

    id: Id
    text: ChatText


class Note(ClientMessage, frozen=True, tag="note"):
    """Store your private note at this table, replacing the old one."""

    id: Id
    text: NoteText


class Look(ClientMessage, frozen=True, tag="look"):
    """Ask for the whole table again; a page of this `build` makes views itself, and gets records from now on."""

    id: Id
    build: Build = ""


class Hint(ClientMessage, frozen=True, tag="hint"):
    """Ask for a hint by the strongest bot, on your turn, at a table with hints."""

    id: Id


class Preview(ClientMessage, frozen=True, tag="preview"):
    """Ask what each of your choices would score, on your turn."""

    id: Id
    version: Number


class Past(ClientMessage, frozen=True, tag="past"):
    """Ask for your view before a decision (counted from 0); the number of decisions so far gives the current one."""

    id: Id
    decision: Number


class Prospects(ClientMessage, frozen=True, tag="prospects"):
    """Ask for the game's score previews, now or before a decision, at a table that allows them."""

    id: Id
    decision: Number | None = None  # counted from 0; None: now


class WhyNot(ClientMessage, frozen=True, tag="why"):
    """Ask why nothing can be done with a piece or place, by its clickable name, or why a move is not legal.

    Only on your turn.
    """

    id: Id
    version: Number
    place: PlaceName = ""
    move: Number | MoveText | None = None


class Read(ClientMessage, frozen=True, tag="read"):
    """Ask for what you may know as text, as a language model reads it (docs/language-models.md)."""

    id: Id
    moves: Literal["grouped", "all", "none"] = "grouped"
    history: Literal["news", "full", "none"] = "news"


class Attend(ClientMessage, frozen=True, tag="attend"):
    """Say whether the page is visible: then no turn notifications are sent."""

    id: Id
    here: bool


class Ahead(ClientMessage, frozen=True, tag="ahead"):
    """Ask what you may be able to choose on your next turn, while others decide."""

    id: Id
    version: Number


FromClient = (
    Play
    | Undo
    | Consent
    | Resign
    | Say
    | Note
    | Look
    | Hint
    | Preview
    | Past
    | Prospects
    | WhyNot
    | Read
    | Ahead
    | Attend
)
