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
        self._record = bytearray()
        self.sizes: list[int] = []  # of the messages about a change that came with changes only

    def read(self, text: str, game: str) -> dict[str, Any]:
        """A message with the view in place of the record."""
        message: dict[str, Any] = json.loads(text)
        seen = message.pop("record", None)
        if seen is None:
            return message
        if whole := seen.get("whole"):
            self._record = bytearray(base64.b64decode(whole))
        else:
            self.sizes.append(len(text))
            self._change(base64.b64decode(seen.get("changes", "")))
        record = base64.b64encode(self._record).decode()
        [view] = worker.view(json.dumps({"game": game, "seat": seen["seat"], "record": record}))
        return {**message, "view": json.loads(view)}

    def _change(self, changes: bytes) -> None:
        count = len(changes) // 3
        for number in range(count):
            place = int.from_bytes(changes[2 * number : 2 * number + 2], "little")
            self._record[place] = changes[2 * count + number]


def made(match: ziggurat.Match, seat: int) -> Any:
    """A view as it is sent."""
    return json.loads(msgspec.json.encode(match.view(seat)))
