"""The seven levels of bots, the same in every game. They differ in search effort, never in what they know.

The lower three look at what the hand-made evaluation makes of the next few decisions, and overlook what comes later; a
temperature lets them take the second best now and then, the more often the less it differs from the best. The upper
four search with a network. `mayor` searches so little that it mostly plays what the network prefers at first sight.
"""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.bots.thinking import Budget


class Level(NamedTuple):
    """How hard a level thinks, and how often it plays something that is not its best."""

    budget: Budget
    temperature: float
    text: str
    learned: bool = False  # whether it searches with what it has learned
    without: tuple[Budget, float] | None = None  # budget and temperature where no network fits; the same if left out


LEVELS = {
    "apprentice": Level(Budget(iterations=24), 1.5, "tries a few things and often picks the wrong one"),
    "scribe": Level(Budget(iterations=150), 0.8, "sees what scores now, and misses what comes next"),
    "steward": Level(Budget(iterations=1000), 0.4, "plans a turn ahead, with an occasional slip"),
    "mayor": Level(
        Budget(iterations=16),
        2.0,
        "knows what is good at first sight, and hardly looks further",
        learned=True,
        without=(Budget(iterations=3000), 0.4),
    ),
    "governor": Level(
        Budget(iterations=300),
        0.6,
        "has learned from a million games, and decides at a glance",
        learned=True,
        without=(Budget(iterations=10000), 0.3),
    ),
    "king": Level(Budget(seconds=0.4), 0.2, "has learned as much, and takes its time to think ahead", learned=True),
    "gilgamesh": Level(
        Budget(seconds=8.0), 0.0, "thinks longer than anybody likes to wait, and knows no mercy", learned=True
    ),
}
