"""Runs simulations, arenas, reviews, puzzle searches and self-play on a Ray cluster (the extra `cluster`).

    with Cluster("auto") as cluster:
        outcome = simulate(cluster, ziggurat.game("babel"), seats=2, games=10_000_000, seed=1)

Batches depend on the work alone and results are combined in the order of the batches, so the result is that of one
machine, whatever the number of workers and whichever of them dies. See docs/cluster.md.
"""

from ziggurat.cluster.arena import play_arena
from ziggurat.cluster.reviews import review_all
from ziggurat.cluster.session import Cluster, ClusterLost
from ziggurat.cluster.simulation import simulate

__all__ = ["Cluster", "ClusterLost", "play_arena", "review_all", "simulate"]
