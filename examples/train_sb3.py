"""Learns a game against a bot with sb3-contrib's algorithms, MaskablePPO and QR-DQN, on `ziggurat.envs.single_vector`.

    pip install sb3-contrib 'ziggurat[rl]'      # in a checkout: '.[rl]'
    python examples/train_sb3.py babel --decisions 200000
    python examples/train_sb3.py babel --algorithm qrdqn

`Matches` shows our vector environment as Stable-Baselines3's kind of one. MaskablePPO asks it for masks. QR-DQN knows
none: it would draw illegal actions, and expect the best of them. So what is legal follows what is seen in every row,
where `LegalQuantiles` finds it, also in rows that the replay buffer has kept.

Looks at how well it plays come after so many decisions, and so does the end: the same seed learns the same and writes
the same curve, but for the seconds.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box, Discrete
from sb3_contrib import QRDQN, MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.qrdqn.policies import QRDQNPolicy, QuantileNetwork
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import FlattenExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn

import ziggurat.envs

Array = np.ndarray[Any, Any]


@dataclass
class Settings:
    """What is learned, and how."""

    game: str = "babel"
    seats: int = 2
    opponent: str = "random"
    algorithm: str = "ppo"
    games: int = 64  # at once
    steps: int = 32  # in each match, between two updates of PPO
    batch: int = 256
    width: int = 256
    seed: int = 1
    decisions: int = 200_000
    look: int = 20_000  # decisions between two looks at how well it plays
    judged: int = 400  # matches, at each look
    curve: str | None = None  # a CSV file to which every look is added


class Matches(VecEnv):  # type: ignore[misc]
    """One seat of many matches as Stable-Baselines3 has them; a row is what is seen, and then what is legal."""

    def __init__(self, settings: Settings, games: int) -> None:
        self.envs = ziggurat.envs.single_vector(
            settings.game, games=games, seats=settings.seats, seat="random", opponents=settings.opponent, flat=True
        )
        game = self.envs.game
        row = Box(0, 255, (game.observation_size + game.actions,), np.uint8)
        super().__init__(games, row, Discrete(game.actions))

    def reset(self) -> Array:
        """Begin all matches, from the seed that was given, if one was."""
        seen, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._rows(seen)

    def step_async(self, actions: Array) -> None:
        """Stable-Baselines3 steps in two halves; all of it is done in the second."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play an action in each match, and the opponents' after it."""
        seen, rewards, over, _, _ = self.envs.step(self._actions)
        return self._rows(seen), rewards, over, [{} for _ in over]

    def _rows(self, seen: Array) -> Array:
        return np.concatenate([seen, self.envs.action_masks()], axis=1)

    def env_method(self, method_name: str, *given: Any, indices: Any = None, **named: Any) -> list[Any]:
        """What a method gives for each match; `action_masks` is the one that MaskablePPO asks for."""
        return list(getattr(self.envs, method_name)(*given, **named))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for all of them."""
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing of a match is changed from outside."""
        raise AttributeError(f"{attr_name} of a match cannot be set.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """They are not."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is left open."""
        self.envs.close()


class Logarithms(FlattenExtractor):  # type: ignore[misc]
    """What the networks are given: counts and points on one scale with flags."""

    def forward(self, rows: Tensor) -> Tensor:
        """Rows of numbers, smaller."""
        return torch.log1p(rows)


class LegalQuantiles(QuantileNetwork):  # type: ignore[misc]
    """QR-DQN's network, for which an illegal action is worth less than any defeat: nobody chooses or expects it."""

    def forward(self, rows: Tensor) -> Tensor:
        """The quantiles of what each action is worth."""
        legal = rows[:, None, -int(self.action_space.n) :] > 0
        return super().forward(rows).masked_fill(~legal, -2.0)


class LegalPolicy(QRDQNPolicy):  # type: ignore[misc]
    """QR-DQN's two networks, both of the kind that knows what is legal."""

    def make_quantile_net(self) -> LegalQuantiles:
        """One of them."""
        parts = self._update_features_extractor(self.net_args, features_extractor=None)
        network: LegalQuantiles = LegalQuantiles(**parts).to(self.device)
        return network


class LegalQRDQN(QRDQN):  # type: ignore[misc]
    """QR-DQN that explores among the legal actions, in each match by itself."""

    def __init__(self, *given: Any, seed: int, **named: Any) -> None:
        self.stream = np.random.default_rng(seed)
        super().__init__(*given, seed=seed, **named)

    def predict(self, rows: Array, *given: Any, deterministic: bool = False, **named: Any) -> tuple[Array, Any]:
        """The best action, or, where that is allowed, now and then any legal one."""
        best, state = self.policy.predict(rows, *given, deterministic=True, **named)
        if deterministic:
            return best, state
        legal = rows[:, -int(self.action_space.n) :]
        drawn = (legal * (1 - self.stream.random(legal.shape))).argmax(1)  # never 0, which is what is not legal gets
        return np.where(self.stream.random(len(rows)) < self.exploration_rate, drawn, best), state


def ppo(settings: Settings) -> Any:
    """MaskablePPO; rewards come at the end of a match and are not discounted."""
    return MaskablePPO(
        MaskableActorCriticPolicy,
        Matches(settings, settings.games),
        learning_rate=5e-4,
        n_steps=settings.steps,
        batch_size=settings.batch,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs=layers(settings),
        seed=settings.seed,
        device="cpu",
    )


def qrdqn(settings: Settings) -> Any:
    """QR-DQN; what an action is worth is learned from what follows ten decisions later, as a match has many."""
    return LegalQRDQN(
        LegalPolicy,
        Matches(settings, settings.games),
        learning_rate=3e-4,
        buffer_size=50_000,
        learning_starts=0,  # before that, Stable-Baselines3 would draw any action, legal or not
        batch_size=settings.batch,
        gamma=1.0,
        train_freq=1,
        n_steps=10,
        target_update_interval=5_000,
        exploration_fraction=0.3,
        exploration_final_eps=0.05,
        max_grad_norm=10.0,
        policy_kwargs={**layers(settings), "n_quantiles": 16},
        seed=settings.seed,
        device="cpu",
    )


ALGORITHMS = {"ppo": ppo, "qrdqn": qrdqn}


def layers(settings: Settings) -> dict[str, Any]:
    """The network, as Stable-Baselines3 is told about it."""
    arch = [settings.width, settings.width]
    return {"features_extractor_class": Logarithms, "net_arch": arch, "activation_fn": nn.ReLU}


def win_rate(model: Any, settings: Settings) -> float:
    """The share of matches won against the opponent, from drawn seats; a shared victory is a half.

    PPO plays by its odds, drawn from a stream of its own: how often one looks must not change what is learned.
    """
    games = min(settings.judged, 100)
    matches = Matches(settings, games)
    matches.seed(settings.seed + 10_000)
    rows, left, won = matches.reset(), np.full(games, settings.judged // games), 0.0  # as many of each: long ones too
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed + 10_000)
        while left.any():
            if settings.algorithm == "ppo":
                actions, _ = model.predict(rows, action_masks=matches.envs.action_masks())
            else:
                actions, _ = model.predict(rows, deterministic=True)
            rows, paid, over, _ = matches.step(actions)
            counted = over & (left > 0)
            won += float(((paid > 0) + 0.5 * (paid == 0))[counted].sum())
            left -= counted
    return won / (settings.judged // games * games)


class Looks(BaseCallback):  # type: ignore[misc]
    """Looks at how well it plays, now and then."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings, self.looked, self.rate, self.began = settings, 0, 0.0, time.perf_counter()

    def _on_training_start(self) -> None:
        self.look()

    def _on_step(self) -> bool:
        if self.num_timesteps - self.looked >= self.settings.look:
            self.look()
        return True

    def _on_training_end(self) -> None:
        if self.looked < self.num_timesteps:
            self.look()

    def look(self) -> None:
        """Look, and tell."""
        self.looked, self.rate = self.num_timesteps, win_rate(self.model, self.settings)
        tell(self.settings, time.perf_counter() - self.began, self.looked, self.rate)


def train(settings: Settings) -> tuple[float, Any]:
    """Learn for so many decisions; the last win rate, and the model."""
    model, looks = ALGORITHMS[settings.algorithm](settings), Looks(settings)
    model.learn(settings.decisions, callback=looks)
    return looks.rate, model


def tell(settings: Settings, seconds: float, decisions: int, rate: float) -> None:
    """Say how well it plays, and add it to the curve, if one is drawn."""
    print(f"{seconds:5.0f} s, {decisions:10,} decisions: {rate:.1%} won against {settings.opponent}", flush=True)
    if settings.curve:
        with Path(settings.curve).open("a", encoding="utf-8") as file:
            if file.tell() == 0:
                file.write("seed,seconds,decisions,won\n")
            file.write(f"{settings.seed},{seconds:.1f},{decisions},{rate:.4f}\n")


def main() -> None:
    """Read the settings and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default=Settings.game, help="which game")
    parser.add_argument("--algorithm", choices=list(ALGORITHMS), default=Settings.algorithm, help="which algorithm")
    parser.add_argument("--seats", type=int, default=Settings.seats, help="how many seats")
    parser.add_argument("--opponent", default=Settings.opponent, help="the bot in the other seats")
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="how many to learn from")
    parser.add_argument("--look", type=int, default=Settings.look, help="decisions between two looks")
    parser.add_argument("--curve", metavar="FILE", help="add every look to this CSV file")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="what everything is drawn from")
    train(Settings(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
