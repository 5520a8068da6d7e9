"""The solver of a turn: against a slow one that enumerates every order of moves."""

from __future__ import annotations

import random

import ziggurat
from ziggurat.core.match import Match
from ziggurat.puzzles.exact import forced_wins

NODES = 1_500  # decisions of the slow solver


def late(seed: int) -> Match:
    """A position near the end of a random match of Babel."""
    match, chance = ziggurat.new("babel", seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match.at(max(0, len(match) - 4))


def wins(match: Match, seat: int, left: list[int]) -> bool:
    """Whether a seat can win before its turn ends: tried out, move by move."""
    left[0] -= 1
    if match.over:
        return match.winners == [seat]
    if left[0] < 0 or int(match.record()["active"][0]) != seat:
        return False

    def leads_to_it(action: int) -> bool:
        after = match.copy()
        _, revealed = after.decide(action)
        return (after.over or not revealed) and wins(after, seat, left)

    # Whatever the other discards, where the other has to.
    return (any if match.actor == seat else all)(map(leads_to_it, match.legal()))


def test_solver_agrees_with_trying_everything_out() -> None:
    compared = slow_ones = 0
    for seed in range(14):
        match = late(seed)
        seat, left, slow = match.actor, [NODES], set()
        for action in match.legal():
            after = match.copy()
            _, revealed = after.decide(action)
            if (after.over or not revealed) and wins(after, seat, left):
                slow.add(action)
        if left[0] < 0:
            continue
        fast = forced_wins(match.game, match.record(seat), seat, match.legal())
        assert fast is not None
        assert fast == slow, seed
        compared, slow_ones = compared + 1, slow_ones + bool(slow)
    assert compared >= 3
    assert slow_ones


def test_too_large_a_turn_is_not_decided() -> None:
    match = ziggurat.new("babel", seed=1)
    assert forced_wins(match.game, match.record(match.actor), match.actor, match.legal(), largest=2) is None
