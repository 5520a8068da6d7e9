"""The examples run: a few updates of self-play, on whatever game is quickest."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ziggurat
import ziggurat.envs

ROOT = Path(__file__).parent.parent.parent


def example(name: str) -> Any:
    specification = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


def test_ppo_example_trains() -> None:
    ppo = example("train_ppo")
    learned = []
    for look in (0.0, 1e9):  # seconds: how often one looks at it changes nothing in what is learned
        settings = ppo.Settings(games=8, steps=6, batches=2, width=16, updates=3, goal=1.1, look=look, judged=8)
        rate, network = ppo.train(settings)
        assert 0 <= rate <= 1
        learned.append(torch.cat([weights.flatten() for weights in network.parameters()]))
    assert torch.equal(*learned)


def test_each_seat_has_its_own_return() -> None:
    """Two games of two decisions each; in the first, seat 0 decides and wins, in the second seat 1 loses later."""
    ppo = example("train_ppo")
    settings = ppo.Settings(discount=1.0, smoothing=1.0)
    memory = ppo.Rollout(
        observations=torch.zeros(3, 2, 1),
        masks=torch.zeros(3, 2, 1),
        actors=torch.tensor([[0, 1], [1, 1], [0, 0]], dtype=torch.int8),
        actions=torch.zeros(3, 2),
        log_probabilities=torch.zeros(3, 2),
        values=torch.tensor([[0.5, 0.0], [0.25, -0.5], [0.0, 0.0]]),
        rewards=torch.tensor([[[0.0, 0], [0, 0]], [[1, -1], [1, -1]], [[0, 0], [0, 0]]]),
        over=torch.tensor([[False, False], [True, True], [False, False]]),
    )
    gains = ppo.advantages(memory, settings, 2)
    assert gains[:, 0].tolist() == [0.5, -1.25, 0.0]  # won, lost, and a new game of which nothing is known yet
    assert gains[:, 1].tolist() == [-1.0, -0.5, 0.0]


def test_alphazero_example_trains_reproducibly(tmp_path: Path) -> None:
    alphazero = example("train_alphazero")
    learned, curve = [], tmp_path / "curve.csv"
    for look in (400, 10_000):  # decisions: how often one looks at it changes nothing in what is learned
        settings = alphazero.Settings(
            games=8, walks=4, kept=500, batch=16, width=16, decisions=1200, look=look, judged=4, curve=str(curve)
        )
        rate, network = alphazero.train(settings)
        assert 0 <= rate <= 1
        learned.append(torch.cat([weights.flatten() for weights in network.parameters()]))
    assert torch.equal(*learned)
    torch.manual_seed(1)
    unlearned = alphazero.Network(3256, 99, 16)
    assert not torch.equal(learned[0], torch.cat([weights.flatten() for weights in unlearned.parameters()]))
    looked = [row.split(",")[2] for row in curve.read_text("utf-8").splitlines()]
    assert looked == ["decisions", "0", "400", "800", "1200", "0", "1200"]


def about_to_win(seat: int) -> ziggurat.Match:
    """A match in which this seat can win with its next decision: the end of a random one, and one step back."""
    stream = np.random.default_rng(seat)
    while True:
        match = ziggurat.new("babel", seed=int(stream.integers(1000)))
        while not match.over:
            match.play(int(stream.choice(match.legal())))
        if match.last_decider == seat and match.winners == [seat]:
            return match.at(len(match) - 1)


def forest_for(alphazero: Any, match: ziggurat.Match, walks: int) -> Any:
    """A tree for one match, and a network that has learned nothing, but has opinions."""
    torch.manual_seed(1)
    env = ziggurat.envs.vector("babel", games=1)
    env.start_from([match])
    network = alphazero.Network(env.game.observation_size, env.game.actions, 16)
    torch.nn.init.normal_(network.worth.weight, std=0.3)
    return alphazero.Forest(env, network, alphazero.Settings(walks=walks), np.random.default_rng(1))


@pytest.mark.parametrize("seat", [0, 1])
def test_search_prefers_winning_moves(seat: int) -> None:
    match = about_to_win(seat)
    forest = forest_for(example("train_alphazero"), match, walks=200)
    after = match.copy().play(int(forest.grow().argmax()))
    assert (after.over, after.winners) == (True, [seat])


def test_search_uses_only_what_its_seat_knows() -> None:
    """What the others hold and what will be drawn are other things in another truth, and the search is the same."""
    alphazero, match, stream = example("train_alphazero"), ziggurat.new("babel", seed=3), np.random.default_rng(1)
    while match.actor != 1 or "end" not in match.moves() or not 2 <= len(match.legal()) <= 3:
        match.play(int(stream.choice(match.legal())))  # until the other's turn is near enough to be walked into
    forests = [forest_for(alphazero, match, walks=200) for _ in range(2)]
    truth = forests[1].env.snapshot()
    truth.records[:] = forests[1].env.redacted([0], 1)
    match.game.engine().resample(truth.records, 1, np.uint64(5))
    forests[1].env.restore(truth, [0])
    hands = [forest.env.match(0).view(0).players[0].hand for forest in forests]
    assert hands[0] != hands[1]
    shares = [forest.grow() for forest in forests]
    assert np.array_equal(*shares)


@pytest.mark.parametrize("algorithm", ["ppo", "qrdqn"])
def test_sb3_example_trains_reproducibly(algorithm: str, tmp_path: Path) -> None:
    """Nothing illegal is ever played: the environment would refuse it."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: it is no requirement of ours")
    sb3 = example("train_sb3")
    learned, curve = [], tmp_path / "curve.csv"
    for look in (64, 10_000):
        settings = sb3.Settings(
            algorithm=algorithm, games=4, steps=8, batch=16, width=16, decisions=192, look=look, judged=4,
            curve=str(curve),
        )  # fmt: skip
        rate, model = sb3.train(settings)
        assert 0 <= rate <= 1
        learned.append(torch.cat([weights.flatten() for weights in model.policy.parameters()]))
    assert torch.equal(*learned)
    looked = [row.split(",")[2] for row in curve.read_text("utf-8").splitlines()]
    assert looked == ["decisions", "0", "64", "128", "192", "0", "192"]
