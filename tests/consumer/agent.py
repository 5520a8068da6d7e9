"""A small program of somebody else's, checked with `mypy --strict` from outside and then run (`tests/test_types.py`).

What `assert_type` says is what our users may rely on.
"""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np

import ziggurat
import ziggurat.envs
from ziggurat import ladder
from ziggurat.bots import Bot, Budget, Thought, find
from ziggurat.bots.arena import Arena, Report
from ziggurat.sim import Outcome, simulate


def lowest(observation: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
    return int(mask.argmax())


def main() -> None:
    match = assert_type(ziggurat.new("babel", seed=7), ziggurat.Match)
    assert_type(match.legal(), list[int])
    assert_type(match.play(match.legal()[0]).scores, list[int])
    assert_type(match.to_text(), str)
    assert_type(ziggurat.read(match.to_text()), ziggurat.Match)

    game = assert_type(match.game, ziggurat.Game)
    assert_type(game.observation[0].offset, int)
    assert_type(game.planes(match.observation(0)), dict[str, Any])
    for board in game.boards().values():
        assert_type(board.names, tuple[str, ...])
    assert_type(game.symmetries[0].name, str)

    bot = assert_type(find("greedy")(game, 1), Bot)
    assert_type(bot.think(match.record(match.actor), Budget(iterations=10)), Thought)
    arena = Arena(game, [lowest, "random"], seats=2, games=2)
    arena.run()
    assert_type(arena.report(), Report)
    assert_type(simulate(game, seats=2, games=2), Outcome)

    env = ziggurat.envs.vector("babel", games=4, seed=1)
    env.step(env.sample())
    kept = env.snapshot()
    env.restore(kept[[1, 1]], [0, 2])
    assert_type(env.digest(), str)

    task = assert_type(ladder.task("babel-2-v0"), ladder.Task)
    assert_type(task.seats, int)


if __name__ == "__main__":
    main()
