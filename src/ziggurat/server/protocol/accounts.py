"""HTTP: names, accounts and API tokens."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName


class Me(Answer, frozen=True):
    """Your name and login. `former` is a name that you lost to the player who had registered it before."""

    name: str
    login: str | None
    former: str | None = None


class NewName(Body, frozen=True):
    """A new name."""

    name: PlayerName


class Credentials(Body, frozen=True):
    """A login and a password, to register or to log in."""

    login: Annotated[str, Meta(min_length=3, max_length=64, pattern=r"^[A-Za-z0-9_.@+-]+$(?!\n)")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewAccount(Credentials, frozen=True):
    """A login and a password to register with; `invitation` is its code, where the server asks for one."""

    invitation: Annotated[str, Meta(max_length=40)] | None = None


class ServerInfo(Answer, frozen=True):
    """Who may register at this server (open, invitation or closed), and what guests may do (play, watch or none).

    Also how it looks: its name, the address of its logo, its colour, and a plain text by language, where the host has
    chosen them.
    """

    registration: str
    guests: str
    title: str
    logo: str | None
    colour: str | None
    welcome: dict[str, str]


class NewPassword(Body, frozen=True):
    """The old password and a new one."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Scope(StrEnum):
    """What an API token allows: playing in its owner's name, or only seeing what its owner sees."""

    PLAY = "play"
    WATCH = "watch"


class NewToken(Body, frozen=True):
    """An API token to create: its label, what it allows, and for how long."""

    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scope: Scope = Scope.PLAY
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class TokenMade(Answer, frozen=True):
    """A new API token, which is shown only once."""

    id: str
    label: str
    token: str
    scope: Scope
    expires: int


class TokenListed(Answer, frozen=True):
    """One of your API tokens. Expired ones stay listed until you delete them."""

    id: str
    label: str
    created: int
    scope: Scope
    expires: int
