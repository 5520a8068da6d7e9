"""HTTP: people one follows, and inviting them."""

from __future__ import annotations

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName
from ziggurat.server.protocol.shared import Table


class Friend(Answer, frozen=True):
    """Somebody one follows. Whether they are here, and where they play in public, is told if they follow back."""

    name: str
    mutual: bool
    here: bool = False
    table: str | None = None  # a public one where they play, or wait for others


class Friends(Answer, frozen=True):
    """Whom one follows, those who are here first; and who else follows one."""

    following: list[Friend]
    followers: list[str]


class Invite(Body, frozen=True):
    """Who is to be invited to a table: somebody who follows you."""

    name: PlayerName


class Invitation(Answer, frozen=True):
    """Somebody wants you at their table."""

    host: str
    table: Table
    at: int
