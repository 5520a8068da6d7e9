"""Messages between processes are typed; those of another version are refused."""

from __future__ import annotations

import msgspec
import pytest

from ziggurat.server.protocol import ChatLine
from ziggurat.server.runtime import messages

EVERY = (
    messages.Alive("here", "0.1.0", 5, 3, leading=True),
    messages.Entered("t1", needs_leader=False),
    messages.TableChanged("t1"),
    messages.Renamed("p1"),
    messages.Disconnect("s1"),
    messages.ChatWritten("t1", ChatLine("Anna", 0, "a line\nwith spaces, {braces} and “quotes”", 7), "somebody"),
    messages.Muted("somebody"),
    messages.PresenceReported("t1", messages.PresenceReport("a process", [0, 2], 3, asking=True, number=7)),
)


@pytest.mark.parametrize("message", EVERY, ids=lambda message: type(message).__name__)
def test_message_is_decoded_as_it_was_encoded(message: messages.AnyMessage) -> None:
    assert messages.read(messages.write("here", message)) == messages.Envelope("here", message)


def test_every_kind_of_message_is_tested() -> None:
    assert {type(message) for message in EVERY} == set(messages.ProcessMessage.__subclasses__())


@pytest.mark.parametrize(
    "payload", ["", "here table t1", '{"process":"here","message":{"kind":"sung","table":"t1"}}', "[]"]
)
def test_message_of_another_version_is_refused(payload: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        messages.read(payload)
