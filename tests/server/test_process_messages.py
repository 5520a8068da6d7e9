"""What processes tell each other is typed, and what cannot be read is looked for instead."""

from __future__ import annotations

import msgspec
import pytest

from ziggurat.server.protocol import ChatLine
from ziggurat.server.runtime import messages

EVERY = (
    messages.Entered("t1"),
    messages.Changed("t1"),
    messages.Renamed("p1"),
    messages.Cut("s1"),
    messages.Said("t1", ChatLine("Anna", 0, "a line\nwith spaces, {braces} and “quotes”", 7), "somebody"),
    messages.Unheard("somebody"),
    messages.Present("t1", messages.Report("a process", [0, 2], 3, asking=True)),
)


@pytest.mark.parametrize("notice", EVERY, ids=lambda notice: type(notice).__name__)
def test_message_survives_encoding(notice: messages.AnyNotice) -> None:
    assert messages.read(messages.write("here", notice)) == messages.Letter("here", notice)


def test_every_kind_of_message_is_tested() -> None:
    assert {type(notice) for notice in EVERY} == set(messages.Notice.__subclasses__())


@pytest.mark.parametrize(
    "payload", ["", "here table t1", '{"process":"here","notice":{"kind":"sung","table":"t1"}}', "[]"]
)
def test_unknown_messages_are_refused(payload: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        messages.read(payload)
