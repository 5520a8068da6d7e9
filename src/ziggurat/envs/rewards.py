"""Rewards. Every kind adds up to zero over the seats.

win       the winner has 1, the others share -1; those who share a victory share its reward
rank      from 1 for the first to -1 for the last, evenly spaced; equal seats have the same
score     points minus the mean of the others' points
progress  the same, paid as it comes: at every step what it has changed by
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ziggurat.core.contract import standing
from ziggurat.core.errors import BadOption
from ziggurat.core.kernel import kernel

KINDS = ("win", "rank", "score")  # paid at the end of a game
WIN, RANK, SCORE, PROGRESS = range(4)
STEPWISE = (*KINDS, "progress")  # what can be paid where every step is


def number_of(kind: Any, kinds: Sequence[str] = KINDS) -> int:
    """A kind of reward as kernels take it."""
    if kind not in kinds:
        raise BadOption(f"A reward is {', '.join(kinds[:-1])} or {kinds[-1]}, not {kind!r}.")
    return kinds.index(kind)


@kernel
def pay(state, kind, out):
    """Write each seat's reward for a finished game: one division of whole numbers, so that every device agrees."""
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    others = max(state.seats - 1, 1)
    for seat in range(state.seats):
        above, level, below = 0, 0, 0
        mine = standing(state, seat)
        for other in range(state.seats):
            theirs = standing(state, other)
            if theirs > mine:
                above += 1
            elif theirs < mine:
                below += 1
            else:
                level += 1
        if kind == RANK:
            out[seat] = (below - above) / others
        elif kind == SCORE:
            out[seat] = (state.seats * state.score[seat] - total) / others
        elif above > 0:
            out[seat] = -1 / others
        else:
            out[seat] = (state.seats - level) / (level * others)


@kernel
def pay_progress(state, paid, out):
    """Write what each seat has gained since it was last paid, minus the mean of what the others have."""
    total = 0
    for seat in range(state.seats):
        total += state.score[seat] - paid[seat]
    for seat in range(state.seats):
        out[seat] = (state.seats * (state.score[seat] - paid[seat]) - total) / max(state.seats - 1, 1)
    for seat in range(state.seats):
        paid[seat] = state.score[seat]


@kernel
def settle(states, kind, out):
    """The rewards of the first record, for callers from Python."""
    pay(states[0], kind, out)
