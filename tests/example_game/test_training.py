"""A game from elsewhere learns with the defaults of `ziggurat train`: one with a secret, a die and forced decisions."""

from __future__ import annotations

from pathlib import Path

import pytest

import ziggurat
from ziggurat.bots import weights
from ziggurat.bots.network import NetworkBot
from ziggurat.core.game import DEFAULT_NETWORK
from ziggurat.learn.settings import Ppo, Run
from ziggurat.learn.training import Training


@pytest.mark.usefixtures("installed")
def test_nine_wells_learns_by_default(tmp_path: Path) -> None:
    game = ziggurat.game("wells")
    run = Run(game, game.seat_counts, "cpu", tmp_path, updates=20)
    training = Training(run, tell=lambda _: None)
    assert training.how == Ppo.of_game(game)
    assert training.network.size == DEFAULT_NETWORK
    assert set(training.lanes.seats.tolist()) == {2, 3, 4}
    training.train()
    assert int(training.lanes.memory.masks[-run.steps :].sum(-1).min()) > 1  # no roll of the die is learned
    network = weights.read(tmp_path / weights.NAME, game)
    springs = 0
    for seed in range(30):
        match = ziggurat.new("wells", seats=2 + seed % 3, seed=seed)
        match.play(NetworkBot(game, 0, network).choose(match.record(0)))
        view = match.view(0)
        springs += view.players[0].spring in [well.place for well in view.wells if well.seat == 0]
    assert springs > 20  # an own spring is worth nearly two rolls; chance would take it in 3 of 30
