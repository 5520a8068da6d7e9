"""Mini variants with secrets are solved (by SciPy, which OpenSpiel brings), and OpenSpiel cannot beat the solution."""

from __future__ import annotations

import pyspiel
import pytest

from ziggurat import mini
from ziggurat.mini.efg import to_openspiel, to_policy
from ziggurat.mini.solver import solve
from ziggurat.mini.tree import grow

# What docs/research/mini.md says, by `python -m ziggurat.mini`.
# only games with secrets: their mini variants are solved
VALUES = {("babylonia", "win"): -5 / 9, ("babel", "win"): -1, ("babel", "score"): -0.95}


@pytest.mark.parametrize(("name", "reward"), VALUES)
def test_value_matches_the_documentation_and_cannot_be_exploited(name: str, reward: str) -> None:
    tree = grow(mini.game(name), reward=reward)
    solution = solve(tree)
    assert solution.value == pytest.approx(VALUES[name, reward], abs=1e-9)
    spiel = to_openspiel(tree)
    assert pyspiel.exploitability(spiel, to_policy(spiel, tree, solution)) < 1e-9
    assert pyspiel.exploitability(spiel, pyspiel.UniformRandomPolicy(spiel)) > 0.4
