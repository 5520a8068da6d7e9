"""A bot by its name, for matches of any game: what `ziggurat.bot` gives."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from ziggurat.bots.record_check import game_of
from ziggurat.bots.thinking import Bot, Budget, Progress, Stop, Thought, never, nowhere
from ziggurat.core.errors import BadRecord
from ziggurat.core.game import Game, Records
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import quoted


class NamedBot:
    """A computer player that learns which game it plays from the match it is asked about.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> bot = ziggurat.bot("greedy", seed=1)
    >>> while not match.over:
    ...     match = match.play(bot.choose(match))
    >>> len(match.winners)
    1
    """

    def __init__(self, name: str, make: Callable[[Game, int], Bot], seed: int | None = None) -> None:
        self.name = name
        self.seed: int = secrets.randbelow(SEEDS) if seed is None else seed
        self.make = make
        self._bots: dict[str, Bot] = {}

    def __repr__(self) -> str:
        return f"ziggurat.bot({self.name!r}, seed={self.seed})"

    def choose(self, records: Match | Records) -> int:
        """The action it would play in a match, or in a record that is redacted for its actor.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play(ziggurat.bot("random", seed=1).choose(match)).actor
        1
        """
        return self._of(records).choose(records)

    def think(
        self, records: Match | Records, budget: Budget | None = None, stop: Stop = never, progress: Progress = nowhere
    ) -> Thought:
        """The whole thought: the action, the candidates, what is expected; see `ziggurat.bots.Bot.think`.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> ziggurat.bot("search:20i", seed=1).think(match).iterations
        20
        """
        return self._of(records).think(records, budget, stop, progress)

    def playing(self, game: str | Game) -> Bot:
        """The bot that plays one game.

        >>> import ziggurat
        >>> type(ziggurat.bot("greedy").playing("ur")).__name__
        'GreedyBot'
        """
        card = find_game(game)
        if card.name not in self._bots:
            self._bots[card.name] = self.make(card, self.seed)
        return self._bots[card.name]

    def _of(self, position: Any) -> Bot:
        if isinstance(position, Match):
            return self.playing(position.game)
        game = game_of(position) if isinstance(position, np.ndarray) else None
        if game is None:
            raise BadRecord(f"A bot decides about a match or one of its records, not about {quoted(position)}.")
        return self.playing(game)
