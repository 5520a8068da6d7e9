"""The interface of a bot: it thinks about a redacted record within a budget, and can be stopped."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ziggurat.bots.record_check import check_for
from ziggurat.core.copies import writable
from ziggurat.core.game import Game, Records
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.registry import game as find_game

Stop = Callable[[], bool]  # asked now and then: stop thinking?
Progress = Callable[[float], None]  # told now and then: the part of the budget that is used


class Budget(NamedTuple):
    """How much a bot may think about one decision: seconds, iterations, or whichever runs out first.

    >>> from ziggurat.bots import Budget
    >>> Budget(iterations=500)
    Budget(seconds=None, iterations=500)
    """

    seconds: float | None = None
    iterations: int | None = None


DEFAULT_BUDGET = Budget(seconds=0.5)


@dataclass(frozen=True)
class Candidate:
    """An action that was considered.

    >>> import ziggurat
    >>> thought = ziggurat.bot("classic:50i", seed=1).think(ziggurat.new("babel", seed=7))
    >>> thought.candidates[0].text in ziggurat.new("babel", seed=7).moves()
    True
    """

    action: int
    text: str
    visits: int
    value: float  # for the seat that decides, from 0 to 1


@dataclass(frozen=True)
class LikelyMove:
    """A move that is likely to follow, and whose it would be."""

    seat: int
    action: int
    text: str


@dataclass(frozen=True)
class Thought:
    """The result of thinking: the chosen action, the candidates and what is expected.

    >>> import ziggurat
    >>> thought = ziggurat.bot("classic:50i", seed=1).think(ziggurat.new("babel", seed=7))
    >>> thought.action == thought.candidates[0].action, len(thought.expected)
    (True, 2)
    """

    action: int
    candidates: tuple[Candidate, ...]  # best first
    expected: tuple[float, ...]  # the result each seat can expect, from 0 to 1; empty if the bot cannot tell
    sequel: tuple[
        LikelyMove, ...
    ]  # how it may go on, beginning with the action; decisions without a choice are left out
    iterations: int
    seconds: float

    @property
    def line(self) -> tuple[str, ...]:
        """The expected sequel, in notation."""
        return tuple(move.text for move in self.sequel)


def never() -> bool:
    """A stop condition that never holds."""
    return False


def nowhere(_: float) -> None:
    """A progress callback that does nothing."""


def known_to_actor(position: Match | Records) -> Records:
    """What the seat to act knows of a match; a record comes back as it is."""
    return position.record(position.actor) if isinstance(position, Match) else position


class Bot:
    """A computer player of one game. It decides about redacted records, never about the full position.

    Bots of ours implement `_think`, which is given records that have been checked. A bot of yours may override `think`.

    >>> import ziggurat
    >>> from ziggurat.bots import Bot, Thought
    >>> class First(Bot):
    ...     def _think(self, records, budget, stop, progress):
    ...         mask = self.game.new_mask()
    ...         self.game.engine().legal(records, mask)
    ...         return Thought(ziggurat.core.bits.members(mask)[0], (), (), (), 0, 0.0)
    >>> match = ziggurat.new("ur", seats=3, seed=7)
    >>> match.play(First("ur").choose(match)).history()
    ['put a1']
    """

    def __init__(self, game: str | Game, seed: int | None = None) -> None:
        """A bot for a game, or its name. The same seed draws the same; without one, it is drawn."""
        self.game = find_game(game)
        self.seed: int = secrets.randbelow(SEEDS) if seed is None else seed

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def think(
        self, records: Match | Records, budget: Budget | None = None, stop: Stop = never, progress: Progress = nowhere
    ) -> Thought:
        """Think about the next decision of a match, or of a record that is redacted for its actor.

        Without a budget the bot uses its own. It can be stopped at any moment and then answers with what it has.
        Raises `BadRecord` if there is nothing to decide: the match is over, or the record is another seat's.
        """
        records = known_to_actor(records)
        self.check(records)
        return self._think(records, budget, stop, progress)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        raise NotImplementedError(f"{type(self).__name__} needs a method `think`")

    def choose(self, records: Match | Records) -> int:
        """The action it would play in a match, or in a record that is redacted for its actor."""
        return self._choose(known_to_actor(records))

    def _choose(self, records: Records) -> int:
        return self.think(records).action

    def check(self, records: Records) -> None:
        """Raise `BadRecord` with a sentence if this is not the record of the seat to move in a match of its game."""
        check_for(self.game)(records)
