"""Engine lines in words, and why one action is better than another: only what several samples agree on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ziggurat.core import events
from ziggurat.core.bits import members
from ziggurat.core.game import Game, Records
from ziggurat.reviewing import kernels
from ziggurat.reviewing.report import Happening, LineMove, Reason, Why

SOME = 1.0  # points worth mentioning
HELD = 0.6  # share of the gain that one of several rivals must lose to be named as held back
REASONS = 3
TRUTHS = 8  # samples of the hidden state in which a line is followed
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Rows = np.ndarray[tuple[int, ...], np.dtype[np.int32]]


class Known(NamedTuple):
    """A decision as its seat knew it, or with everything visible."""

    game: Game
    records: Records
    seat: int
    open: bool
    decision: int


class Prospect(NamedTuple):
    """Where a line leads, in points for each seat: after its seat's own moves, and at its end."""

    scored: list[float]
    promised: list[float]  # by the evaluation, points included
    comes_to: list[float]  # scored by the end of the line, as far as it can be followed


class _Truth:
    """One sample of the hidden state, in which a line is played."""

    def __init__(self, known: Known, number: int) -> None:
        game = known.game
        self._game, self._engine = game, game.engine()
        self.records, self._mask = game.new_records(1), game.new_mask()
        game.bind(kernels.imagined)(known.records, self.records, known.seat, known.open, np.uint64(number))
        self._engine.legal(self.records, self._mask)

    def play(self, seat: int, action: int) -> Rows | None:
        """Play forced decisions and then this one; None if it cannot happen here."""
        rows = events.buffer()
        while not self.records["over"][0]:
            legal = members(self._mask)
            if action in legal and self.records["actor"][0] == seat:
                self._engine.apply(self.records, self._mask, action, rows)
                return rows
            if len(legal) != 1:
                return None
            self._engine.apply(self.records, self._mask, legal[0], events.buffer())
        return None

    def promised(self) -> list[float]:
        """The evaluation of the position for each seat, in points."""
        out = np.zeros(int(self.records["seats"][0]))
        self._game.bind(kernels.promises)(self.records, out)
        return [float(value) for value in out]


def follow(known: Known, line: Sequence[tuple[int, int]]) -> tuple[list[LineMove], Prospect]:
    """A line in words, as far as it is certain, and where it leads."""
    seats = int(known.records["seats"][0])
    before = known.records["score"][0, :seats].astype(float)
    truths = [_Truth(known, number) for number in range(TRUTHS)]
    moves: list[LineMove] = []
    own, prospect, certain = True, None, True
    notation = known.game.notation
    for seat, action in line:
        if own and seat != known.seat:
            own, prospect = False, _prospect(truths, before)
        played = [truth.play(seat, action) for truth in truths] if certain else []
        certain = certain and all(rows is not None for rows in played)
        happened = _agreed(known, played) if certain else []
        moves.append(LineMove(seat, action, notation.write(action), list(notation.clicks(action)), happened))
    end = _prospect(truths, before)
    return moves, (prospect or end)._replace(comes_to=end.scored)


def _agreed(known: Known, played: Sequence[Rows | None]) -> list[Happening]:
    """The events that happen in every sample; those that depend on draws or hidden cards are left out."""
    viewer = None if known.open else known.seat
    tellings = [events.for_seat(rows, known.game.event_forms, viewer) for rows in played if rows is not None]
    counts = [Counter(event.text for event in telling) for telling in tellings]
    return [
        Happening(event.kind, event.seat, dict(event.arguments), event.text, known.decision)
        for event in tellings[0]
        if len({count[event.text] for count in counts}) == 1
    ]


def _prospect(truths: Sequence[_Truth], before: Numbers) -> Prospect:
    seats = len(before)
    scored = np.mean([truth.records["score"][0, :seats] for truth in truths], axis=0) - before
    promised = np.mean([truth.promised() for truth in truths], axis=0)
    return Prospect(scored.tolist(), promised.tolist(), scored.tolist())


def reasons(seat: int, better: Prospect, chosen: Prospect, shift: Sequence[float]) -> list[Reason]:
    """Why one action is better than another, the main reason first; `shift` is the change of each expected result."""
    ranked: list[Reason] = []
    scores, instead = round(better.scored[seat], 1), round(chosen.scored[seat], 1)
    if scores - instead >= SOME:
        saves = scores <= 0
        ranked.append(
            reason(Why.KEEPS, seat, scores - instead, 0.0) if saves else reason(Why.SCORES, seat, scores, instead)
        )
    for each, (promised, had) in enumerate(zip(better.promised, chosen.promised, strict=True)):
        if each == seat:
            more = promised - had - max(scores - instead, 0.0)
            if more >= SOME:
                ranked.append(reason(Why.BUILDS, seat, round(more, 1), 0.0))
        elif had - promised >= SOME:
            ranked.append(reason(Why.BLOCKS, each, round(had - promised, 1), 0.0))
    ranked.sort(key=lambda entry: entry.instead - entry.points)
    held = min(range(len(shift)), key=shift.__getitem__)
    if len(shift) > 2 and held != seat and -shift[held] >= HELD * shift[seat]:
        ranked = [*ranked[: REASONS - 1], reason(Why.HOLDS, held, round(-100 * shift[held], 1), 0.0)]
    comes, otherwise = round(better.comes_to[seat], 1), round(chosen.comes_to[seat], 1)
    if not ranked and comes - otherwise >= SOME:
        ranked.append(reason(Why.COMES, seat, comes, otherwise))
    return ranked[:REASONS] or [reason(Why.LATER, seat, 0.0, 0.0)]


def reason(kind: Why, seat: int, points: float, instead: float) -> Reason:
    """A reason with its sentence."""
    name = events.seat_name(seat)
    text = {
        Why.SCORES: f"It scores {_points(points)} right away, instead of {instead:g}.",
        Why.KEEPS: f"It keeps {_points(points)} that the chosen move loses right away.",
        Why.BUILDS: f"It brings {name} about {_points(points)} more later on.",
        Why.BLOCKS: f"It costs {name} about {_points(points)} later on.",
        Why.HOLDS: f"It cuts the winning chance of {name} by about {points:.0f}%.",
        Why.COMES: f"{name.capitalize()} gains {_points(points)} soon, instead of {instead:g}.",
        Why.LATER: "It pays off later, not right away.",
    }[kind]
    return Reason(kind, seat, points, instead, text)


def _points(points: float) -> str:
    return f"{points:g} point" if points == 1 else f"{points:g} points"
