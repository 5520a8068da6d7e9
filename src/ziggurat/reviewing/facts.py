"""What happens in the next turns if a line is played: counted in several possible truths, not guessed.

A line of a search is short. From its end on everybody plays what their network prefers, until each seat has had two
more turns. What a game calls a turning event (`Game.turning_events`: a city is taken, a ziggurat is built) becomes a
fact: in which part of the truths it happens, and what its seat scores by it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ziggurat.bots.network import NetworkBot
from ziggurat.core import events
from ziggurat.core.bits import members
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game, Records
from ziggurat.core.record import copied
from ziggurat.reviewing import kernels
from ziggurat.reviewing.chances import shares_of
from ziggurat.reviewing.searches import Fact, Forecast

SAMPLES = 8  # possible truths
TURNS = 2  # of each seat
LONGEST = 60  # decisions


class _Seen(NamedTuple):
    event: events.Event
    points: float


class Forecaster:
    """Plays lines on for a few turns."""

    def __init__(self, game: Game) -> None:
        self._game, self._engine = game, game.engine()
        self._bot = NetworkBot(game, 0)

    def play(self, known: Records, seat: int, openly: bool, seed: int, line: Sequence[tuple[int, int]]) -> Forecast:
        """Play a line in several truths, and count."""
        seats = int(known["seats"][0])
        seen: dict[tuple[Any, ...], list[_Seen]] = defaultdict(list)
        scored, wins = np.zeros(seats), np.zeros(seats)
        for number in range(SAMPLES):
            truth = self._game.new_records(1)
            own = np.uint64(seed_for(np.uint64(seed), number))
            self._game.bind(kernels.imagined)(known, truth, seat, openly, own)
            for key, one in self._play_one(truth, line).items():
                seen[key].append(one)
            scored += truth["score"][0, :seats] - known["score"][0, :seats]
            if truth["over"][0]:
                wins += shares_of(self._game, truth)
        facts = [_fact(found) for found in seen.values()]
        facts.sort(key=lambda fact: (-fact.share, -abs(fact.points), fact.text))
        return Forecast(facts, (scored / SAMPLES).round(2).tolist(), (wins / SAMPLES).round(3).tolist())

    def _play_one(self, truth: Records, line: Sequence[tuple[int, int]]) -> dict[tuple[Any, ...], _Seen]:
        """Play on in one truth; the first time of everything that counts."""
        mask, kinds, seats = self._game.new_mask(), self._game.turning_events, int(truth["seats"][0])
        self._engine.legal(truth, mask)
        seen: dict[tuple[Any, ...], _Seen] = {}
        ahead, turns, decisions = list(line), 0, 0
        while not truth["over"][0] and turns < TURNS * seats and decisions < LONGEST:
            actor, legal = int(truth["actor"][0]), members(mask)
            action = legal[0]
            if len(legal) > 1:
                decisions += 1
                action = self._choose(truth, actor, legal, ahead)
            before, rows = truth["score"][0].copy(), events.buffer()
            self._engine.apply(truth, mask, action, rows)
            gained = truth["score"][0] - before
            counted_events = [one for one in events.for_seat(rows, self._game.event_forms, None) if one.kind in kinds]
            shared = Counter(one.seat for one in counted_events)
            for one in counted_events:
                points = float(gained[one.seat]) / shared[one.seat] if one.seat >= 0 else 0.0
                seen.setdefault(_key(one), _Seen(one, points))
            turns += int(truth["actor"][0]) != actor
        return seen

    def _choose(self, truth: Records, actor: int, legal: list[int], ahead: list[tuple[int, int]]) -> int:
        """The line's decision as long as it fits; afterwards what the network prefers."""
        if ahead:
            seat, action = ahead.pop(0)
            if seat == actor and action in legal:
                return action
            ahead.clear()
        redacted = copied(truth)
        self._engine.redact(redacted, actor)
        return int(self._bot.choose(redacted))


def _key(event: events.Event) -> tuple[Any, ...]:
    """What makes two events the same fact: kind, seat and names; numbers may differ."""
    return event.kind, event.seat, *(value for value in event.arguments.values() if isinstance(value, str))


def _fact(found: Sequence[_Seen]) -> Fact:
    texts = Counter(one.event.text for one in found)
    event = next(one.event for one in found if one.event.text == texts.most_common(1)[0][0])
    points = round(float(np.mean([one.points for one in found])), 1)
    return Fact(event.kind, event.seat, dict(event.arguments), event.text, len(found) / SAMPLES, points)
