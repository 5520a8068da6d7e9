"""HTTP: notification settings, password reset, feeds and vacations."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body

Key = Annotated[str, Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Language(StrEnum):
    """The languages of e-mails, push notifications and feeds."""

    EN = "en"
    NL = "nl"


class TurnNotificationSettings(Body, frozen=True):
    """Which notifications of your turns you want.

    `slow`: at tables without a clock, or where a turn may take an hour or more; `live`: at other tables.
    """

    mail_slow: bool = False
    mail_live: bool = False
    push_slow: bool = True
    push_live: bool = False


class Vacation(Answer, frozen=True):
    """The time for which your clocks stop at tables where a turn may take a day or more."""

    begins: int
    ends: int


class NotificationSettings(Answer, frozen=True):
    """Your notification settings."""

    mail: bool  # whether this server sends e-mail
    address: str | None  # your confirmed e-mail address
    pending: str | None  # an e-mail address that is not confirmed yet
    push: bool  # whether this server sends push notifications
    devices: int  # how many get push notifications
    turns: TurnNotificationSettings
    wishes: TurnNotificationSettings  # deprecated: the same as `turns`
    feed: str | None  # the key of your feeds: /api/feeds/KEY/turns.atom and turns.ics
    vacation: Vacation | None  # the current one
    vacation_left: int  # days left this year


class NewAddress(Body, frozen=True):
    """A new e-mail address, and your password."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    password: Annotated[str, Meta(max_length=200)]
    language: Language = Language.EN


class FollowedLink(Body, frozen=True):
    """The key in a link of an e-mail."""

    key: Key


class ResetRequest(Body, frozen=True):
    """The login or e-mail address of the account whose password to reset."""

    who: Annotated[str, Meta(min_length=3, max_length=254)]


class ResetPassword(Body, frozen=True):
    """The key in the link of a password reset e-mail, and a new password."""

    key: Key
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class PushKey(Answer, frozen=True):
    """The public key with which a browser subscribes to push notifications."""

    key: str


class Subscription(Body, frozen=True):
    """A browser's push subscription, and the language of its notifications."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Meta(min_length=16, max_length=40, pattern=r"^[A-Za-z0-9_=-]+$")]
    language: Language = Language.EN


class Unsubscription(Body, frozen=True):
    """The device to stop notifying."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]


class NewFeed(Body, frozen=True):
    """The language of your feeds."""

    language: Language = Language.EN


class NewVacation(Body, frozen=True):
    """A vacation of some days from now on."""

    days: Annotated[int, Meta(ge=1, le=366)]
