"""What a seat is told: functions of its redacted record, of public facts, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ziggurat.core.events import Event
from ziggurat.core.preview import preview
from ziggurat.server.protocol import Changed, Happening, Past, Preview, Previewed, Shown, Told
from ziggurat.server.refusals import NotFound
from ziggurat.server.sitting import Entry, Sitting, told

_ENCODER = msgspec.json.Encoder()


def encode(message: Told) -> str:
    """A message as it travels."""
    return _ENCODER.encode(message).decode()


def happenings(events: Iterable[Event], decision: int) -> list[Happening]:
    """The events of a decision as they travel."""
    return [Happening(event.kind, event.seat, dict(event.arguments), event.text, decision) for event in events]


def changed(sitting: Sitting, entry: Entry, rows: Any, seat: int, *, view: bool) -> Changed:
    """What a seat (-1: a spectator) is told of an entry that has just taken effect."""
    match = sitting.match
    decisions = len(match)
    return Changed(
        version=sitting.version,
        kind=entry.kind,
        seat=entry.seat,
        actor=sitting.actor,
        decisions=decisions,
        scores=match.scores,
        events=[] if rows is None else happenings(told(match, rows, seat), decisions - 1),
        clocks=sitting.clocks.shown(),
        undoable=sitting.undoable(seat),
        wish=sitting.wish,
        result=sitting.result,
        view=match.view(seat) if view else None,
        at=sitting.clocks.since if sitting.clocks.timed else 0,
    )


def history(sitting: Sitting, seat: int) -> list[Happening]:
    """Everything that happened, as a seat is told it."""
    again = sitting.match.at(0)
    found: list[Happening] = []
    for decision, action in enumerate(sitting.match.actions):
        rows, _ = again.decide(action)
        found += happenings(told(again, rows, seat), decision)
    return found


def previewed(sitting: Sitting, seat: int, message: Preview) -> Previewed:
    """What each choice of the seat that decides would bring."""
    match = sitting.match
    gains, final = preview(match.game, match.record(seat), seat)
    return Previewed(message.id, sitting.version, {str(action): gain for action, gain in gains.items()}, final)


def shown(sitting: Sitting, seat: int, message: Past) -> Shown:
    """What a seat saw before a decision."""
    if message.decision > len(sitting.match):
        raise NotFound(f"The match has {len(sitting.match)} decisions; there is no position {message.decision}.")
    match = sitting.match.at(message.decision)
    return Shown(message.id, message.decision, bare(match.view(seat)), match.scores)


def bare(view: Any) -> Any:
    """A view without the choices there were."""
    return msgspec.structs.replace(view, choices=[])
