"""Simulated worlds in which everything goes wrong that can; no promise of the server may be broken."""

from __future__ import annotations

from tests.explore.episodes import Episode, Finding
from tests.sim.profile import LARGE
from tests.sim.world import simulate

COUNTED = ("crashes", "graceful shutdowns", "acknowledged", "twins compared", "turns that ran out of time")


def simulation(episode: Episode) -> None:
    """One world, of a kind that is drawn."""
    profile = episode.chance.choice(list(LARGE))
    episode.note(f"python -m tests.sim --seed {episode.seed} --profile {profile}")
    outcome = simulate(episode.seed, profile)
    for what in COUNTED:
        episode.count(what, outcome.counts[what])
    episode.count("table-hours", round(outcome.table_hours))
    if outcome.violation is not None:
        raise Finding(outcome.violation, seed=episode.seed, profile=profile, before=outcome.trail)
