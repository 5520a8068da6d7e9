"""Fixed worlds in which no promise is broken, and the simulator's own promise: a seed decides everything."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.sim.profile import PROFILES
from tests.sim.world import Outcome, simulate


def kept(seed: int, profile: str) -> Outcome:
    """A world in which no promise was broken."""
    outcome = simulate(seed, profile)
    assert outcome.violation is None, "\n".join([outcome.violation or "", *outcome.trail])
    return outcome


@pytest.mark.parametrize("seed", range(4))
def test_promises_hold_despite_crashes(seed: int) -> None:
    outcome = kept(seed, "quick")
    assert outcome.counts["crashes"] >= 3
    assert outcome.counts["acknowledged"] > 100
    assert outcome.counts["tables visited at the end"] > 0


def test_a_seed_decides_everything() -> None:
    """Also in another process, in which sets have another order."""
    command = [sys.executable, "-m", "tests.sim", "--seed", "7", "--profile", "tiny"]
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=600).stdout
    [there] = re.findall(r"trace (\w+)", output)
    here = kept(7, "tiny")
    assert here.trace.startswith(there)
    assert simulate(8, "tiny").trace != here.trace


def test_every_kind_of_event_occurs() -> None:
    """The worlds of `make test` are too small for all faults; the others have them."""
    kinds = {kind for profile in PROFILES.values() for kind in profile.groups}
    assert kinds == {"solo", "pair", "group", "letters", "blitz", "tournament", "watch"}


@pytest.mark.long
@pytest.mark.parametrize("profile", ["crashes", "hours"])
@pytest.mark.parametrize("seed", [101, 102])
def test_promises_hold_in_large_worlds(profile: str, seed: int) -> None:
    counts = kept(seed, profile).counts
    happened = {what.removeprefix("fault: ") for what in counts if what.startswith("fault: ")}
    assert len(happened) >= 6
    assert counts["turns that ran out of time"]
    assert counts["twins compared"]
