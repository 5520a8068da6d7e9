"""Plays batches of random games, on all cores or on a GPU."""

from ziggurat.sim.batch import Outcome, simulate

__all__ = ["Outcome", "simulate"]
