"""Messages between a program and its driver."""

from __future__ import annotations

import os

import pytest

from ziggurat.cluster.channel import PickleChannel


def test_messages_come_whole_and_in_order() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb") as sink:
        channel = PickleChannel(source, sink)
        channel.send("open", {"seats": 2})
        channel.send()
        assert channel.receive() == ("open", {"seats": 2})
        assert channel.receive() == ()
        sink.close()
        assert channel.receive() is None


def test_closed_channel_raises_os_error() -> None:
    """Who says goodbye to a driver that is no more would otherwise hide what went wrong before."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb") as sink:
        channel = PickleChannel(source, sink)
    with pytest.raises(OSError, match="the connection is closed"):
        channel.send("end")
    assert channel.receive() is None
