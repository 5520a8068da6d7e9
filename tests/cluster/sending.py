"""Sends what we make through Ray's object store, to a worker that goes on with it; run by a test, beside Ray.

python -m tests.cluster.sending ADDRESS
"""

from __future__ import annotations

import random
import sys
from typing import Any

import ray

import ziggurat
import ziggurat.envs
from tests.cluster.machines import COMPILED
from tests.playing import finish
from ziggurat import Match, bots
from ziggurat.bots.arena import Arena


def digest(match: Match) -> str:
    """Play on, and say where that led."""
    return finish(match, random.Random(7)).digest()


def decide(bot: bots.Bot, match: Match) -> int:
    return bot.choose(match.record(match.actor))


def steps(env: Any) -> bytes:
    for _ in range(20):
        env.step(env.sample())
    return bytes(env.observations.tobytes())


def main() -> None:
    ray.init(address=sys.argv[1], log_to_driver=False)
    there = ray.remote(resources={COMPILED: 1})  # elsewhere whatever it is sent would be compiled first
    far_digest, far_decide, far_steps = there(digest), there(decide), there(steps)
    for name in ziggurat.game_names():
        match = ziggurat.new(name, seats=2, seed=2)
        match.play(match.legal()[0])
        sent = ray.put(match)
        again = ray.get(sent)
        assert again.to_text() == match.to_text(), name
        bot = bots.find("greedy")(match.game, 1)
        assert ray.get(far_decide.remote(ray.put(bot), sent)) == decide(bot, match), name
        position = ray.get(ray.put(match.position()))
        assert ziggurat.load(name, position).legal() == match.legal(), name
        assert ray.get(far_digest.remote(sent)) == digest(match), name
    env = ziggurat.envs.vector("babel", games=8, seed=1)
    assert ray.get(far_steps.remote(ray.put(env))) == steps(env)
    contest = Arena(ziggurat.game("babel"), ("random", "greedy"), 2, 4, seed=1)
    contest.run()
    report = contest.report()
    assert ray.get(ray.put(report)) == report
    print("everything came through")


if __name__ == "__main__":
    main()
