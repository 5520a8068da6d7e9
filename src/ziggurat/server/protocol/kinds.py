"""The kinds of message there are, and the pieces they are made of."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
NoteText = Annotated[str, Meta(max_length=4000)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=32)]  # `texts.read_name` says what else
MoveText = Annotated[str, Meta(min_length=1, max_length=80)]
PlaceName = Annotated[str, Meta(max_length=40)]  # a thing, by the name it is clicked by


class Sent(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client. Anything that is not exactly one of these is refused."""


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message from the server. Fields that have their default value are left out."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class Answer(msgspec.Struct, frozen=True):
    """The body of an answer."""


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence inside another: its form, with {names} in it, and what they stand for."""

    form: str
    values: dict[str, int | str | Wording] = {}


class Problem(Answer, frozen=True, omit_defaults=True):
    """What was refused, in one sentence; `form`, `values` and `clauses` are those of `Refusal`."""

    reason: str
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []
