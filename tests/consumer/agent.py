"""A small program of a user, checked with `mypy --strict` from outside and then run (`tests/repository/test_types.py`).

What `assert_type` says is what our users may rely on.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_type

import numpy as np

import ziggurat
import ziggurat.envs
from ziggurat import ladder
from ziggurat.bots import Bot, Budget, Thought, find
from ziggurat.bots.arena import Arena, Report
from ziggurat.data.tables import Column, Table, open_table
from ziggurat.sim import Outcome, simulate

if TYPE_CHECKING:  # what these need takes long to import; that their types are there is what counts
    from ziggurat.cluster import Cluster
    from ziggurat.cluster import simulate as simulate_everywhere
    from ziggurat.learn.settings import Run
    from ziggurat.learn.training import Training


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

    one = ziggurat.envs.single("babel", opponents=lowest, seat="random")
    _, info = one.reset(seed=1)
    assert_type(info, dict[str, Any])
    assert_type(one.match, ziggurat.Match)
    assert_type(one.step(int(one.action_masks().argmax()))[2], bool)
    several = ziggurat.envs.single_vector("babel", games=2, opponents="greedy")
    several.reset(seed=1)
    assert_type(several.match(0), ziggurat.Match)
    seats = ziggurat.envs.aec("babel")
    seats.reset(seed=1)
    assert_type(seats.match, ziggurat.Match)
    assert_type(ziggurat.envs.register_gymnasium(), tuple[str, ...])

    study = ziggurat.Study(match)
    assert_type(study.main_line(), ziggurat.Match)
    assert_type(study.text(study.root), str)

    task = assert_type(ladder.task("babel-2-v0"), ladder.Task)
    assert_type(task.seats, int)


def learn(game: ziggurat.Game, folder: Path) -> None:
    """Not run: this takes minutes."""
    run = Run(game, seat_counts=(2,), device="cpu", folder=folder, minutes=1.0)
    assert_type(run.identity, dict[str, Any])
    Training(run).train()
    with assert_type(open_table(folder / "rows.csv", [Column("action", "int")], {}), Table) as table:
        table.add([[1]])


def spread(game: ziggurat.Game) -> None:
    """Not run: this needs Ray."""
    with assert_type(Cluster("auto"), "Cluster") as cluster:
        assert_type(simulate_everywhere(cluster, game, seats=2, games=10, seed=1), Outcome)


if __name__ == "__main__":
    main()
