"""What a seat is told: functions of its redacted record, of public facts, and of nothing else."""

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
from ziggurat.server.protocol import Changed, GameEvent, ServerMessage
from ziggurat.server.tables.sitting import Entry, Rows, Sitting

_ENCODER = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """A message as it travels."""
    return _ENCODER.encode(message)


def told(game: Game, rows: Rows, seat: int | None, decision: int) -> list[GameEvent]:
    """What happened in a decision, as a seat is told it (-1: a spectator; None: with all secrets)."""
    make = functools.partial(GameEvent, decision=decision)
    return events.made_for(rows, game.event_forms, seat, make)


class Update:
    """An entry that has just taken effect, for everybody who is told of it: what is the same for all is made once.

    It is told at the moment `at`, in served time: another process may have written it a while ago.
    """

    def __init__(self, sitting: Sitting, entry: Entry, rows: Any, at: int) -> None:
        self._sitting = sitting
        self._entry = entry
        self._rows = rows
        self._decisions = len(sitting.match)
        self._scores = sitting.match.scores
        self._clocks = sitting.clocks.shown(at, sitting.actor)
        self._at = at if sitting.clocks.timed else 0
        self._for_all = [] if rows is None else self._tell(-1) if events.is_public(rows) else None

    def changed(self, seat: int, *, view: bool) -> Changed:
        """What a seat (-1: a spectator) is told of it."""
        sitting = self._sitting
        return Changed(
            version=sitting.version,
            kind=self._entry.kind,
            seat=self._entry.seat,
            actor=sitting.actor,
            decisions=self._decisions,
            scores=self._scores,
            events=self._tell(seat) if self._for_all is None else self._for_all,
            clocks=self._clocks,
            undoable=sitting.undoable(seat),
            wish=sitting.wish,
            result=sitting.result,
            view=_view(sitting.match, seat) if view else None,
            at=self._at,
        )

    def _tell(self, seat: int) -> list[GameEvent]:
        return told(self._sitting.match.game, self._rows, seat, self._decisions - 1)


def _view(match: Match, seat: int) -> Any:
    """What a seat sees, to be encoded: its choices are, because there are often a hundred, and always the same."""
    return match.game.view(match.record(seat), seat, _encoded)


def _encoded(game: Game, records: Records, seat: int) -> msgspec.Raw:
    found = _encoded_choices(game)[places(choosable(game, records, seat))].tolist()
    return msgspec.Raw(b"[%b]" % b",".join(found))


@functools.cache
def _encoded_choices(game: Game) -> np.ndarray[Any, np.dtype[np.object_]]:
    """An array of Python's own bytes: to pick two hundred of them takes a few microseconds."""
    return np.array([_ENCODER.encode(choice) for choice in all_choices(game)], dtype=object)


class History:
    """Everything that happened in a sitting, as each seat is told it, as it travels: made once for each decision."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._told: dict[int, list[tuple[Rows, bytes]]] = {}  # by seat: what happened, and how it is told

    def missing(self, seat: int) -> int:
        """How many decisions are yet to be put into words for a seat."""
        return len(self._sitting.happened) - len(self._told.get(seat, ()))

    def of(self, seat: int) -> msgspec.Raw:
        """What a seat is told, encoded."""
        known, happened = self._told.setdefault(seat, []), self._sitting.happened
        same = next(
            (at for at, ((rows, _), now) in enumerate(zip(known, happened, strict=False)) if rows is not now), None
        )
        del known[len(happened) if same is None else same :]  # what was taken back has not happened
        for decision in range(len(known), len(happened)):
            rows = happened[decision]
            encoded = _ENCODER.encode(told(self._sitting.match.game, rows, seat, decision))
            known.append((rows, encoded[1:-1]))
        return msgspec.Raw(b"[" + b",".join(encoded for _, encoded in known if encoded) + b"]")


def bare(view: Any) -> Any:
    """A view without the choices there were."""
    return msgspec.structs.replace(view, choices=[])
