"""The examples run: a few updates of self-play, on whatever game is quickest."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")
import torch

ROOT = Path(__file__).parent.parent.parent


def example(name: str) -> Any:
    specification = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


def test_training_goes_through_its_motions() -> None:
    ppo = example("train_ppo")
    learned = []
    for look in (0.0, 1e9):  # seconds: how often one looks at it changes nothing in what is learned
        settings = ppo.Settings(games=8, steps=6, batches=2, width=16, updates=3, goal=1.1, look=look, judged=8)
        rate, network = ppo.train(settings)
        assert 0 <= rate <= 1
        learned.append(torch.cat([weights.flatten() for weights in network.parameters()]))
    assert torch.equal(*learned)


def test_actor_critic_goes_through_its_motions_and_learns_the_same_twice(tmp_path: Path) -> None:
    a2c = example("train_a2c")
    learned, curve = [], tmp_path / "curve.csv"
    for look in (24, 1000):  # decisions: how often one looks at it changes nothing in what is learned
        settings = a2c.Settings(games=4, steps=6, width=16, decisions=72, look=look, judged=4, curve=str(curve))
        rate, network = a2c.train(settings)
        assert 0 <= rate <= 1
        learned.append(torch.cat([weights.flatten() for weights in network.parameters()]))
    assert torch.equal(*learned)
    looked = [row.split(",")[2] for row in curve.read_text("utf-8").splitlines()]
    assert looked == ["decisions", "0", "24", "48", "72", "0", "72"]


def test_an_advantage_is_what_followed_beyond_what_was_expected() -> None:
    """Two decisions of one match that is lost, and one of the next, which goes on."""
    a2c = example("train_a2c")
    values = torch.tensor([[0.5], [0.25], [0.0], [0.75]])
    gains = a2c.advantages(values, torch.tensor([[0.0], [-1.0], [0.0]]), torch.tensor([[False], [True], [False]]), 1.0)
    assert gains.flatten().tolist() == [-1.5, -1.25, 0.75]


def test_monte_carlo_goes_through_its_motions(tmp_path: Path) -> None:
    dmc = example("train_dmc")
    curve = tmp_path / "curve.csv"
    settings = dmc.Settings(games=4, kept=300, batch=8, width=16, steps=80, look=1e9, judged=4, curve=str(curve))
    rate, _ = dmc.train(settings)
    assert 0 <= rate <= 1
    heading, first, *_ = curve.read_text("utf-8").splitlines()
    assert heading == "seed,seconds,decisions,won"
    assert first.startswith("1,0.0,0,")


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
