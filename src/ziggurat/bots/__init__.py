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
from ziggurat.bots.named import NamedBot
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.search import SearchBot
from ziggurat.bots.simple import GreedyBot, RandomBot
from ziggurat.bots.thinking import DEFAULT_BUDGET, Bot, Budget, Candidate, Thought
from ziggurat.core.errors import BadOption

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Candidate",
    "GreedyBot",
    "LearnedBot",
    "NamedBot",
    "NetworkBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "bot",
    "find",
    "names",
    "seconds",
]

Maker = Callable[..., Bot]  # for a game, or its name, with a seed if one is given

_SEARCH = re.compile(r"(search|classic|learned):(\d+(?:\.\d+)?)(i?)")


def names() -> tuple[str, ...]:
    """The bots that tables offer. `find` also knows bots that are only used for comparison.

    >>> import ziggurat.bots
    >>> ziggurat.bots.names()[:4]
    ('random', 'greedy', 'search', 'apprentice')
    """
    return ("random", "greedy", "search", *LEVELS)


def bot(name: str, *, seed: int | None = None) -> NamedBot:
    """The bot of that name, for matches of any game: `match.play(bot.choose(match))`.

    The same seed draws the same; without one, it is drawn. Budgets in seconds depend on the machine.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> match.play(ziggurat.bot("scribe", seed=1).choose(match)).history()  # doctest: +ELLIPSIS
    ['...']
    """
    return NamedBot(name, find(name), seed)


def find(name: str) -> Maker:
    """A factory for the bot of that name: call it with a game, or its name, and a seed.

    >>> import ziggurat.bots
    >>> ziggurat.bots.find("greedy")("babel", 1).game
    ziggurat.game('babel')
    """
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
    """The bot's time budget for a decision in seconds; 0 if its budget is not in seconds.

    >>> import ziggurat.bots
    >>> ziggurat.bots.seconds("king"), ziggurat.bots.seconds("search:500i")
    (0.4, 0.0)
    """
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
