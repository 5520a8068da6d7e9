"""Tree search guided by a network, as kernels that work with every game.

As in `ziggurat.bots.tree`, every iteration draws a possible truth and walks one tree that all truths share. But the
network says which actions are worth trying (PUCT), and how well every seat will do takes the place of a playout: it is
asked once for each new node, about what the seat that decides there would know.

A node has children for the actions that are preferred most, as far as a truth allows them; where another truth allows
none of them, the network is asked again and the node gets more.

Preferences become odds by `power_of_two`, which only adds and multiplies: every machine comes to the same odds.
"""

from __future__ import annotations

import math

import numpy as np

from ziggurat.bots.forward import (
    ACTIONS_SHIFT,
    LIKING_ROOM,
    MAX_SEATS,
    ONE,
    forward,
    preference,
    prepare,
    value_of,
)
from ziggurat.bots.tree import LONGEST, NO_NODE, child_of, clear, note
from ziggurat.core.bits import NONE, has, lowest, remove
from ziggurat.core.chance import draw
from ziggurat.core.contract import SCALE, WORDS, apply, legal, observe, redact, resample, standing
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel

NODE = np.dtype(
    [
        ("total", "f8", (MAX_SEATS,)),  # sum of results, by seat
        ("odds", "f8"),  # of its action, by the network
        ("visits", "i4"),
        ("available", "i4"),
        ("first", "i4"),  # first child
        ("next", "i4"),  # next sibling
        ("action", "i4"),
        ("seat", "i4"),  # whose action it is
    ],
    align=True,
)

LEAST = -(1 << 40)  # less than any preference
CHILDREN = 16  # a node gets at most so many at a time
FEWEST = 4  # but so many in any case, and beyond them none whose odds are slighter than these
SLIGHT = 0.002
EXPLORATION = 1.0
SOFT = 2.0  # preferences are divided by this before they become odds: PPO is surer of itself than it should be
UNTRIED = 0.05  # what is not tried yet is expected to be so much worse than its parent
MARGIN = 0.3  # of the result at the end, as in training; the rest is the rank
PER_OCTAVE = math.log2(math.e)
POWERS = np.array([2.0**-exponent for exponent in range(64)])
POWERS.setflags(write=False)


@kernel
def search(
    known, work, masks, nodes, used, root, path, results, stream, seat, iterations, words, sight, weights, numbers, room
):
    """Run some iterations from what a seat knows; returns the number of nodes in use.

    `known` holds the redacted record, `work` room for two more, `masks` for two sets of actions; `words` and `sight`
    are the same memory, for an observation.
    """
    for _ in range(iterations):
        work[0] = known[0]
        resample(work[0], seat, draw(stream))
        used = iterate(work, masks, nodes, used, root, path, results, stream, words, sight, weights, numbers, room)
    return used


@kernel
def iterate(work, masks, nodes, used, root, path, results, stream, words, sight, weights, numbers, room):
    """One iteration: walk from the root to a new node, evaluate it, back up the result along the path.

    The first record in `work` is a possible truth where the root is.
    """
    state = work[0]
    node, length = root, 0
    while True:
        if state.over:
            finish(state, results)
            break
        if legal(state, masks[0]) == 1:  # no choice, no node
            apply(state, choose(masks[0], 1, stream), None)
            continue
        best = NO_NODE
        if length < LONGEST:
            best = pick(nodes, node, masks[0], state.actor)
        if best == NO_NODE:
            used = expand(work, masks, nodes, used, node, results, words, sight, weights, numbers, room)
            break
        apply(state, nodes[best].action, None)
        path[length] = best
        length += 1
        node = best
    note(nodes[root], results)
    for step in range(length):
        note(nodes[path[step]], results)
    return used


@kernel
def pick(nodes, node, mask, seat):
    """The legal child with the highest PUCT score for a seat."""
    visits = max(nodes[node].visits, 1)
    untried = nodes[node].total[seat] / visits - UNTRIED
    reach = EXPLORATION * math.sqrt(visits)
    best, best_value = NO_NODE, -1e9
    child = nodes[node].first
    while child != NO_NODE:
        if has(mask, nodes[child].action):
            tried = nodes[child].visits
            value = untried
            if tried > 0:
                value = nodes[child].total[seat] / tried
            value += reach * nodes[child].odds / (1 + tried)
            if value > best_value:
                best, best_value = child, value
        child = nodes[child].next
    return best


@kernel
def expand(work, masks, nodes, used, node, results, words, sight, weights, numbers, room):
    """Evaluate a node with the network and add its preferred children; returns the number of nodes in use."""
    seats, seat = work[0].seats, work[0].actor
    work[1] = work[0]
    redact(work[1], seat)
    observe(work[1], seat, sight)
    forward(words, seats, weights, numbers, room)
    for offset in range(seats):
        results[(seat + offset) % seats] = 0.5 + 0.5 * value_of(weights, numbers, room, offset)
    highest = like(masks[0], weights, numbers, room)
    liking = numbers[LIKING_ROOM]
    unit = PER_OCTAVE / SOFT / (ONE << numbers[ACTIONS_SHIFT])
    total = 0.0
    for word in range(WORDS):
        rest = masks[0, word]
        masks[1, word] = rest
        while rest != NONE:
            action = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            total += power_of_two((room[liking + action] - highest) * unit)
    for rank in range(CHILDREN):
        if used >= len(nodes):
            break
        action = best_of(masks[1], room, liking)
        if action < 0:
            break
        odds = power_of_two((room[liking + action] - highest) * unit) / total
        if rank >= FEWEST and odds < SLIGHT:
            break
        remove(masks[1], action)
        if child_of(nodes, node, action) == NO_NODE:
            clear(nodes[used], action, seat)
            nodes[used].odds = odds
            nodes[used].next = nodes[node].first
            nodes[node].first = used
            used += 1
    return used


@kernel
def like(mask, weights, numbers, room):
    """Note how much each action of a set is preferred, in LIKING_ROOM; returns the most. Comes after `forward`."""
    prepare(weights, numbers, room)
    highest = LEAST
    for word in range(WORDS):
        rest = mask[word]
        while rest != NONE:
            action = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            liking = preference(weights, numbers, room, action)
            room[numbers[LIKING_ROOM] + action] = liking
            highest = max(highest, liking)
    return highest


@kernel
def best_of(mask, room, liking):
    """The action of a set that is preferred most; among equals the first, and -1 in an empty set."""
    best, most = -1, LEAST
    for word in range(WORDS):
        rest = mask[word]
        while rest != NONE:
            action = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if room[liking + action] > most:
                best, most = action, room[liking + action]
    return best


@kernel
def power_of_two(exponent):
    """2 to a power that is not above 0, to seven digits."""
    whole = math.floor(exponent)
    if whole < -60:
        return 0.0
    part = (exponent - whole) * 0.6931471805599453
    series = 1.0 + part / 5.0 * (1.0 + part / 6.0 * (1.0 + part / 7.0))
    series = 1.0 + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0 * series)))
    return series * POWERS[-np.int64(whole)]


@kernel
def finish(state, results):
    """What a finished game was worth to each seat, from 0 to 1: mostly its rank, and its margin."""
    for seat in range(state.seats):
        below, above, rival = 0, 0, -1e9
        for other in range(state.seats):
            if other != seat:
                rival = max(rival, float(state.score[other]))
                if standing(state, other) > standing(state, seat):
                    above += 1
                elif standing(state, other) < standing(state, seat):
                    below += 1
        margin = state.score[seat] - rival
        reward = (1.0 - MARGIN) * (below - above) / max(state.seats - 1, 1)
        results[seat] = 0.5 + 0.5 * (reward + MARGIN * margin / (abs(margin) + SCALE))
