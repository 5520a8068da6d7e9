"""The exact value of a tree with hidden information: von Stengel's linear programme over sequences, solved by HiGHS.

A player's plan gives every sequence of its own actions a weight; what the other can do against it is linear in that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ziggurat.mini.tree import Tree, TreeNode
from ziggurat.mini.variant import SEATS

Policy = list[list[float]]
"""By information set: the probability of each of its actions."""


@dataclass
class Solution:
    """The value for seat 0, and a best plan for each seat."""

    value: float
    policies: list[Policy]


@dataclass
class _Sequences:
    """A player's sequences: number 0 is empty; each information set follows one and begins several."""

    parent: list[int]
    first: list[int]
    count: int


def _sequences(tree: Tree, player: int) -> _Sequences:
    sets = tree.sets[player]
    first, at = [], 1
    for actions in sets:
        first.append(at)
        at += len(actions)
    sequences = _Sequences([-1] * len(sets), first, at)
    waiting = [(tree.root, 0)]
    while waiting:
        node, sequence = waiting.pop()
        if node.player == player:
            parent = sequences.parent[node.information]
            if parent not in (-1, sequence):
                raise AssertionError("This tree lacks perfect recall.")
            sequences.parent[node.information] = sequence
        for index, child in enumerate(node.children):
            own = node.player == player
            waiting.append((child, first[node.information] + index if own else sequence))
    return sequences


def solve(tree: Tree) -> Solution:
    """The value of the game, and an optimal strategy for each seat."""
    sequences = [_sequences(tree, player) for player in range(SEATS)]
    payoffs = _payoffs(tree.root, sequences)
    values, policies = [], []
    for player in range(SEATS):
        value, plan = _best_plan(sequences, payoffs, player)
        values.append(value)
        policies.append(_policy(tree, sequences[player], player, plan))
    if abs(values[0] + values[1]) > 1e-6:
        raise ArithmeticError(f"The two programmes differ: {values[0]} and {values[1]}.")
    return Solution((values[0] - values[1]) / 2, policies)


def _payoffs(root: TreeNode, sequences: list[_Sequences]) -> dict[tuple[int, int], float]:
    """By a sequence of either player: what seat 0 can expect where these two meet, weighted by chance."""
    payoffs: dict[tuple[int, int], float] = {}
    waiting: list[tuple[TreeNode, int, int, float]] = [(root, 0, 0, 1.0)]
    while waiting:
        node, own, theirs, odds = waiting.pop()
        if not node.children:
            if node.value:
                payoffs[own, theirs] = payoffs.get((own, theirs), 0.0) + odds * node.value
            continue
        for index, child in enumerate(node.children):
            if node.player < 0:
                waiting.append((child, own, theirs, odds * float(node.odds[index])))
            else:
                sequence = sequences[node.player].first[node.information] + index
                pair = (sequence, theirs) if node.player == 0 else (own, sequence)
                waiting.append((child, *pair, odds))
    return payoffs


def _best_plan(
    sequences: list[_Sequences], payoffs: dict[tuple[int, int], float], player: int
) -> tuple[float, np.ndarray]:
    """Maximise what a player can be sure of. Unknowns: its plan, then the other's value at each of its sets."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    own, other = sequences[player], sequences[1 - player]
    sets = len(other.parent)
    unknowns = own.count + 1 + sets
    # For each sequence of the other: the value it leads to is no more than what is paid there and what follows.
    rows, columns, entries = [0], [own.count], [1.0]
    for number in range(sets):
        begins = other.first[number]
        ends = other.first[number + 1] if number + 1 < sets else other.count
        rows += range(begins, ends)
        columns += [own.count + 1 + number] * (ends - begins)
        entries += [1.0] * (ends - begins)
        rows.append(other.parent[number])
        columns.append(own.count + 1 + number)
        entries.append(-1.0)
    for (mine, theirs), paid in payoffs.items():
        pair = (mine, theirs) if player == 0 else (theirs, mine)
        rows.append(pair[1])
        columns.append(pair[0])
        entries.append(-paid if player == 0 else paid)
    no_more = coo_array((entries, (rows, columns)), shape=(other.count, unknowns)).tocsr()
    # A plan: the empty sequence has weight 1, and each set hands on the weight of what led to it.
    rows, columns, entries = [0], [0], [1.0]
    for number, parent in enumerate(own.parent):
        begins = own.first[number]
        ends = own.first[number + 1] if number + 1 < len(own.parent) else own.count
        rows += [number + 1] * (ends - begins + 1)
        columns += [*range(begins, ends), parent]
        entries += [1.0] * (ends - begins) + [-1.0]
    plan = coo_array((entries, (rows, columns)), shape=(len(own.parent) + 1, unknowns)).tocsr()
    goal = np.zeros(unknowns)
    goal[own.count] = -1.0
    solution = linprog(
        goal,
        A_ub=no_more,
        b_ub=np.zeros(other.count),
        A_eq=plan,
        b_eq=np.eye(1, len(own.parent) + 1)[0],
        bounds=[(0, None)] * own.count + [(None, None)] * (1 + sets),
        method="highs",
    )
    if not solution.success:
        raise ArithmeticError(solution.message)
    return -float(solution.fun), solution.x[: own.count]


def _policy(tree: Tree, sequences: _Sequences, player: int, plan: np.ndarray) -> Policy:
    """A plan as probabilities; uniform where it never reaches an information set."""
    policy = []
    for number, actions in enumerate(tree.sets[player]):
        weights = np.maximum(plan[sequences.first[number] :][: len(actions)], 0)
        total = float(weights.sum())
        policy.append((weights / total if total > 1e-9 else np.full(len(actions), 1 / len(actions))).tolist())
    return policy
