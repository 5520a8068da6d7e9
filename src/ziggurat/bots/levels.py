"""Five levels for people, the same in every game. They differ by budget and by temperature, never by cheating."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.bots.thinking import Budget


class Level(NamedTuple):
    """How hard a level thinks, and how often it plays something that is not its best."""

    budget: Budget
    temperature: float
    text: str


LEVELS = {
    "apprentice": Level(Budget(iterations=24), 1.5, "tries a few things and often picks the wrong one"),
    "scribe": Level(Budget(iterations=150), 0.8, "sees what scores now, and misses what comes next"),
    "steward": Level(Budget(iterations=1000), 0.4, "plans a turn ahead, with an occasional slip"),
    "governor": Level(Budget(seconds=0.3), 0.15, "plans for everybody at the table, and seldom slips"),
    "king": Level(Budget(seconds=1.5), 0.0, "uses all the time it has, and always plays what it thinks best"),
}
