"""HTTP: mute and block, reports, and moderation."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName

LineId = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Reason = Annotated[str, Meta(max_length=1000)]


class PlayerReference(Body, frozen=True, kw_only=True):
    """A player: a registered one by `name`, or anybody by a `table` and a `seat` or a chat `line` there."""

    name: PlayerName | None = None
    table: Annotated[str, Meta(max_length=20, pattern=r"^[a-z0-9]+$")] | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    line: LineId | None = None


class MutedPlayer(Answer, frozen=True):
    """A player you have muted or blocked."""

    id: str  # of the entry, to remove it
    name: str
    registered: bool
    at: int


class MutesAndBlocks(Answer, frozen=True):
    """The players you have muted or blocked, the latest first. Nobody else sees these lists."""

    muted: list[MutedPlayer]
    blocked: list[MutedPlayer]


class ReportKind(StrEnum):
    """The reason of a report."""

    INSULTS = "insults"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


class NewReport(PlayerReference, frozen=True, kw_only=True):
    """A report to the moderators; `lines` are the chat lines it is about."""

    kind: ReportKind
    text: Reason = ""
    lines: Annotated[list[LineId], Meta(max_length=20)] = []


class ReportReceipt(Answer, frozen=True):
    """The id of a stored report."""

    id: str


class ModeratorWarning(Answer, frozen=True):
    """A warning by a moderator."""

    id: str
    text: str
    at: int


class ModerationStatus(Answer, frozen=True):
    """Your warnings, whether you are silenced, and whether you are a moderator or an admin."""

    warnings: list[ModeratorWarning]  # unread
    silenced: int = 0  # until when you cannot chat; 0: you are not silenced
    moderator: bool = False
    admin: bool = False


# ----------------------------------------------------------------------------------------------------------- moderators


class ModerationAction(StrEnum):
    """What a moderator can do about a player."""

    DISMISS = "dismiss"
    WARN = "warn"
    SILENCE = "silence"
    LIFT = "lift"
    CLOSE = "close"
    REOPEN = "reopen"


class ModerationDecision(Body, frozen=True):
    """A decision about a report, and its reason. The text of a warning is shown to the warned player."""

    action: ModerationAction
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    hours: Annotated[int, Meta(ge=1, le=24 * 366)] | None = None  # of a silence


class ModeratedPlayer(Answer, frozen=True):
    """A player, as moderators see them."""

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
    reported: ModeratedPlayer
    then: str  # the reported player's name at that time
    reporter: ModeratedPlayer
    table: str | None = None
    game: str | None = None


class ReportPage(Answer, frozen=True):
    """A page of reports, the latest first. To get the next page, send `next` as `before`."""

    reports: list[ReportListed]
    next: str | None = None


class ContextLine(Answer, frozen=True):
    """A chat line near the reported one."""

    id: int
    who: str
    seat: int
    text: str
    at: int
    by: str  # reported, reporter or other
    pointed: bool  # whether it was reported


class AuditEntry(Answer, frozen=True):
    """A moderator's or admin's action. `by` is empty if it was done by command on the server."""

    id: int
    at: int
    by: str
    action: str
    name: str
    text: str
    until: int | None = None
    report: str | None = None
    table: str | None = None  # that was aborted


class AuditPage(Answer, frozen=True):
    """A page of the audit log, the latest first. To get the next page, send `next` as `before`."""

    entries: list[AuditEntry]
    next: int | None = None


class ReportDetails(Answer, frozen=True):
    """A report with its context and history."""

    report: ReportListed
    context: list[ContextLine]
    others: list[ReportListed]  # about the same player, the latest 20
    history: list[AuditEntry]  # about the same player
    yours: bool  # whether this moderator may act on it; reports about moderators are for the host
