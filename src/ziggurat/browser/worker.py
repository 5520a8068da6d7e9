"""What the workers of a page run: messages in, messages out, all of them JSON.

The table worker has tables and answers requests; the bots' worker thinks. `web/src/device/worker.ts` carries messages
between them and the page.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.browser.table import DevicePlan, DeviceSeat, DeviceTable, JournalEntry
from ziggurat.core.errors import ZigguratError
from ziggurat.server.protocol import Leave
from ziggurat.server.refusals import as_problem

_TABLES: dict[str, DeviceTable] = {}


def handle(text: str) -> list[str]:
    """Do what a message of the page asks for; the messages that answer it, in order.

    Each is a line of JSON. What a table says to its reader follows on a second line.
    """
    message: dict[str, Any] = msgspec.json.decode(text)
    name = message.get("table", "")
    try:
        if message["do"] == "open":
            plan = msgspec.convert(message["plan"], DevicePlan)
            journal = msgspec.convert(message["journal"], list[JournalEntry])
            _TABLES[name] = DeviceTable(plan, journal, message["at"])
        elif message["do"] == "close":
            _TABLES.pop(name, None)
        table = _TABLES.get(name)
        if table is None:
            return []
        if message["do"] == "sit":
            table.sit(message["seat"])
        elif message["do"] == "send":
            table.hear(message["text"], message["at"])
        elif message["do"] == "decided":
            table.decided(message["number"], message["hint"], message["decision"], message["at"])
    except (ZigguratError, msgspec.MsgspecError) as problem:
        reason = problem.sentence if isinstance(problem, ZigguratError) else str(problem)
        failure = {"is": "failed", "kind": "plan", "table": name, "reason": str(reason), "problem": as_problem(reason)}
        return [_encoded(failure)]
    return _told(name, table)


def prepare(game: str) -> None:
    """Import a game and show a table of it to nobody, so that the first table of a player is there at once."""
    rules = ziggurat.game(game)
    people = [DeviceSeat("", None) for _ in range(rules.seat_counts[0])]
    plan = DevicePlan("", game, rules.rules_version, {}, "0", people, Leave.BOT, "random", True, True, 0)
    table = DeviceTable(plan, [], 0)
    for seat in (-1, 0):
        table.sit(seat)
    _told("", table)


class RecordSeen(msgspec.Struct, frozen=True):
    """A redacted record of a match on a server."""

    game: str
    seat: int  # -1: as a spectator
    record: bytes


def view(text: str) -> list[str]:
    """The view that a redacted record gives a seat, as a server would send it."""
    seen = msgspec.json.decode(text, type=RecordSeen)
    game = ziggurat.game(seen.game)
    return [_encoded(game.view(np.frombuffer(seen.record, dtype=game.state), seen.seat))]


def _told(name: str, table: DeviceTable) -> list[str]:
    """The messages of a table: first entries to store, then messages to the seat, then questions to bots."""
    messages = [_encoded({"is": "entry", "table": name, "entry": entry._asdict()}) for entry in table.stored]
    heading = _encoded({"is": "said", "table": name, "seat": table.seat})
    messages += [f"{heading}\n{_encoded(message)}" for message in table.said]
    messages += [_encoded({"is": "think", **msgspec.structs.asdict(question)}) for question in table.asked]
    table.stored, table.said, table.asked = [], [], []
    return messages


def _encoded(message: Any) -> str:
    return msgspec.json.encode(message).decode()
