"""Tables in a browser's worker beside CPython's."""

from __future__ import annotations

import json
import zlib
from typing import Any

import ziggurat
from tests.browser import script
from tests.browser.chromium import Device
from tests.playing import Setup

DECISIONS = 20


def seed_of(*names: object) -> int:
    return zlib.crc32(" ".join(map(str, names)).encode())


def check_in_browser(running: Device, setup: Setup, decisions: int) -> None:
    """The same in a browser, where everything is sent at once."""
    played = list(script.play(setup, seed_of(setup), decisions))
    running.post(*(message for message, _ in played), {"do": "close", "table": script.TABLE})
    heard = [_as_expected(message) for message in running.heard()]
    expected = [answer for _, answers in played for answer in answers if answer[0]["is"] != "think"]
    for here, there in zip(heard, expected, strict=False):
        assert here == there
    assert len(heard) == len(expected)


def _as_expected(message: dict[str, Any]) -> list[Any]:
    heading = {name: value for name, value in message.items() if name not in ("text", "after")}
    return [heading, json.loads(message["text"])] if "text" in message else [heading]


def check_bots(running: Device) -> None:
    setup = Setup("babel", 2, ziggurat.game("babel").read_options({}))
    running.heard()
    running.post(script.open_table(setup, 7, ("governor", "greedy")), {"do": "sit", "table": script.TABLE, "seat": -1})
    entries = running.until("entry", 12)
    moves = [message["entry"] for message in entries if message["entry"]["kind"] == "move"]
    running.post({"do": "close", "table": script.TABLE})
    running.heard()
    match = setup.new(7)
    for move in moves:
        assert match.actor == move["seat"]
        match.play(move["value"])
