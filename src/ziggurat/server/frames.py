"""What a seat is told: functions of its redacted record, of public facts, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ziggurat.core.events import Event
from ziggurat.server.protocol import Changed, Happening, Told
from ziggurat.server.sitting import Entry, Sitting, told

_ENCODER = msgspec.json.Encoder()


def encode(message: Told) -> str:
    """A message as it travels."""
    return _ENCODER.encode(message).decode()


def happenings(events: Iterable[Event]) -> list[Happening]:
    """Events as they travel."""
    return [Happening(event.kind, event.seat, dict(event.arguments), event.text) for event in events]


def changed(sitting: Sitting, entry: Entry, rows: Any, seat: int, *, view: bool) -> Changed:
    """What a seat (-1: a spectator) is told of an entry that has just taken effect."""
    return Changed(
        version=sitting.version,
        kind=entry.kind,
        seat=entry.seat,
        actor=sitting.actor,
        events=[] if rows is None else happenings(told(sitting.match, rows, seat)),
        clocks=sitting.clocks.shown(),
        undoable=sitting.undoable(seat),
        wish=sitting.wish,
        result=sitting.result,
        view=sitting.match.view(seat) if view else None,
        at=sitting.clocks.since if sitting.clocks.timed else 0,
    )


def history(sitting: Sitting, seat: int) -> list[Happening]:
    """Everything that happened, as a seat is told it."""
    return happenings(sitting.match.events(seat, 0))
