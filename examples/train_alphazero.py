"""Learns a game for two by playing itself and looking ahead: an AlphaZero in one readable file.

    pip install torch ziggurat      # in a checkout: '.'
    python examples/train_alphazero.py babel
    python examples/train_alphazero.py babel --decisions 1000000 --minutes 10

Every decision of self-play is searched: so many times, a walk goes down the tree to a position that is not in it yet,
the network says what that is worth and which actions are promising there, and the walk is counted on the way back. The
network then learns to prefer what was walked most, and to expect what the match came to, half by victory and half by
points. All matches are searched at once, so that the network is asked about many positions in one go.

Cards are hidden, so nobody walks in the true match: before each walk everything that the seat to decide cannot see is
drawn anew (`redacted`, `resample`), all these possible truths share one tree, and at every position the network is
shown what the seat that decides *there* would see.

Now and then it plays against the bot `random`, searching as it does when it learns. Looks come after so many decisions,
and so does the end: the same seed learns the same and writes the same curve, but for the seconds, unless `--minutes`
end it.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import ziggurat.envs

Array = np.ndarray[Any, Any]


@dataclass
class Settings:
    """What is learned, and how."""

    game: str = "babel"
    games: int = 64  # at once
    walks: int = 16  # for each decision
    curiosity: float = 1.25  # how much promising actions are preferred to those that turned out well
    noise: float = 0.25  # the part of the odds at the root that is drawn, in self-play
    points: float = 0.5  # the part of what is paid that goes by points: a near win is more than a defeat
    kept: int = 40_000  # decisions in the memory
    batch: int = 256
    lessons: int = 3  # batches that are learned from after each step of all matches
    rate: float = 1e-3
    width: int = 128
    seed: int = 1
    decisions: int = 20_000
    minutes: float = math.inf  # stop after so many, whatever the decisions
    look: int = 10_000  # decisions between two looks at how well it plays
    judged: int = 200  # matches, at each look
    curve: str | None = None  # a CSV file to which every look is added


class Network(nn.Module):  # type: ignore[misc]
    """What a seat sees to a preference for each action, and to how well it expects to do."""

    def __init__(self, observation: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice, self.worth = nn.Linear(width, actions), nn.Linear(width, 1)
        for last in (self.choice, self.worth):  # at first any action, and any position, is as good as another
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Preferences, of illegal actions too, and the expected reward."""
        hidden = self.body(torch.log1p(seen.float()))  # counts and points on one scale with flags
        return self.choice(hidden), torch.tanh(self.worth(hidden)).squeeze(-1)

    def ask(self, seen: Array) -> tuple[Array, Array]:
        """The same, for those who do not learn from it."""
        with torch.no_grad():
            preferences, worth = self(torch.from_numpy(seen))
        return preferences.numpy(), worth.numpy()


