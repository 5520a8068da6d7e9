"""Many machines as one, with Ray (the extra `cluster`): the same games, tables and networks, sooner.

    with Cluster("auto") as cluster:
        outcome = simulate(cluster, ziggurat.game("babel"), seats=2, games=10_000_000, seed=1)

Work is cut into batches by what there is to do, never by who does it, and results are put together in the order of the
batches: whatever the number of workers, and whichever of them dies, the result is that of one machine.
See docs/cluster.md.
"""

from ziggurat.cluster.arena import play_arena
from ziggurat.cluster.reviews import review_all
from ziggurat.cluster.session import Cluster, ClusterLost
from ziggurat.cluster.simulation import simulate

__all__ = ["Cluster", "ClusterLost", "play_arena", "review_all", "simulate"]
