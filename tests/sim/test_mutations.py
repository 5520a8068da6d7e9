"""The simulator notices when a safeguard of the server is removed, within a minute of processor time."""

from __future__ import annotations

import itertools

import pytest

from tests.sim import mutations
from tests.sim.world import simulate

SECONDS = 60.0


@pytest.mark.long
@pytest.mark.parametrize("name", mutations.ALL)
def test_a_missing_safeguard_is_noticed(name: str) -> None:
    used = 0.0
    with mutations.applied(name):
        for seed in itertools.count(1):
            outcome = simulate(seed, "quick")
            used += outcome.cpu
            if outcome.violation is not None or used > SECONDS:
                break
    assert outcome.violation is not None
    assert "the simulation failed" not in outcome.violation
    assert used < SECONDS
