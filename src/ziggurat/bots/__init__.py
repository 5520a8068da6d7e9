"""Bots: computer players. A bot sees what its seat sees (a redacted record), never the full position.

random           any legal action
greedy           what leaves it best off right now
network          what it has learned to play, without looking ahead
search:0.5       tree search with half a second a decision (search:800i: with 800 iterations)
classic:0.5      tree search with the hand-made evaluation, for comparison
learned:0.5      another name for search:0.5
apprentice, scribe, steward, mayor, governor, king, gilgamesh      weaker to stronger, for people
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from ziggurat.bots.learned import LearnedBot
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
    "LearnedBot",
    "NetworkBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "find",
    "names",
    "seconds",
]

Maker = Callable[[Game, int], Bot]  # for a game, with a seed

_SEARCH = re.compile(r"(search|classic|learned):(\d+(?:\.\d+)?)(i?)")
DEFAULT_BUDGET = Budget(seconds=0.5)


def names() -> tuple[str, ...]:
    """The bots that tables offer. `find` also knows bots that are only used for comparison."""
    return ("random", "greedy", "search", *LEVELS)


def find(name: str) -> Maker:
    """A factory for the bot of that name: call it with a game and a seed."""
    if name == "random":
        return RandomBot
    if name == "greedy":
        return GreedyBot
    if name == "network":
        return NetworkBot
    if name == "search":
        return partial(LearnedBot, budget=DEFAULT_BUDGET)
    if name in LEVELS:
        level = LEVELS[name]
        if level.learned:
            return partial(LearnedBot, budget=level.budget, temperature=level.temperature, without=level.without)
        return partial(SearchBot, budget=level.budget, temperature=level.temperature)
    if search := _SEARCH.fullmatch(name):
        kinds: dict[str, Callable[..., Bot]] = {"search": LearnedBot, "classic": SearchBot, "learned": LearnedBot}
        if search[3]:
            budget = Budget(iterations=int(float(search[2])))
        else:
            budget = Budget(seconds=float(search[2]))
        if (budget.iterations or budget.seconds or 0) > 0:
            return partial(kinds[search[1]], budget=budget)
    raise _unknown(name)


def seconds(name: str) -> float:
    """The bot's time budget for a decision in seconds; 0 if its budget is not in seconds."""
    if name in LEVELS:
        return LEVELS[name].budget.seconds or 0.0
    if name == "search":
        return DEFAULT_BUDGET.seconds or 0.0
    search = _SEARCH.fullmatch(name)
    return float(search[2]) if search and not search[3] else 0.0


def _unknown(name: str) -> BadOption:
    return BadOption(
        f"There is no bot called {name!r}; there is {', '.join(names())}, "
        "and search:0.2 (seconds a decision) or search:500i (iterations)."
    )
