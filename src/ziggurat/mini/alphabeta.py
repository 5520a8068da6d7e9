"""Who wins a match of two seats without secrets and without chance from here on: alpha-beta with a table, as a kernel.

A position's name in the table is 64 bits of a mix over its whole record; 64 other bits are kept beside the value and
compared, so that two positions would have to agree in 128 bits to be taken for one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.bits import NONE, lowest
from ziggurat.core.chance import GOLDEN, MIX_A, mix
from ziggurat.core.contract import WORDS, apply, legal, standing
from ziggurat.core.kernel import kernel
from ziggurat.core.match import Match

DEEPEST = 512  # decisions in a row
UNSOLVED = 2
LOST, DRAWN, WON = -1, 0, 1
ONE = np.uint64(1)
TABLE_BITS = 22


@kernel
def outcome(state):
    """How a finished match ended for seat 0."""
    ahead = standing(state, 0) - standing(state, 1)
    return WON if ahead > 0 else LOST if ahead < 0 else DRAWN


@kernel
def first_name(words):
    """64 bits for a record."""
    name = GOLDEN
    for word in words:
        name = mix(name ^ word)
    return name


@kernel
def second_name(words):
    """64 other bits."""
    name = MIX_A
    for word in words:
        name = mix(name + word) * GOLDEN
    return name | ONE  # never that of an empty place


@kernel
def next_action(mask):
    """Take an action out of a set; -1 if it is empty."""
    for word in range(WORDS):
        if mask[word] != NONE:
            action = 64 * word + lowest(mask[word])
            mask[word] &= mask[word] - ONE
            return action
    return -1


@kernel
def solve(states, words, masks, windows, names, names_kept, bounds, limit):
    """The value of the first record for seat 0, and how many positions were looked into; UNSOLVED beyond a limit.

    `windows` has, for each depth: alpha and beta as they are now, the two as they were, and the best value so far.
    """
    places = np.uint64(len(names_kept) - 1)
    depth, seen, value = 0, 0, UNSOLVED
    windows[0, 0], windows[0, 1] = LOST, WON
    entering = True
    while True:
        state = states[depth]
        if entering:
            value = UNSOLVED
            if state.over:
                value = outcome(state)
            else:
                names[depth, 0], names[depth, 1] = first_name(words[depth]), second_name(words[depth])
                place = names[depth, 0] & places
                alpha, beta = windows[depth, 0], windows[depth, 1]
                if names_kept[place] == names[depth, 1]:
                    low, high = bounds[place, 0], bounds[place, 1]
                    if low >= beta or low == high:
                        value = low
                    elif high <= alpha:
                        value = high
                    else:
                        alpha, beta = max(alpha, low), min(beta, high)
                if value == UNSOLVED:
                    seen += 1
                    if seen > limit:
                        return UNSOLVED, seen
                    windows[depth, 0], windows[depth, 1] = alpha, beta
                    windows[depth, 2], windows[depth, 3] = alpha, beta
                    windows[depth, 4] = LOST - 1 if state.actor == 0 else WON + 1
                    legal(state, masks[depth])
        if value == UNSOLVED:
            action = next_action(masks[depth])
            if action >= 0 and windows[depth, 0] < windows[depth, 1]:
                states[depth + 1] = state
                apply(states[depth + 1], action, None)
                windows[depth + 1, 0], windows[depth + 1, 1] = windows[depth, 0], windows[depth, 1]
                depth += 1
                entering = True
                continue
            value = windows[depth, 4]
            keep(names[depth], value, windows[depth], names_kept, bounds, places)
        if depth == 0:
            return value, seen
        depth -= 1
        entering = False
        if states[depth].actor == 0:
            windows[depth, 4] = max(windows[depth, 4], value)
            windows[depth, 0] = max(windows[depth, 0], value)
        else:
            windows[depth, 4] = min(windows[depth, 4], value)
            windows[depth, 1] = min(windows[depth, 1], value)
        value = UNSOLVED


@kernel
def keep(name, value, window, names_kept, bounds, places):
    """Store a result in the table: a bound if the window cut the search short, else the value."""
    place = name[0] & places
    if names_kept[place] != name[1]:
        names_kept[place] = name[1]
        bounds[place, 0], bounds[place, 1] = LOST, WON
    if value < window[3]:  # below the old beta: no more than this
        bounds[place, 1] = min(bounds[place, 1], value)
    if value > window[2]:  # above the old alpha: no less than this
        bounds[place, 0] = max(bounds[place, 0], value)


def winner_from(match: Match, limit: int = 2**40) -> tuple[int, int]:
    """The value of a position for seat 0 (1 won, 0 drawn, -1 lost), and how many positions it took to know."""
    game = match.game
    states = np.zeros(DEEPEST, dtype=game.state)
    states[0] = match.record()[0]
    words: Any = states.view(np.uint64).reshape(DEEPEST, -1)
    value, seen = game.bind(solve)(
        states,
        words,
        np.zeros((DEEPEST, game.words), dtype=np.uint64),
        np.zeros((DEEPEST, 5), dtype=np.int64),
        np.zeros((DEEPEST, 2), dtype=np.uint64),
        np.zeros(1 << TABLE_BITS, dtype=np.uint64),
        np.zeros((1 << TABLE_BITS, 2), dtype=np.int8),
        limit,
    )
    if value == UNSOLVED:
        raise RuntimeError(f"Not solved after {seen:,} positions.")
    return int(value), int(seen)
