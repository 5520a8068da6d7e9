"""Views made from the server's records, as our page makes them."""

from __future__ import annotations

import base64
import json
from typing import Any

import msgspec

import ziggurat
from ziggurat.browser import worker

BUILD = "0123456789abcdef"  # of a page that has our Python


class RecordReader:
    """What a page does with the messages of one socket."""

    def __init__(self) -> None:
        self.record = bytearray()
        self.sizes: list[int] = []  # of the messages about a change that came with changes only
        self._game = ""

    def read(self, text: str, game: str = "") -> dict[str, Any]:
        """A message with the view in place of the record; `welcome` says which game it is."""
        message: dict[str, Any] = json.loads(text)
        self._game = game or message.get("table", {}).get("game", self._game)
        seen = message.pop("record", None)
        if seen is None:
            return message
        self.take(seen)
        if "whole" not in seen:
            self.sizes.append(len(text))
        record = base64.b64encode(self.record).decode()
        [view] = worker.view(json.dumps({"game": self._game, "seat": seen["seat"], "record": record}))
        return {**message, "view": json.loads(view)}

    def take(self, seen: dict[str, Any]) -> None:
        """Replace or change the record."""
        if whole := seen.get("whole"):
            self.record = bytearray(base64.b64decode(whole))
        changes = base64.b64decode(seen.get("changes", ""))
        count = len(changes) // 3
        for number in range(count):
            place = int.from_bytes(changes[2 * number : 2 * number + 2], "little")
            self.record[place] = changes[2 * count + number]


def made(match: ziggurat.Match, seat: int) -> Any:
    """A view as it is sent."""
    return json.loads(msgspec.json.encode(match.view(seat)))
