"""The network bot: one forward pass per decision, then the action with the highest preference."""

from __future__ import annotations

import functools
import logging
import time
from typing import Any

import numpy as np

from ziggurat.bots import forward, weights
from ziggurat.bots.forward import forward as let_through
from ziggurat.bots.forward import preference, prepare, value_of
from ziggurat.bots.simple import GreedyBot
from ziggurat.bots.thinking import Bot, Budget, Candidate, LikelyMove, Progress, Stop, Thought
from ziggurat.bots.weights import BadNetwork, Weights
from ziggurat.core.bits import NONE, lowest, members
from ziggurat.core.contract import WORDS, legal, observe
from ziggurat.core.game import Game, Records
from ziggurat.core.kernel import kernel
from ziggurat.core.match import new

TOLD = 8  # candidates
LOG = logging.getLogger(__name__)
_SAID: set[str] = set()


@kernel
def judge(known, seat, mask, observation, words, weights, numbers, room, preferences, values):  # type: ignore[no-untyped-def]
    """The network's output for a redacted record: a preference for each legal action, a value for each seat.

    Seats are as they sit. Returns the action preferred most; among equals, the first.
    """
    legal(known[0], mask)
    observe(known[0], seat, observation)
    seats = known[0].seats
    let_through(words, seats, weights, numbers, room)
    for offset in range(seats):
        values[(seat + offset) % seats] = value_of(weights, numbers, room, offset)
    prepare(weights, numbers, room)
    best = -1
    for word in range(WORDS):
        rest = mask[word]
        while rest != NONE:
            action = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            preferences[action] = preference(weights, numbers, room, action)
            if best < 0 or preferences[action] > preferences[best]:
                best = action
    return best


class NetworkBot(Bot):
    """Plays the action its network prefers. Without a network that fits the match it plays like `greedy`.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> ziggurat.bots.NetworkBot("babel").choose(match) in match.legal()
    True
    """

    def __init__(self, game: str | Game, seed: int | None = None, network: Weights | None = None) -> None:
        super().__init__(game, seed)
        game = self.game
        self.network = network or network_of(game)
        self._instead = GreedyBot(game, self.seed)
        if self.network is None:
            return
        self._room = self.network.new_room()
        self._words = np.zeros((game.observation_size + 7) // 8, dtype=np.uint64)
        self._preferences = np.zeros(game.actions, dtype=np.int64)
        self._values = np.zeros(forward.MAX_SEATS)
        self._mask = game.new_mask()

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        if self.network is None or not fits(self.game, records):
            return self._instead._think(records, budget, stop, progress)
        began = time.perf_counter()
        seat = int(records["actor"][0])
        action = int(self.game.bind(judge)(*self.arguments(self.network, records)))
        progress(1.0)
        expected = tuple(float(0.5 + 0.5 * value) for value in self._values[: int(records["seats"][0])])
        text = self.game.notation.write(action)
        candidates = self._candidates(expected[seat])
        took = time.perf_counter() - began
        return Thought(action, candidates, expected, (LikelyMove(seat, action, text),), 1, took)

    def arguments(self, network: Weights, records: Records) -> tuple[Any, ...]:
        """The arguments of the kernel `judge`."""
        return (
            *(records, int(records["actor"][0]), self._mask, self._observation, self._words),
            *(network.weights, network.numbers, self._room, self._preferences, self._values),
        )

    @property
    def _observation(self) -> np.ndarray[Any, Any]:
        """The words as bytes: made anew each time, because a copy of the bot must not look at the first one's."""
        return self._words.view(np.uint8)

    def _candidates(self, value: float) -> tuple[Candidate, ...]:
        """The preferred actions; `visits` has their probabilities in thousandths."""
        legal = members(self._mask)
        preferences = self._preferences[legal] / (forward.ONE << int(self.network.numbers[forward.ACTIONS_SHIFT]))  # type: ignore[union-attr]
        odds = np.exp(preferences - preferences.max())
        odds /= odds.sum()
        order = sorted(range(len(legal)), key=lambda at: (-self._preferences[legal[at]], legal[at]))[:TOLD]
        write = self.game.notation.write
        return tuple(Candidate(legal[at], write(legal[at]), round(1000 * odds[at]), value) for at in order)


def network_of(game: Game) -> Weights | None:
    """A game's network; None (with one warning) if there is none that can be used."""
    try:
        return weights.of(game)
    except BadNetwork as problem:
        say_once(f"{problem} The hand-made evaluation plays instead.")
        return None


def fits(game: Game, records: Records) -> bool:
    """Whether a match has the components and options that the network has learned: a new match's (`network_fixed`)."""
    fixed = game.network_fixed
    names = (fixed,) if isinstance(fixed, str) else fixed
    if all(np.array_equal(records[name][0], _new_record(game)[name]) for name in names):
        return True
    known = "has not learned these components or options"
    say_once(f"{game.title}'s network {known}. The hand-made evaluation plays instead.")
    return False


@functools.cache
def _new_record(game: Game) -> Any:
    return new(game.name, seats=game.seat_counts[0], seed=0).record(0)[0]


def say_once(sentence: str) -> None:
    """Log a warning once, not at every decision."""
    if sentence not in _SAID:
        _SAID.add(sentence)
        LOG.warning(sentence)
