"""HTTP: following players, and inviting them."""

from __future__ import annotations

from ziggurat.server.protocol.kinds import Answer, Body, PlayerName
from ziggurat.server.protocol.shared import Table


class Friend(Answer, frozen=True):
    """A player you follow. Whether they are online, and where they play, is only shown if they follow you too."""

    name: str
    mutual: bool
    here: bool = False  # online
    table: str | None = None  # a public table where they play, or wait for others


class Friends(Answer, frozen=True):
    """Players you follow, those online first; and others who follow you."""

    following: list[Friend]
    followers: list[str]


class Invite(Body, frozen=True):
    """The follower to invite to a table."""

    name: PlayerName


class Invitation(Answer, frozen=True):
    """An invitation to somebody's table."""

    host: str
    table: Table
    at: int
