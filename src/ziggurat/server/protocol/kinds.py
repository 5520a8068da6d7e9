"""Base classes of all messages, and types of their fields."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
NoteText = Annotated[str, Meta(max_length=4000)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=32)]  # also checked by `user_text.read_name`
MoveText = Annotated[str, Meta(min_length=1, max_length=80)]
Build = Annotated[str, Meta(max_length=40)]  # of the page, as in its `version.json`; empty: none, or another program
PlaceName = Annotated[str, Meta(max_length=40)]  # the clickable name of a piece or place


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A WebSocket message from a client. Unknown fields are refused."""


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A WebSocket message from the server. Fields with their default value are left out."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an HTTP request."""


class Answer(msgspec.Struct, frozen=True):
    """The body of an HTTP answer."""


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence inside another: its form with {placeholders}, and their values."""

    form: str
    values: dict[str, int | str | Wording] = {}


class Problem(Answer, frozen=True, omit_defaults=True):
    """Why a request was refused, in one sentence; `form`, `values` and `clauses` as in `Refusal`."""

    reason: str
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []
