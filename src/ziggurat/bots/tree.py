"""Information-set Monte-Carlo tree search, as kernels that work with every game.

Every iteration draws a possible truth with `resample` and walks one tree that all truths share: a node stands for the
decisions that led to it, not for a position. Each seat picks the child that has done best for itself. A child exists
only once it is tried; a node may have more children the more often it is visited (progressive widening), and the next
one tried is the most promising of a few, by the game's evaluation. From a new child the game is played on, at random or
greedily, for a number of decisions or to the end, and what came out is noted along the path, for each seat.

The tree lives in one array of nodes; nothing allocates. When the array is full the tree stops growing and the search
goes on inside it.
"""

from __future__ import annotations

import math

import numpy as np

from ziggurat.core.bits import has, remove
from ziggurat.core.chance import draw
from ziggurat.core.contract import SCALE, WORDS, apply, evaluate, legal, resample, standing
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel

MAX_SEATS = 4
NO_NODE = -1
LOG_OF_TWO = math.log(2.0)
STEPS = (16, 8, 4, 2, 1)  # doublings that a logarithm takes out at once
LONGEST = 256  # decisions from the root to a leaf; beyond it the search plays out

NODE = np.dtype(
    [
        ("total", "f8", (MAX_SEATS,)),  # sum of results, by seat
        ("visits", "i4"),
        ("available", "i4"),  # how often this action was legal when its parent was visited
        ("first", "i4"),  # first child
        ("next", "i4"),  # next sibling
        ("action", "i4"),
        ("seat", "i4"),  # whose action it is
    ],
    align=True,
)

SETTINGS = np.dtype(
    [
        ("exploration", "f8"),
        ("width", "f8"),  # a node has at most width * sqrt(visits) children
        ("tries", "i4"),  # actions compared before one becomes a new child
        ("depth", "i4"),  # decisions played after a new child before the evaluation decides; negative: to the end
        ("greed", "i4"),  # actions compared for each of these decisions; 1: any action will do
    ],
    align=True,
)


@kernel
def plant(nodes):
    """Start a tree with only a root; returns the number of nodes in use."""
    clear(nodes[0], NO_NODE, NO_NODE)
    return 1


@kernel
def clear(node, action, seat):
    """Reset a node to zero visits."""
    for each in range(MAX_SEATS):
        node.total[each] = 0.0
    node.visits = 0
    node.available = 0
    node.first = NO_NODE
    node.next = NO_NODE
    node.action = action
    node.seat = seat


@kernel
def search(known, work, masks, nodes, used, root, path, results, stream, settings, seat, iterations):
    """Run some iterations from what a seat knows; returns the number of nodes in use.

    `known` holds the redacted record, `work` room for two more, `masks` for two sets of actions.
    """
    for _ in range(iterations):
        work[0] = known[0]
        resample(work[0], seat, draw(stream))
        used = iterate(work, masks, nodes, used, root, path, results, stream, settings)
    return used


@kernel
def iterate(work, masks, nodes, used, root, path, results, stream, settings):
    """One iteration: walk from the root to a new child, play out, back up the result along the path."""
    state = work[0]
    node = root
    length = 0
    grown = False
    while not state.over and not grown and length < LONGEST:
        count = legal(state, masks[0])
        if count == 1:  # no choice, no node
            apply(state, choose(masks[0], 1, stream), None)
            continue
        seat = state.actor
        known, best = best_child(nodes, node, masks, seat, settings[0].exploration)
        allowed = 1.0 + settings[0].width * math.sqrt(nodes[node].visits)
        if known < count and known < allowed and used < len(nodes):
            action = promising(work, masks, count - known, stream, settings[0].tries, seat)
            clear(nodes[used], action, seat)
            nodes[used].available = 1
            nodes[used].next = nodes[node].first
            nodes[node].first = used
            best = used
            used += 1
            grown = True
        elif best == NO_NODE:  # the tree is full and knows none of these actions
            break
        apply(state, nodes[best].action, None)
        path[length] = best
        length += 1
        node = best
    play_on(work, masks, stream, settings[0].depth, settings[0].greed)
    judge(state, results)
    note(nodes[root], results)
    for step in range(length):
        note(nodes[path[step]], results)
    return used


@kernel
def best_child(nodes, node, masks, seat, exploration):
    """How many children are legal now, and which looks best to a seat; the second mask gets the other actions."""
    for word in range(WORDS):
        masks[1, word] = masks[0, word]
    known, best, best_value = 0, NO_NODE, -1.0
    child = nodes[node].first
    while child != NO_NODE:
        action = nodes[child].action
        if has(masks[0], action):
            remove(masks[1], action)
            known += 1
            nodes[child].available += 1
            visits = nodes[child].visits
            value = nodes[child].total[seat] / visits
            value += exploration * math.sqrt(natural_log(nodes[child].available) / visits)
            if value > best_value:
                best, best_value = child, value
        child = nodes[child].next
    return known, best


@kernel
def natural_log(count):
    """The natural logarithm of a count of 1 or more, to ten digits.

    It only multiplies, divides and adds: a library's logarithm has another last digit on another platform, and with
    it another tree.
    """
    fraction, octaves = float(count), 0
    for step in STEPS:
        while fraction >= float(1 << step):
            fraction /= float(1 << step)
            octaves += step
    ratio = (fraction - 1.0) / (fraction + 1.0)
    square = ratio * ratio
    series = 1.0 / 9.0 + square * (1.0 / 11.0 + square * (1.0 / 13.0 + square * (1.0 / 15.0 + square / 17.0)))
    series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0 + square * series)))
    return octaves * LOG_OF_TWO + 2.0 * ratio * series


@kernel
def promising(work, masks, count, stream, tries, seat):
    """Of a few untried actions, the one after which a seat stands best."""
    best, best_value = -1, -1.0
    while count > 0 and tries > 0:
        action = choose(masks[1], count, stream)
        if tries == 1 and best < 0:
            return action
        work[1] = work[0]
        apply(work[1], action, None)
        value = outlook(work[1], seat)
        if value > best_value:
            best, best_value = action, value
        remove(masks[1], action)
        count -= 1
        tries -= 1
    return best


@kernel
def play_on(work, masks, stream, depth, greed):
    """Play for some decisions, or to the end: at random, or each seat the best for itself of a few actions."""
    state = work[0]
    while not state.over and depth != 0:
        count = legal(state, masks[0])
        if greed <= 1 or count == 1:
            action = choose(masks[0], count, stream)
        else:
            for word in range(WORDS):
                masks[1, word] = masks[0, word]
            action = promising(work, masks, count, stream, greed, state.actor)
        apply(state, action, None)
        depth -= 1


@kernel
def judge(state, results):
    """What a position is worth to each seat, from 0 to 1; at the end a victory counts as much as the margin."""
    for seat in range(state.seats):
        results[seat] = outlook(state, seat)
    if state.over:
        best = standing(state, 0)
        for seat in range(1, state.seats):
            best = max(best, standing(state, seat))
        winners = 0
        for seat in range(state.seats):
            if standing(state, seat) == best:
                winners += 1
        for seat in range(state.seats):
            won = 1.0 / winners if standing(state, seat) == best else 0.0
            results[seat] = 0.5 * results[seat] + 0.5 * won


@kernel
def outlook(state, seat):
    """How far a seat is ahead of its best rival, by the evaluation, squeezed between 0 and 1."""
    rival = -1e9
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, evaluate(state, other))
    margin = evaluate(state, seat) - rival
    return 0.5 + 0.5 * margin / (abs(margin) + SCALE)


@kernel
def note(node, results):
    """Add a result to a node."""
    node.visits += 1
    for seat in range(MAX_SEATS):
        node.total[seat] += results[seat]


@kernel
def greedy(states, work, masks, stream, seat):
    """The legal action after which a seat stands best; among equals, one at random."""
    count = legal(states[0], masks[0])
    for word in range(WORDS):
        masks[1, word] = masks[0, word]
    work[0] = states[0]
    resample(work[0], seat, draw(stream))  # a redacted record cannot be played on: its piles are empty
    return promising(work, masks, count, stream, count + 1, seat)


@kernel
def greedy_each(states, lanes, work, masks, streams, seat, actions):
    """What `greedy` plays in each of these records, drawing from the streams of their lanes."""
    for at in range(len(states)):
        actions[at] = greedy(states[at : at + 1], work, masks, streams[lanes[at]], seat)


@kernel
def child_of(nodes, node, action):
    """The child of a node that stands for an action, if there is one."""
    child = nodes[node].first
    while child != NO_NODE and nodes[child].action != action:
        child = nodes[child].next
    return child
