"""The messages each seat receives, computed from its redacted record and public facts only."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
import numpy as np

from ziggurat.core import events
from ziggurat.core.bits import places
from ziggurat.core.choices import all_choices, choosable
from ziggurat.core.game import Game, Records
from ziggurat.core.match import Match
from ziggurat.server.protocol import Changed, GameEvent, SeenRecord, ServerMessage
from ziggurat.server.tables.sitting import Entry, Rows, Sitting

LONGEST_PATCHED = 1 << 16  # bytes of a record: a place in it has 16 bits
_ENCODER = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """A message, encoded."""
    return _ENCODER.encode(message)


def events_for(game: Game, rows: Rows, seat: int | None, decision: int) -> list[GameEvent]:
    """The events of a decision for a seat (-1: a spectator; None: with all secrets)."""
    make = functools.partial(GameEvent, decision=decision)
    return events.made_for(rows, game.event_forms, seat, make)


class Update:
    """The broadcast of one entry; parts that all seats share are computed once.

    `at` is the served time of the broadcast: another process may have written the entry earlier.
    """

    def __init__(self, sitting: Sitting, entry: Entry, rows: Any, at: int) -> None:
        self._sitting = sitting
        self._entry = entry
        self._rows = rows
        self._decisions = len(sitting.match)
        self._scores = sitting.match.scores
        self._clocks = sitting.clocks.shown(at, sitting.actor)
        self._at = at if sitting.clocks.timed else 0
        self._records: dict[int, bytes] = {}
        self._for_all = [] if rows is None else self._events(-1) if events.is_public(rows) else None

    def changed(self, seat: int, *, view: bool, had: bytes | None = None) -> Changed:
        """The message for a seat (-1: a spectator); `had` is the record its page has, if it makes views itself."""
        sitting = self._sitting
        return Changed(
            version=sitting.version,
            kind=self._entry.kind,
            seat=self._entry.seat,
            actor=sitting.actor,
            decisions=self._decisions,
            scores=self._scores,
            events=self._events(seat) if self._for_all is None else self._for_all,
            clocks=self._clocks,
            undoable=sitting.undoable(seat),
            wish=sitting.wish,
            result=sitting.result,
            view=self._view(sitting.match, seat) if view and had is None else None,
            at=self._at,
            record=None if had is None else seen_record(seat, self.record(seat), had),
        )

    def record(self, seat: int) -> bytes:
        """The redacted record of a seat."""
        if seat not in self._records:
            self._records[seat] = self._sitting.match.record(seat).tobytes()
        return self._records[seat]

    def _view(self, match: Match, seat: int) -> Any:
        return _view(match, seat)

    def _events(self, seat: int) -> list[GameEvent]:
        return events_for(self._sitting.match.game, self._rows, seat, self._decisions - 1)


def seen_record(seat: int, record: bytes | None, had: bytes = b"") -> SeenRecord | None:
    """A redacted record for a page: what differs from the record it has, or all of it where that is shorter."""
    if record is None:
        return None
    if len(had) == len(record) <= LONGEST_PATCHED:
        now, before = np.frombuffer(record, np.uint8), np.frombuffer(had, np.uint8)
        places = np.flatnonzero(now != before)
        if 3 * len(places) < len(record):
            return SeenRecord(seat, changes=places.astype("<u2").tobytes() + now[places].tobytes())
    return SeenRecord(seat, whole=record)


def _view(match: Match, seat: int) -> Any:
    """What a seat sees, with its choices already encoded: there are often a hundred, and always the same."""
    return match.game.view(match.record(seat), seat, _encoded)


def _encoded(game: Game, records: Records, seat: int) -> msgspec.Raw:
    choices = _encoded_choices(game)[places(choosable(game, records, seat))].tolist()
    return msgspec.Raw(b"[%b]" % b",".join(choices))


@functools.cache
def _encoded_choices(game: Game) -> np.ndarray[Any, np.dtype[np.object_]]:
    """All choices, encoded, in an array: selecting two hundred of them takes a few microseconds."""
    return np.array([_ENCODER.encode(choice) for choice in all_choices(game)], dtype=object)


class History:
    """All events of a sitting, for each seat; each decision is encoded once."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._encoded: dict[int, list[tuple[Rows, bytes]]] = {}  # by seat: what happened, and its encoding

    def missing(self, seat: int) -> int:
        """How many decisions are not yet encoded for a seat."""
        return len(self._sitting.happened) - len(self._encoded.get(seat, ()))

    def of(self, seat: int) -> msgspec.Raw:
        """The events for a seat, encoded."""
        done, happened = self._encoded.setdefault(seat, []), self._sitting.happened
        first_changed = next(
            (at for at, ((rows, _), current) in enumerate(zip(done, happened, strict=False)) if rows is not current),
            len(happened),
        )
        del done[first_changed:]  # decisions that were taken back
        for decision in range(len(done), len(happened)):
            rows = happened[decision]
            encoded = _ENCODER.encode(events_for(self._sitting.match.game, rows, seat, decision))
            done.append((rows, encoded[1:-1]))
        return msgspec.Raw(b"[" + b",".join(encoded for _, encoded in done if encoded) + b"]")


def without_choices(view: Any) -> Any:
    """A view without its choices."""
    return msgspec.structs.replace(view, choices=[])
