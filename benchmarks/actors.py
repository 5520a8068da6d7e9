"""Where adding actors stops helping: a small simulation of one learner and the workers that play for it.

    python benchmarks/actors.py
    python benchmarks/actors.py --learn 2.0 --gigabits 10

An update is: the network goes to every machine, the shares are played (as many at once as there are workers, each a
little faster or slower every time), what was played comes back over the learner's one network card, and it learns.
Nothing overlaps, because nothing is learned from what an older network has played (`ziggurat.cluster.selfplay`).
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """What decides how long an update takes."""

    play: float  # seconds of one worker for all lanes
    learn: float  # seconds of the learner
    network: float  # bytes
    rollout: float  # bytes of all lanes
    gigabits: float  # a second, of the learner's network card
    handing: float = 0.001  # seconds the learner's program spends on a share
    cores: int = 16  # workers of a machine
    spread: float = 0.1  # of a worker's speed


def update(setting: Setting, workers: int, shares: int, chance: random.Random) -> float:
    """The seconds of one update."""
    a_byte = 8 / (setting.gigabits * 1e9)
    machines = -(-workers // setting.cores)
    now = machines * setting.network * a_byte  # the network goes out
    free = [now] * workers
    heapq.heapify(free)
    card = now  # when the network card is free again
    for share in range(shares):
        begins = max(heapq.heappop(free), now + share * setting.handing)
        done = begins + setting.play / shares * chance.lognormvariate(0.0, setting.spread)
        heapq.heappush(free, done)
        card = max(card, done) + setting.rollout / shares * a_byte
    return card + setting.learn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", type=float, default=60.0, help="seconds of one worker for all lanes")
    parser.add_argument("--learn", type=float, default=1.0, help="seconds of the learner")
    parser.add_argument("--network", type=float, default=1e6, help="bytes")
    parser.add_argument("--rollout", type=float, default=1e9, help="bytes of all lanes")
    parser.add_argument("--gigabits", type=float, default=25.0)
    parser.add_argument("--updates", type=int, default=20)
    given = parser.parse_args()
    setting = Setting(given.play, given.learn, given.network, given.rollout, given.gigabits)
    chance = random.Random(1)
    print("| workers | shares | seconds an update | faster than one | of a worker's time, used |")
    print("|---:|---:|---:|---:|---:|")
    alone = 0.0
    for workers in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000):
        shares = max(8, 2 * workers)
        seconds = sum(update(setting, workers, shares, chance) for _ in range(given.updates)) / given.updates
        alone = alone or seconds
        used = setting.play / (workers * seconds)
        print(f"| {workers} | {shares} | {seconds:.2f} | {alone / seconds:.1f} | {used:.0%} |")


if __name__ == "__main__":
    main()
