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
from ziggurat.reviewing.searches import Fact, Forecast

SOME = 1.0  # points worth mentioning
LITTLE = 0.5  # the same where nothing else is to be said
OFTEN = 0.375  # the part of the truths by which something happens more often, so that it is a reason
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


def reasons(
    known: Known, better: Prospect, chosen: Prospect, ahead: tuple[Forecast, Forecast] | None, shift: Sequence[float]
) -> list[Reason]:
    """Why one action is better than another, the main reason first.

    `ahead` is what happens in the next turns, with the better and with the chosen action; `shift` is the change of each
    winning chance.
    """
    seat = known.seat
    ranked = _this_turn(seat, better, chosen)
    if ahead is not None:
        ranked = _next_turns(known, *ahead, ranked)
    if not ranked:
        ranked = _promises(seat, better, chosen)
    held = min(range(len(shift)), key=shift.__getitem__)
    if len(shift) > 2 and held != seat and -shift[held] >= HELD * shift[seat] and len(ranked) < REASONS:
        ranked.append(reason(Why.HOLDS, held, round(-100 * shift[held], 1), 0.0))
    return ranked[:REASONS] or [reason(Why.LATER, seat, 0.0, 0.0)]


def _this_turn(seat: int, better: Prospect, chosen: Prospect) -> list[Reason]:
    """Points of the seat's own turn."""
    scores, instead = round(better.scored[seat], 1), round(chosen.scored[seat], 1)
    if scores - instead < SOME:
        return []
    return [
        reason(Why.KEEPS, seat, round(scores - instead, 1), 0.0)
        if scores <= 0
        else reason(Why.SCORES, seat, scores, instead)
    ]


def _next_turns(known: Known, better: Forecast, chosen: Forecast, first: list[Reason]) -> list[Reason]:
    """What happens in the next turns: victories, then events by how much they matter, then points."""
    seat, reasons = known.seat, []
    if better.wins[seat] - chosen.wins[seat] >= OFTEN:
        reasons.append(reason(Why.WINS, seat, round(100 * better.wins[seat]), 0.0))
    for rival, (with_it, without) in enumerate(zip(better.wins, chosen.wins, strict=True)):
        if rival != seat and without - with_it >= OFTEN:
            reasons.append(reason(Why.LOSES, rival, round(100 * without), 0.0))
    reasons += first
    weighed = _weighed(known, better, chosen)
    reasons += [_event_reason(known, why, fact) for _, why, fact in weighed][: max(0, REASONS - len(reasons))]
    if not reasons or (len(reasons) == 1 and reasons[0].kind in (Why.WINS, Why.LOSES)):
        comes, otherwise = round(better.scored[seat], 1), round(chosen.scored[seat], 1)
        if comes - otherwise >= SOME:
            reasons.append(reason(Why.COMES, seat, comes, otherwise))
        for rival, (less, more) in enumerate(zip(better.scored, chosen.scored, strict=True)):
            if rival != seat and more - less >= SOME:
                reasons.append(reason(Why.COSTS, rival, round(more - less, 1), 0.0))
    return reasons


def _weighed(known: Known, better: Forecast, chosen: Forecast) -> list[tuple[float, Why, Fact]]:
    """The events that speak for the better action, the weightiest first."""
    good = known.game.turning_events
    with_it, without = ({_name(fact): fact for fact in ahead.facts} for ahead in (better, chosen))
    weighed = []
    for name in dict.fromkeys((*with_it, *without)):
        one, other = with_it.get(name), without.get(name)
        more = (one.share if one else 0.0) - (other.share if other else 0.0)
        fact = one if one and more > 0 else other
        if fact is None:
            continue
        speaks = more * good.get(fact.kind, 0) * (1 if fact.seat == known.seat else -1)
        if speaks >= OFTEN:
            weight = speaks * (1 + abs(fact.points) / known.game.scale * 5)
            weighed.append((weight, Why.SOON if more > 0 else Why.AVOIDS, fact))
    return sorted(weighed, key=lambda entry: (-entry[0], entry[2].text))


def _name(fact: Fact) -> tuple[object, ...]:
    return fact.kind, fact.seat, *(value for value in fact.arguments.values() if isinstance(value, str))


def _event_reason(known: Known, why: Why, fact: Fact) -> Reason:
    event = Happening(fact.kind, fact.seat, fact.arguments, fact.text, known.decision)
    return reason(why, fact.seat, fact.points, 0.0, event)


def _promises(seat: int, better: Prospect, chosen: Prospect) -> list[Reason]:
    """What the hand-made evaluation promises beyond the next turns."""
    ranked: list[Reason] = []
    for each, (promised, had) in enumerate(zip(better.promised, chosen.promised, strict=True)):
        if each == seat and promised - had >= LITTLE:
            ranked.append(reason(Why.BUILDS, seat, round(promised - had, 1), 0.0))
        elif each != seat and had - promised >= LITTLE:
            ranked.append(reason(Why.BLOCKS, each, round(had - promised, 1), 0.0))
    return sorted(ranked, key=lambda entry: -entry.points)


def reason(kind: Why, seat: int, points: float, instead: float, event: Happening | None = None) -> Reason:
    """A reason with its sentence."""
    name = events.seat_name(seat)
    happening = "" if event is None else event.text[:1].lower() + event.text[1:]
    scoring = f" ({_points(points)})" if event is not None and points > 0 else ""
    text = {
        Why.WINS: "It wins within a few turns.",
        Why.LOSES: f"Otherwise {name} wins within a few turns.",
        Why.SOON: f"Soon {happening}{scoring}.",
        Why.AVOIDS: f"Otherwise {happening}{scoring}.",
        Why.SCORES: f"It scores {_points(points)} this turn, instead of {instead:g}.",
        Why.KEEPS: f"It keeps {_points(points)} that the chosen move loses this turn.",
        Why.BUILDS: f"It brings {name} about {_points(points)} more later on.",
        Why.BLOCKS: f"It costs {name} about {_points(points)} later on.",
        Why.HOLDS: f"It cuts the winning chance of {name} by about {points:.0f}%.",
        Why.COMES: f"{name.capitalize()} gains {_points(points)} in the next turns, instead of {instead:g}.",
        Why.COSTS: f"It costs {name} about {_points(points)} in the next turns.",
        Why.LATER: "It pays off later, not right away.",
    }[kind]
    return Reason(kind, seat, points, instead, text, event)


def _points(points: float) -> str:
    return f"{points:g} point" if points == 1 else f"{points:g} points"
