"""HTTP: whom one does not want to hear, reports, and what moderators see of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName

LineId = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Reason = Annotated[str, Meta(max_length=1000)]


class Whom(Body, frozen=True, kw_only=True):
    """Somebody: a registered player by `name`, or, guests too, by a `table` and a `seat` or a `line` of its chat."""

    name: PlayerName | None = None
    table: Annotated[str, Meta(max_length=20, pattern=r"^[a-z0-9]+$")] | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    line: LineId | None = None


class Hushed(Answer, frozen=True):
    """Somebody you have muted or blocked; `id` takes it back."""

    id: str
    name: str
    registered: bool
    at: int


class HushedLists(Answer, frozen=True):
    """Whom you have muted and whom you have blocked, the last first. Nobody else is told."""

    muted: list[Hushed]
    blocked: list[Hushed]


class ReportKind(StrEnum):
    """What somebody is reported for."""

    INSULTS = "insults"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


class NewReport(Whom, frozen=True, kw_only=True):
    """Something for the moderators; `lines` are those of the table's chat that it is about."""

    kind: ReportKind
    text: Reason = ""
    lines: Annotated[list[LineId], Meta(max_length=20)] = []


class Received(Answer, frozen=True):
    """It is stored, and a moderator will see it."""

    id: str


class Warned(Answer, frozen=True):
    """A warning to you by a moderator."""

    id: str
    text: str
    at: int


class Standing(Answer, frozen=True):
    """How you stand with the moderators: what they have to say to you, and whether you are one."""

    warnings: list[Warned]  # those you have not acknowledged
    silenced: int = 0  # until when you cannot chat; 0: you can
    moderator: bool = False


# ----------------------------------------------------------------------------------------------------------- moderators


class ModerationAction(StrEnum):
    """What a moderator does about somebody."""

    DISMISS = "dismiss"
    WARN = "warn"
    SILENCE = "silence"
    LIFT = "lift"
    CLOSE = "close"
    REOPEN = "reopen"


class Decision(Body, frozen=True):
    """What is done about a report, and why; a warning's text is what the warned person reads."""

    action: ModerationAction
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    hours: Annotated[int, Meta(ge=1, le=24 * 366)] | None = None  # of a silence


class Somebody(Answer, frozen=True):
    """A person, as moderators see them."""

    name: str
    registered: bool
    closed: bool = False
    silenced: int = 0
    deleted: bool = False


class ReportListed(Answer, frozen=True):
    """A report, in a list."""

    id: str
    kind: ReportKind
    text: str
    at: int
    dealt: int | None
    reported: Somebody
    then: str  # what the reported was called then
    reporter: Somebody
    table: str | None = None
    game: str | None = None


class ReportPage(Answer, frozen=True):
    """Reports, the last first; `next` of one page is `before` of the page after it."""

    reports: list[ReportListed]
    next: str | None = None


class ContextLine(Answer, frozen=True):
    """Something said around what was reported, as it was said."""

    id: int
    who: str
    seat: int
    text: str
    at: int
    by: str  # reported, reporter or other
    pointed: bool  # whether the report points at it


class AuditEntry(Answer, frozen=True):
    """Something a moderator did. `by` is empty where it was done on the host's machine."""

    id: int
    at: int
    by: str
    action: str
    name: str
    text: str
    until: int | None = None
    report: str | None = None


class AuditPage(Answer, frozen=True):
    """What moderators did, the last first; `next` of one page is `before` of the page after it."""

    entries: list[AuditEntry]
    next: int | None = None


class ReportWhole(Answer, frozen=True):
    """A report with all that moderators know about the reported person."""

    report: ReportListed
    context: list[ContextLine]
    others: list[ReportListed]  # about the same person, the last 20
    history: list[AuditEntry]  # what was done about the same person
    yours: bool  # whether this moderator may act on it: nobody judges a moderator but the host
