"""Kernels that evaluate a decision from what was known there; they work with every game.

An evaluation first plays the given action, if any, and then searches: so two actions can be compared with the same
samples of the hidden state and the same effort. Samples are numbered: two evaluations of a decision use the same ones.
"""

from __future__ import annotations

from ziggurat.bots.guided import finish
from ziggurat.bots.guided import iterate as walk_guided
from ziggurat.bots.tree import iterate as walk_classic
from ziggurat.bots.tree import judge, plant
from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import apply, evaluate, resample
from ziggurat.core.kernel import kernel

FREE = -1  # instead of an action: whichever the search likes


@kernel
def imagine(work, known, seat, openly, seed):
    """One possible truth; with everything visible, only what is still to be drawn is imagined."""
    work[0] = known[0]
    if openly:
        start(work[0].rng, seed)
    else:
        resample(work[0], seat, seed)


@kernel
def look_guided(
    known, work, masks, nodes, path, results, stream, totals, action, seat, openly, seed, iterations,
    words, sight, weights, numbers, room,
):  # fmt: skip
    """Search behind an action with the network; `totals` gets the sum of each seat's results."""
    used = plant(nodes)
    for index in range(iterations):
        imagine(work, known, seat, openly, seed_for(seed, index))
        if action != FREE:
            apply(work[0], action, None)
        used = walk_guided(work, masks, nodes, used, 0, path, results, stream, words, sight, weights, numbers, room)
        for each in range(work[0].seats):
            totals[each] += results[each]
    return used


@kernel
def look_classic(
    known, work, masks, nodes, path, results, stream, totals, action, seat, openly, seed, iterations, settings
):
    """The same with the hand-made evaluation, where there is no network that fits."""
    used = plant(nodes)
    for index in range(iterations):
        imagine(work, known, seat, openly, seed_for(seed, index))
        if action != FREE:
            apply(work[0], action, None)
        used = walk_classic(work, masks, nodes, used, 0, path, results, stream, settings)
        for each in range(work[0].seats):
            totals[each] += results[each]
    return used


@kernel
def imagined(known, work, seat, openly, seed):
    """One possible truth, for Python."""
    imagine(work, known, seat, openly, seed)


@kernel
def promises(states, out):
    """What a position promises each seat, in points, by the hand-made evaluation."""
    for seat in range(states[0].seats):
        out[seat] = evaluate(states[0], seat)


@kernel
def end_guided(states, results):
    """What a finished game was worth to each seat, as the network's search counts it."""
    finish(states[0], results)


@kernel
def end_classic(states, results):
    """The same as the hand-made evaluation's search counts it."""
    judge(states[0], results)
