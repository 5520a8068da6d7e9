"""On a table's socket, from a client."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import ChatText, Id, MoveText, NoteText, Number, PlaceName, Sent


class Play(Sent, frozen=True, tag="play"):
    """Decide. A move is an action's number or its text."""

    id: Id
    version: Number
    move: Number | MoveText


class Undo(Sent, frozen=True, tag="undo"):
    """Take back the last decisions; what the rules of undo do not allow, the other people at the table are asked."""

    id: Id
    version: Number
    decisions: Annotated[int, Meta(ge=1, le=1000)] = 1


class Consent(Sent, frozen=True, tag="consent"):
    """Answer someone's wish to take back; not to agree to one's own withdraws it.

    With `seat` and `decisions` it answers that wish and no other: somebody may wish for more in the meantime.
    """

    id: Id
    version: Number
    agree: bool
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # whose wish it is
    decisions: Annotated[int, Meta(ge=1, le=1000)] | None = None  # how many they wish to take back


class Resign(Sent, frozen=True, tag="resign"):
    """Leave the match: a bot takes the seat over or the match is lost, as the table was set up.

    With nobody but bots left at the table the match ends in any case.
    """

    id: Id


class Say(Sent, frozen=True, tag="say"):
    """Chat: players among themselves, spectators among themselves; everybody together once the match is over."""

    id: Id
    text: ChatText


class Note(Sent, frozen=True, tag="note"):
    """Keep a private note at this table; it replaces the former one."""

    id: Id
    text: NoteText


class Look(Sent, frozen=True, tag="look"):
    """Ask for the whole table again."""

    id: Id


class Hint(Sent, frozen=True, tag="hint"):
    """Ask the strongest bot what it would do, when it is one's own decision and hints are on at the table."""

    id: Id


class Preview(Sent, frozen=True, tag="preview"):
    """Ask what each of one's choices would score, when it is one's own decision."""

    id: Id
    version: Number


class Past(Sent, frozen=True, tag="past"):
    """Ask for what one saw before a decision (counted from 0); the number of decisions so far asks for now."""

    id: Id
    decision: Number


class Prospects(Sent, frozen=True, tag="prospects"):
    """Ask what can be counted at the table, now or before a decision, where the table allows it to be counted."""

    id: Id
    decision: Number | None = None  # counted from 0; none: now


class Why(Sent, frozen=True, tag="why"):
    """Ask why a thing, by the name it is clicked by, is in none of one's choices, when it is one's own decision."""

    id: Id
    version: Number
    place: PlaceName


class Attend(Sent, frozen=True, tag="attend"):
    """Say whether somebody looks at the table: what is seen need not be told by mail or push."""

    id: Id
    here: bool


class Ahead(Sent, frozen=True, tag="ahead"):
    """Ask what one may be able to choose next, while others decide."""

    id: Id
    version: Number


FromClient = (
    Play | Undo | Consent | Resign | Say | Note | Look | Hint | Preview | Past | Prospects | Why | Ahead | Attend
)
