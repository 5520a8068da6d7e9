"""HTTP: who one is, and the tokens of one's programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName


class Me(Answer, frozen=True):
    """Who you are here; `former` is the name you had to give up to somebody who had it before you."""

    name: str
    login: str | None
    former: str | None = None


class NewName(Body, frozen=True):
    """Another name to be called by."""

    name: PlayerName


class Credentials(Body, frozen=True):
    """A login and a password, to register or to log in."""

    login: Annotated[str, Meta(min_length=3, max_length=64, pattern=r"^[A-Za-z0-9_.@+-]+$(?!\n)")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewPassword(Body, frozen=True):
    """Another password; the old one shows that it is you."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Scope(StrEnum):
    """What an API token is good for: playing in its owner's name, or seeing what its owner sees, and no more."""

    PLAY = "play"
    WATCH = "watch"


class NewToken(Body, frozen=True):
    """A label to know an API token by, what it is good for, and for how long."""

    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scope: Scope = Scope.PLAY
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class TokenMade(Answer, frozen=True):
    """An API token, shown this once."""

    id: str
    label: str
    token: str
    scope: Scope
    expires: int


class TokenListed(Answer, frozen=True):
    """An API token you have. One that has expired stays listed until it is deleted."""

    id: str
    label: str
    created: int
    scope: Scope
    expires: int
