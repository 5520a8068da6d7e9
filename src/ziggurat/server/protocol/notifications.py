"""HTTP: how you are told of your turns: an address, devices, feeds; another password; vacations."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body

Key = Annotated[str, Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Language(StrEnum):
    """The languages the server itself writes."""

    EN = "en"
    NL = "nl"


class Wishes(Body, frozen=True):
    """By which ways you want to be told of your turn.

    `slow`: at tables without a clock, or where a turn takes an hour or more; `live`: at the others.
    """

    mail_slow: bool = False
    mail_live: bool = False
    push_slow: bool = True
    push_live: bool = False


class Vacation(Answer, frozen=True):
    """From when to when your clocks stand still at tables where a turn takes a day or more."""

    begins: int
    ends: int


class Reaching(Answer, frozen=True):
    """How you are told of your turns."""

    mail: bool  # whether this server can write letters
    address: str | None  # confirmed
    pending: str | None  # given, and not confirmed yet
    push: bool  # whether this server can push notices
    devices: int  # that are subscribed
    wishes: Wishes
    feed: str | None  # the key of your feeds: /api/feeds/KEY/turns.atom and turns.ics
    vacation: Vacation | None  # that you are on, or that begins
    vacation_left: int  # days that you have left this year


class NewAddress(Body, frozen=True):
    """An address to write to; the password shows that it is you."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    password: Annotated[str, Meta(max_length=200)]
    language: Language = Language.EN


class FollowedLink(Body, frozen=True):
    """The key in a letter."""

    key: Key


class Forgotten(Body, frozen=True):
    """The login, or the address, of somebody who has forgotten their password."""

    who: Annotated[str, Meta(min_length=3, max_length=254)]


class ResetPassword(Body, frozen=True):
    """The key in a letter, and another password."""

    key: Key
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class PushKey(Answer, frozen=True):
    """The key a browser subscribes with."""

    key: str


class Subscription(Body, frozen=True):
    """What a browser tells when it subscribes; `language` is what its notices are written in."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Meta(min_length=16, max_length=40, pattern=r"^[A-Za-z0-9_=-]+$")]
    language: Language = Language.EN


class Unsubscription(Body, frozen=True):
    """The device that is not to be told any more."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]


class NewFeed(Body, frozen=True):
    """The language your feeds are written in."""

    language: Language = Language.EN


class NewVacation(Body, frozen=True):
    """So many days from now on."""

    days: Annotated[int, Meta(ge=1, le=366)]
