"""Kernels that evaluate a decision from what was known there; they work with every game.

An evaluation first plays the given action, if any, and then searches: so two actions can be compared with the same
samples of the hidden state and the same effort. Samples are numbered: two evaluations of a decision use the same ones.

Everything here counts in winning chances: one win is shared by all who win together, and all seats' chances add up to
one. `scale` has the two numbers of the game's calibration (`ziggurat.reviewing.chances`).
"""

from __future__ import annotations

from ziggurat.bots.guided import PER_OCTAVE, expand, pick, power_of_two
from ziggurat.bots.tree import LONGEST, NO_NODE, natural_log, note, plant
from ziggurat.bots.tree import iterate as walk_classic
from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import apply, evaluate, legal, resample, standing
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel

FREE = -1  # instead of an action: whichever the search likes
SLOPE, STRETCH = 0, 1  # of a calibration
CERTAIN = 0.499  # a lead that is as good as certain


@kernel
def imagine(work, known, seat, openly, seed):
    """One possible truth; with everything visible, only future draws are resampled."""
    work[0] = known[0]
    if openly:
        start(work[0].rng, seed)
    else:
        resample(work[0], seat, seed)


@kernel
def look_guided(
    known, work, masks, nodes, path, results, stream, totals, action, seat, openly, seed, iterations, scale,
    words, sight, weights, numbers, room,
):  # fmt: skip
    """Search behind an action with the network; `totals` gets the sum of each seat's winning chances."""
    used = plant(nodes)
    for index in range(iterations):
        imagine(work, known, seat, openly, seed_for(seed, index))
        if action != FREE:
            apply(work[0], action, None)
        used = walk_guided(work, masks, nodes, used, path, results, stream, scale, words, sight, weights, numbers, room)
        for each in range(work[0].seats):
            totals[each] += results[each]
    return used


@kernel
def walk_guided(work, masks, nodes, used, path, results, stream, scale, words, sight, weights, numbers, room):
    """One iteration of `bots.guided`, in winning chances: each seat tries to win, and nothing else."""
    state = work[0]
    node, length = 0, 0
    while True:
        if state.over:
            share_win(state, results)
            break
        if legal(state, masks[0]) == 1:  # no choice, no node
            apply(state, choose(masks[0], 1, stream), None)
            continue
        best = NO_NODE
        if length < LONGEST:
            best = pick(nodes, node, masks[0], state.actor)
        if best == NO_NODE:
            used = expand(work, masks, nodes, used, node, results, words, sight, weights, numbers, room)
            calibrate(state.seats, results, scale)
            break
        apply(state, nodes[best].action, None)
        path[length] = best
        length += 1
        node = best
    note(nodes[0], results)
    for step in range(length):
        note(nodes[path[step]], results)
    return used


@kernel
def look_classic(
    known, work, masks, nodes, path, results, stream, totals, action, seat, openly, seed, iterations, scale, settings
):
    """The same with the hand-made evaluation, where there is no network that fits."""
    used = plant(nodes)
    for index in range(iterations):
        imagine(work, known, seat, openly, seed_for(seed, index))
        if action != FREE:
            apply(work[0], action, None)
        used = walk_classic(work, masks, nodes, used, 0, path, results, stream, settings)
        if work[0].over:
            share_win(work[0], results)
        else:
            calibrate(work[0].seats, results, scale)
        for each in range(work[0].seats):
            totals[each] += results[each]
    return used


@kernel
def share_win(state, chances):
    """Who has won a finished game: 1, or equal parts of it, and 0 for all others."""
    best = standing(state, 0)
    for seat in range(1, state.seats):
        best = max(best, standing(state, seat))
    winners = 0
    for seat in range(state.seats):
        winners += standing(state, seat) == best
    for seat in range(state.seats):
        chances[seat] = 1.0 / winners if standing(state, seat) == best else 0.0


@kernel
def calibrate(seats, results, scale):
    """Turn expected results (0 to 1, 0.5 is even) into winning chances that add up to one, in place."""
    highest = -1e9
    for seat in range(seats):
        lead = min(max(scale[STRETCH] * (results[seat] - 0.5), -CERTAIN), CERTAIN)
        odds = natural_log((0.5 + abs(lead)) / (0.5 - abs(lead))) * PER_OCTAVE * scale[SLOPE]
        results[seat] = odds if lead > 0 else -odds
        highest = max(highest, results[seat])
    total = 0.0
    for seat in range(seats):
        results[seat] = power_of_two(results[seat] - highest)
        total += results[seat]
    for seat in range(seats):
        results[seat] /= total


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
def end(states, chances):
    """How the win of a finished game is shared, for Python."""
    share_win(states[0], chances)
