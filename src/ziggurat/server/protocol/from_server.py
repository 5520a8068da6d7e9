"""WebSocket messages from the server, at a table or in the lobby."""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.core.choices import Choice
from ziggurat.reviewing.report import Reason
from ziggurat.server.protocol.kinds import ServerMessage, Wording
from ziggurat.server.protocol.shared import ChatLine, GameEvent, Result, Table, UndoRequest


class Present(ServerMessage, frozen=True, tag="present"):
    """Who has the table open: by seat (true for bots), and the number of spectators.

    Sent when it changes, at most once a second.
    """

    seats: list[bool]
    spectators: int


class SeenRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position as a seat may know it, as the bytes of its redacted record, from which our page makes the view.

    It comes in place of a view to a page of the same build as the server's own (`look`, `build`).
    """

    seat: int  # whose view it gives; -1: a spectator's
    whole: bytes = b""  # the record
    changes: bytes = b""  # or how it differs from the last one: places of 16 bits, then a byte for each


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The complete state of the table: the first message on a socket, and the answer to `look`."""

    table: Table
    seat: int  # yours; -1: a spectator
    version: int
    decisions: int  # the number of decisions so far
    scores: list[int]  # by seat; empty before the match starts
    present: Present
    view: Any = None  # the game's own view; None before the match starts
    history: list[GameEvent] = []
    chat: list[ChatLine] = []
    note: str = ""
    clocks: list[int] | None = None  # the time that each seat has left at `at`
    undoable: int = 0
    wish: UndoRequest | None = None
    at: int = 0  # the server's time when the clocks were read
    id: str = ""  # of the `look` that this answers
    record: SeenRecord | None = None  # in place of the view


class Changed(ServerMessage, frozen=True, tag="changed"):
    """Something was decided at the table."""

    version: int
    kind: str  # move, undo, ask, answer, resign, timeout, or away (a vacation stops or restarts a clock)
    seat: int
    actor: int
    decisions: int  # the number of decisions so far; after an undo, forget the events of later ones
    scores: list[int]
    events: list[GameEvent] = []
    clocks: list[int] | None = None
    undoable: int = 0  # how many decisions you may take back freely
    wish: UndoRequest | None = None
    result: Result | None = None
    view: Any = None
    at: int = 0
    record: SeenRecord | None = None  # in place of the view


class Seated(ServerMessage, frozen=True, tag="seated"):
    """The table itself changed: somebody sat down, left or was renamed, it started or ended, or a rematch is open."""

    table: Table


class Done(ServerMessage, frozen=True, tag="done"):
    """Your message took effect and is stored. The position now has this version."""

    id: str
    version: int


class Said(ServerMessage, frozen=True, tag="said"):
    """A new chat line."""

    line: ChatLine


class HintCandidate(msgspec.Struct, frozen=True):
    """An action that the search has considered."""

    action: int
    text: str
    visits: float  # its share of the search, from 0 to 1
    value: float  # your winning chance with it


class Likely(msgspec.Struct, frozen=True):
    """A decision that the search expects."""

    seat: int  # whose decision it is
    clicks: list[str]  # the things to click, in order


class Hinted(ServerMessage, frozen=True, tag="hinted"):
    """What the strongest bot would do in your place.

    Chances are winning chances: all seats' add up to 1, and a shared victory is split. `expected` is empty if there is
    only one choice, so that nothing was searched.
    """

    id: str
    version: int  # of the position it is for
    action: int
    text: str
    candidates: list[HintCandidate]  # at most eight, the best first
    expected: list[float]  # each seat's winning chance
    line: list[str]  # a likely continuation, beginning with the action; forced decisions are left out
    sequel: list[Likely]  # the same line, with seats and clicks
    reasons: list[Reason] = []  # why it is better than the second candidate


class Previewed(ServerMessage, frozen=True, tag="previewed"):
    """What your choices would score, as far as it does not depend on chance or hidden information."""

    id: str
    version: int
    gains: dict[str, list[int]]  # by action: the change of each seat's score; actions without a change are left out
    final: list[int]  # the actions that cannot be taken back, because they reveal something random or hidden


class Shown(ServerMessage, frozen=True, tag="shown"):
    """Your view before an earlier decision, without its choices."""

    id: str
    decision: int
    view: Any
    scores: list[int]


class Foreseen(ServerMessage, frozen=True, tag="foreseen"):
    """The game's score previews, from what you may know; None if the game has none."""

    id: str
    decision: int  # the number of decisions before it
    prospects: Any = None  # the game's own type


class Reasoned(ServerMessage, frozen=True, tag="reasoned"):
    """Why nothing can be done with a piece or place now, or why a move is not legal.

    `form`, `values` and `clauses` are as in `Refusal`.
    """

    id: str
    version: int
    reason: str = ""  # empty if it is never clickable, or clickable or legal now
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Refusal(ServerMessage, frozen=True, tag="refused"):
    """Your message had no effect, and the reason. `id` is empty if the message could not be read.

    If the reason contains values, `form` is the sentence with {placeholders} and `values` has their values, so that
    clients can translate it; `seat` and `actor` are seat numbers. `clauses` are the clauses of the rules that the
    reason cites in brackets at its end.
    """

    reason: str
    id: str = ""
    version: int = 0
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Told(ServerMessage, frozen=True, tag="told"):
    """What you may know, as text."""

    id: str
    version: int
    text: str


class Plannable(ServerMessage, frozen=True, tag="plannable"):
    """What you may be able to choose on your next turn, as far as you can know now."""

    id: str
    version: int
    choices: list[Choice]


class Listed(ServerMessage, frozen=True, tag="listed"):
    """In the lobby: a public table is new or has changed."""

    table: Table


FromServer = (
    Welcome
    | Changed
    | Seated
    | Present
    | Done
    | Said
    | Hinted
    | Previewed
    | Shown
    | Foreseen
    | Reasoned
    | Told
    | Plannable
    | Refusal
    | Listed
)