def odds_of(preferences: Array, masks: Array) -> Array:
    """Preferences as odds of the legal actions."""
    legal = np.where(masks, preferences, -np.inf)
    odds = np.exp(legal - legal.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def draw(odds: Array, stream: np.random.Generator) -> Array:
    """An action for each match, as likely as its odds."""
    return np.asarray((odds / stream.exponential(size=odds.shape)).argmax(1))


class Forest:
    """A tree for each match, all grown together: arrays by match, node and action. Each walk adds at most one node."""

    def __init__(self, env: Any, network: Network, settings: Settings, stream: np.random.Generator) -> None:
        self.env, self.network, self.settings, self.stream = env, network, settings, stream
        self.board: Any = ziggurat.envs.vector(settings.game, games=env.games, seats=2)  # where walks are played
        self.each = np.arange(env.games)
        shape = env.games, settings.walks + 1, env.game.actions
        self.visits, self.totals = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.preferences, self.worth = np.zeros(shape, np.float32), np.zeros(shape[:2], np.float32)
        self.after = np.zeros(shape, np.int64)  # the node behind an action; 0, the root, where there is none yet

    def grow(self, noise: float = 0.0) -> Array:
        """Search the decisions that the environment asks for now; how often each action was walked, as a share."""
        env, known = self.env, self.env.snapshot()
        for seat in (0, 1):
            lanes = np.flatnonzero(env.actors == seat)
            known.records[lanes] = env.redacted(lanes, seat)
        for array in (self.visits, self.totals, self.after):
            array[:] = 0
        preferences, worth = self.network.ask(env.observations)
        self.worth[:, 0] = worth
        self.least = self.most = np.where(env.actors == 0, worth, -worth)
        drawn = self.stream.exponential(size=env.masks.shape) * env.masks  # in equal parts: Dirichlet's, with alpha 1
        odds = (1 - noise) * odds_of(preferences, env.masks) + noise * drawn / drawn.sum(1, keepdims=True)
        self.preferences[:, 0] = np.log(odds + 1e-9)
        for walk in range(1, self.settings.walks + 1):
            self.walk(walk, known[:])
        return np.asarray(self.visits[:, 0] / self.settings.walks)

    def walk(self, number: int, truths: Any) -> None:
        """Go down every tree in a possible truth, ask the network about the new nodes, and count it all the way up."""
        board, resample, path = self.board, self.env.game.engine().resample, []
        seeds = self.stream.integers(2**63, size=len(self.each), dtype=np.uint64)
        for lane, seat in enumerate(self.env.actors.tolist()):
            resample(truths.records[lane : lane + 1], seat, seeds[lane])
        board.restore(truths, self.each)
        node, walking, paid = np.zeros_like(self.each), self.each >= 0, np.zeros(len(self.each), np.float32)
        fresh = ~walking
        while walking.any():
            lanes, action = np.flatnonzero(walking), self.choose(node, board.masks)
            path.append((lanes, node[lanes], action[lanes], board.actors[lanes]))
            board.step(np.where(walking, action, ziggurat.envs.STAY))
            paid += board.rewards[:, 0]
            reached = self.after[self.each, node, action]
            new = walking & ~board.over & (reached == 0)
            self.after[self.each[new], node[new], action[new]] = number
            fresh |= new
            walking &= ~board.over & (reached > 0)
            node = np.where(walking, reached, node)
        lanes = np.flatnonzero(fresh)
        if len(lanes):
            self.preferences[lanes, number], worth = self.network.ask(board.observations[lanes])
            self.worth[lanes, number] = worth
            paid[lanes] = np.where(board.actors[lanes] == 0, worth, -worth)
        self.least, self.most = np.minimum(self.least, paid), np.maximum(self.most, paid)
        for lanes, nodes, actions, actors in path:
            self.visits[lanes, nodes, actions] += 1
            self.totals[lanes, nodes, actions] += np.where(actors == 0, paid[lanes], -paid[lanes])

    def choose(self, node: Array, masks: Array) -> Array:
        """Where each walk goes on: what turned out well, and what is promising and was not tried often (PUCT)."""
        visits, odds = self.visits[self.each, node], odds_of(self.preferences[self.each, node], masks)
        mean = self.totals[self.each, node] / np.maximum(visits, 1)
        worth = np.where(visits > 0, mean, self.worth[self.each, node][:, None])
        spread = (self.most - self.least + 0.1)[:, None]  # curious in the measure in which walks have differed
        bonus = self.settings.curiosity * spread * odds * np.sqrt(1 + visits.sum(1, keepdims=True)) / (1 + visits)
        return np.asarray(np.where(masks, worth + bonus, -np.inf).argmax(1))


class Memory:
    """A ring of decisions: what was seen, what was legal, what the search walked, and what was paid in the end."""

    def __init__(self, size: int, observation: int, actions: int) -> None:
        self.seen = torch.zeros(size, observation, dtype=torch.uint8)
        self.masks = torch.zeros(size, actions, dtype=torch.bool)
        self.walked, self.paid = torch.zeros(size, actions), torch.zeros(size)
        self.size, self.added = size, 0

    def add(self, seen: Array, mask: Array, walked: Array, paid: float) -> None:
        """Remember a decision."""
        at = self.added % self.size
        self.seen[at], self.masks[at] = torch.from_numpy(seen), torch.from_numpy(mask)
        self.walked[at], self.paid[at] = torch.from_numpy(walked), paid
        self.added += 1


def learn(network: Network, optimiser: torch.optim.Optimizer, memory: Memory, batch: int) -> None:
    """One step on decisions drawn from the memory."""
    part = torch.randint(min(memory.added, memory.size), (batch,))
    preferences, worth = network(memory.seen[part])
    chosen = functional.log_softmax(preferences.masked_fill(~memory.masks[part], -1e9), dim=1)
    loss = functional.mse_loss(worth, memory.paid[part]) - (memory.walked[part] * chosen).sum(1).mean()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def win_rate(network: Network, settings: Settings, *, searching: bool = True) -> float:
    """The share of matches won against `random`, half from each seat; a shared victory is a half.

    It plays what was walked most or, without searching, by the network's odds. Everything is drawn from streams of its
    own: how often one looks must not change what is learned.
    """
    env: Any = ziggurat.envs.vector(settings.game, games=settings.judged, seats=2, seed=settings.seed + 10_000)
    stream = np.random.default_rng(settings.seed + 10_000)
    forest = Forest(env, network, settings, stream)
    ours, playing, won = forest.each % 2, forest.each >= 0, 0.0
    while playing.any():
        waiting = playing & (env.actors != ours)
        if waiting.any():
            actions = np.where(waiting, env.sample(), ziggurat.envs.STAY)
        else:
            odds = odds_of(network.ask(env.observations)[0], env.masks)
            actions = np.where(
                playing, forest.grow().argmax(1) if searching else draw(odds, stream), ziggurat.envs.STAY
            )
        env.step(actions)
        paid = env.rewards[forest.each, ours][env.over]
        won += float(((paid > 0) + 0.5 * (paid == 0)).sum())
        playing &= ~env.over
    return won / settings.judged


def train(settings: Settings) -> tuple[float, Network]:
    """Learn for so many decisions, or minutes; the last win rate, and the network."""
    torch.manual_seed(settings.seed)
    stream = np.random.default_rng(settings.seed)
    env: Any = ziggurat.envs.vector(settings.game, games=settings.games, seats=2, seed=settings.seed, skip_forced=True)
    network = Network(env.game.observation_size, env.game.actions, settings.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=settings.rate, weight_decay=1e-5)
    forest = Forest(env, network, settings, stream)
    memory = Memory(settings.kept, env.game.observation_size, env.game.actions)
    matches: list[list[tuple[Any, ...]]] = [[] for _ in range(settings.games)]  # decisions whose match is not over
    began, decisions, looked, rate = time.perf_counter(), 0, 0, win_rate(network, settings)
    tell(settings, 0.0, 0, rate)
    ended = False
    while not ended:
        walked = forest.grow(settings.noise)
        now = env.observations.copy(), env.masks.copy(), walked, env.actors.copy()
        env.step(draw(walked, stream))
        for lane, match in enumerate(matches):
            match.append(tuple(part[lane] for part in now))
            if env.over[lane]:
                lead = np.clip((env.scores[lane] - env.scores[lane, ::-1]) / env.game.scale, -1, 1)
                paid = (1 - settings.points) * env.rewards[lane] + settings.points * lead
                for seen, mask, share, actor in match:
                    memory.add(seen, mask, share, float(paid[actor]))
                match.clear()
        for _ in range(settings.lessons if memory.added >= settings.kept // 10 else 0):
            learn(network, optimiser, memory, settings.batch)
        decisions += settings.games
        ended = decisions >= settings.decisions or time.perf_counter() - began >= 60 * settings.minutes
        if ended or decisions - looked >= settings.look:
            looked, rate = decisions, win_rate(network, settings)
            tell(settings, time.perf_counter() - began, decisions, rate)
    print(f"without searching, by its odds alone: {win_rate(network, settings, searching=False):.1%}", flush=True)
    return rate, network


def tell(settings: Settings, seconds: float, decisions: int, rate: float) -> None:
    """Say how well it plays, and add it to the curve, if one is drawn."""
    print(f"{seconds:5.0f} s, {decisions:10,} decisions: {rate:.1%} won against random", flush=True)
    if settings.curve:
        with Path(settings.curve).open("a", encoding="utf-8") as file:
            if file.tell() == 0:
                file.write("seed,seconds,decisions,won\n")
            file.write(f"{settings.seed},{seconds:.1f},{decisions},{rate:.4f}\n")


def main() -> None:
    """Read the settings and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default=Settings.game, help="which game")
    parser.add_argument("--games", type=int, default=Settings.games, help="how many matches at once")
    parser.add_argument("--walks", type=int, default=Settings.walks, help="how many for each decision")
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="how many to learn from at most")
    parser.add_argument("--minutes", type=float, default=Settings.minutes, help="how long at most")
    parser.add_argument("--look", type=int, default=Settings.look, help="decisions between two looks")
    parser.add_argument("--curve", metavar="FILE", help="add every look to this CSV file")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="what everything is drawn from")
    train(Settings(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
