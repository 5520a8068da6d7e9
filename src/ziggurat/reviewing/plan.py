"""How a budget is shared out. It becomes a number of iterations at once, so that a log's review is always the same."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.sentence import sentence

LONGEST = 5_000  # decisions of a match
CHECKING = 0.25  # of the budget is for looking at the costly decisions again
ROUNDS = 3  # so often
LOTS = 2  # actions drawn by lot at each decision
PARTS = 8  # of what a decision gets: four for exploring, one for each action that is compared
LEAST, MOST = 16, 8_000  # iterations a decision: no look takes so long that a bot that waits for it is noticed


class Budget(NamedTuple):
    """Iterations of each kind of look."""

    explore: int
    compare: int
    glance: int  # when the budget is used up


def plan(game: Game, choices: int, decisions: int, seconds: float) -> Budget:
    """What each decision gets; refused where that is next to nothing."""
    if not 0 < seconds <= 86_400:
        raise BadOption(sentence("A review takes between 0 and 86,400 seconds, not {seconds}.", seconds=f"{seconds:g}"))
    if decisions > LONGEST:
        raise BadOption(
            sentence(
                "The match has {decisions} decisions; at most {longest} can be reviewed.",
                decisions=decisions,
                longest=LONGEST,
            )
        )
    total = game.review_rate * seconds * (1 - CHECKING)
    each = min(MOST, int(total / max(choices, 1)))
    if each < LEAST:
        raise BadOption(
            sentence(
                "Reviewing the {choices} decisions of this match takes more than {seconds} seconds.",
                choices=choices,
                seconds=f"{seconds:g}",
            )
        )
    return Budget(each * (PARTS - 2 - LOTS) // PARTS, each // PARTS, 2)


def most_checked(given: Budget, game: Game, choices: int, seconds: float) -> int:
    """How many decisions can be looked at again."""
    rest = game.review_rate * seconds * CHECKING
    return min(choices, int(rest / (2 * ROUNDS * given.compare)))
