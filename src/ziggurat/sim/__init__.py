"""Whole batches of games, on the processor's cores or on a GPU."""

from ziggurat.sim.batch import Outcome, simulate

__all__ = ["Outcome", "simulate"]
