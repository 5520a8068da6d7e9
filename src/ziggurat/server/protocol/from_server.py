"""On a table's or the lobby's socket, from the server."""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.core.choices import Choice
from ziggurat.server.protocol.kinds import ServerMessage, Wording
from ziggurat.server.protocol.shared import ChatLine, GameEvent, Result, Table, Wish


class Present(ServerMessage, frozen=True, tag="present"):
    """Who is here: on which seats somebody has the table open (bots always do), and how many watch.

    Sent when it changes, at most once a second.
    """

    seats: list[bool]
    spectators: int


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The whole table: the first message on a socket, and the answer to `look`."""

    table: Table
    seat: int  # yours; -1: a spectator
    version: int
    decisions: int  # how many the match has now
    scores: list[int]  # by seat; empty before the match starts
    present: Present
    view: Any = None  # the game's own view; none before the match starts
    history: list[GameEvent] = []
    chat: list[ChatLine] = []
    note: str = ""
    clocks: list[int] | None = None  # what each seat has left at the moment `at`
    undoable: int = 0
    wish: Wish | None = None
    at: int = 0  # the server's time, by which the clocks were read
    id: str = ""  # of the `look` it answers


class Changed(ServerMessage, frozen=True, tag="changed"):
    """Something was decided at the table."""

    version: int
    kind: str  # move, undo, ask, answer, resign, timeout, or away: a clock stands still, or goes on
    seat: int
    actor: int
    decisions: int  # how many the match has now; after an undo, what happened in later ones has not happened
    scores: list[int]
    events: list[GameEvent] = []
    clocks: list[int] | None = None
    undoable: int = 0  # how many decisions you may take back
    wish: Wish | None = None
    result: Result | None = None
    view: Any = None
    at: int = 0


class Seated(ServerMessage, frozen=True, tag="seated"):
    """The table itself changed: someone sat down, left or has another name, it started, it ended, a rematch is open."""

    table: Table


class Done(ServerMessage, frozen=True, tag="done"):
    """Your message took effect and is stored; the position has this version now."""

    id: str
    version: int


class Said(ServerMessage, frozen=True, tag="said"):
    """Someone said something."""

    line: ChatLine


class Candidate(msgspec.Struct, frozen=True):
    """An action the search has considered."""

    action: int
    text: str
    visits: float  # the share of the search that went into it, from 0 to 1
    value: float  # the result you can expect from it, from 0 to 1; see `Hinted.expected`


class Likely(msgspec.Struct, frozen=True):
    """A decision that the search expects."""

    seat: int  # whose it would be
    clicks: list[str]  # what they would click, in order


class Hinted(ServerMessage, frozen=True, tag="hinted"):
    """What the strongest bot would do in your place.

    A result is 0 to 1 for each seat: half of it is the victory (shared among those who share it), half the lead over
    the best rival, with 0.5 for none. So 0.5 is an even match between two, and results of all seats need not add up
    to 1. `expected` is empty where nothing had to be searched, because there is only one choice.
    """

    id: str
    version: int  # of the position it is for
    action: int
    text: str
    candidates: list[Candidate]  # most visited first, the action itself at the head; eight at most
    expected: list[float]  # the result each seat can expect from here on
    line: list[str]  # how it may go on, as moves, beginning with the action; decisions without a choice are left out
    sequel: list[Likely]  # the same line, as whose decisions they would be and what would be clicked


class Previewed(ServerMessage, frozen=True, tag="previewed"):
    """What your choices would bring, as far as you can know it: nothing that hangs on a draw or a secret is told."""

    id: str
    version: int
    gains: dict[str, list[int]]  # by action: what it would change in the scores, by seat; only where it would
    final: list[int]  # the actions that cannot be taken back: something random or hidden comes to light


class Shown(ServerMessage, frozen=True, tag="shown"):
    """What you saw before a decision, without the choices there were."""

    id: str
    decision: int
    view: Any
    scores: list[int]


class Foreseen(ServerMessage, frozen=True, tag="foreseen"):
    """What can be counted at a table, from what you may know; none if the game has no prospects."""

    id: str
    decision: int  # how many had been made
    prospects: Any = None  # the game's own


class Reasoned(ServerMessage, frozen=True, tag="reasoned"):
    """Why nothing can be done with a thing now; `form`, `values` and `clauses` are those of `Refusal`."""

    id: str
    version: int
    reason: str = ""  # empty: no move is made with it, or one can be made
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Refusal(ServerMessage, frozen=True, tag="refused"):
    """Your message had no effect, and why. A message that could not be read has no id to answer to.

    Where something was filled into the reason, `form` is the sentence with {names} in it and `values` what they stand
    for, so that it can be said in another language; the `seat` and the `actor` among them are seats by number.
    `clauses` are those of the rules that the reason names, at its end and in brackets.
    """

    reason: str
    id: str = ""
    version: int = 0
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Plannable(ServerMessage, frozen=True, tag="plannable"):
    """What this seat may be able to choose when it decides next, as far as it can know now."""

    id: str
    version: int
    choices: list[Choice]


class Listed(ServerMessage, frozen=True, tag="listed"):
    """On the lobby's socket: a public table is new or has changed."""

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
    | Plannable
    | Refusal
    | Listed
)
