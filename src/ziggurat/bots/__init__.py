"""Players that are programs. A bot sees what its seat sees, a redacted record, and never the truth.

random           any legal action
greedy           what leaves it best off right now
network          what it has learned to play, without looking ahead
search:0.5       tree search with half a second a decision (search:800i: with 800 iterations)
apprentice, scribe, steward, governor, king      the same search, weaker to stronger, for people
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ziggurat.bots.levels import LEVELS
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.search import SearchBot
from ziggurat.bots.simple import GreedyBot, RandomBot
from ziggurat.bots.thinking import Bot, Budget, Candidate, Thought
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Candidate",
    "GreedyBot",
    "NetworkBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "find",
    "names",
]

Maker = Callable[[Game, int], Bot]  # for a game, with a seed

_SEARCH = re.compile(r"search:(\d+(?:\.\d+)?)(i?)")
DEFAULT_BUDGET = Budget(seconds=0.5)


def names() -> tuple[str, ...]:
    """The names of all bots; `search` also takes a budget."""
    return ("random", "greedy", "network", "search", *LEVELS)


def find(name: str) -> Maker:
    """The bot of that name, to be made for a game and a seed."""
    if name == "random":
        return RandomBot
    if name == "greedy":
        return GreedyBot
    if name == "network":
        return NetworkBot
    if name == "search":
        return lambda game, seed: SearchBot(game, seed, DEFAULT_BUDGET)
    if name in LEVELS:
        level = LEVELS[name]
        return lambda game, seed: SearchBot(game, seed, level.budget, level.temperature)
    if found := _SEARCH.fullmatch(name):
        if found[2]:
            budget = Budget(iterations=int(float(found[1])))
        else:
            budget = Budget(seconds=float(found[1]))
        if (budget.iterations or budget.seconds or 0) > 0:
            return lambda game, seed: SearchBot(game, seed, budget)
    raise BadOption(
        f"There is no bot called {name!r}; there is {', '.join(names())}, "
        "and search:0.2 (seconds a decision) or search:500i (iterations)."
    )
