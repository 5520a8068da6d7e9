"""Measures every game, and writes docs/research/measures.md: `python docs/make/measures.py` (some minutes)."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ziggurat
from ziggurat.bots.arena import Arena
from ziggurat.core.match import Match
from ziggurat.envs.batch import CpuEnv
from ziggurat.sim import simulate

PAGE = Path(__file__).parents[1] / "research" / "measures.md"
GAMES = 20_000  # random ones, for lengths and first seats
LANES, STEPS = 256, 3000  # for branching: decisions of random games
POSITIONS, TRUTHS = 40, 128  # for what is hidden
DUELS = 60  # games for luck, a multiple of every seat count
HEADING = f"""# The games in numbers

Written by `python docs/make/measures.py`, with random play unless stated otherwise: {GAMES:,} games for lengths and
first seats, {LANES * STEPS:,} decisions for choices, {POSITIONS} positions for what is hidden. How games go when they
are played well: [balance](../balance.md).

- **Decisions** in a game: mean, and shortest to longest. **Choices**: legal actions at a decision, mean and most.
  **Forced**: decisions with one legal action (`skip_forced=True` plays these itself).
- **Hidden**: bits on the table that the seat to act does not know, in the middle of a game: the median of the
  positions' collision entropies (how often two of {TRUTHS} possible truths are equal). More than
  {math.log2(TRUTHS * (TRUTHS - 1) / 2):.0f} bits are not told apart.
- **First seat**: how often it wins, beside an even share; a shared victory counts for everybody who shares it.
- **Luck**: how often the better of two players, far apart in skill, ends ahead of the other, over all pairs of their
  seats in {DUELS} games with the seats taken in turns (level is half). At 100% no luck saves the worse one.

| game, seats | decisions | choices | forced | hidden | first seat (even) | greedy : random | network : greedy |
|---|---|---|---:|---:|---|---:|---:|
"""


class Choices(NamedTuple):
    """Choices at many decisions."""

    mean: float
    most: int
    forced: float


def choices(game: ziggurat.Game, seats: int) -> Choices:
    """How many actions are legal at the decisions of random games."""
    settings: dict[str, Any] = {"options": {}, "seed": 1, "reward": "win", "masks": "bits", "observe": False}
    env = CpuEnv(game, games=LANES, seats=seats, **settings)
    total = most = forced = 0
    for _ in range(STEPS):
        total += int(env.counts.sum())
        most = max(most, int(env.counts.max()))
        forced += int((env.counts == 1).sum())
        env.step(env.sample())
    return Choices(total / (LANES * STEPS), most, forced / (LANES * STEPS))


def hidden(game: ziggurat.Game, seats: int) -> str:
    """Bits that are hidden from the seat to act, in the middle of random games."""
    if not game.secrets:
        return "0"
    stream = np.random.default_rng(3)
    pairs = TRUTHS * (TRUTHS - 1) // 2
    bits = []
    for number in range(POSITIONS):
        match = _middle(game, seats, number, stream)
        redacted = match.record(match.actor)
        truths: Counter[bytes] = Counter()
        for truth in range(TRUTHS):
            one = redacted.copy()
            game.engine().resample(one, match.actor, np.uint64(truth + 1))
            one["rng"] = 0
            truths[one.tobytes()] += 1
        equal = sum(count * (count - 1) // 2 for count in truths.values())
        bits.append(math.log2(pairs / equal) if equal else math.inf)
    middle = float(np.median(bits))
    return f"{middle:.1f}" if middle < math.inf else f"over {math.log2(pairs):.0f}"


def _middle(game: ziggurat.Game, seats: int, seed: int, stream: np.random.Generator) -> Match:
    whole = ziggurat.new(game.name, seats=seats, seed=seed)
    while not whole.over:
        whole.play(int(stream.choice(whole.legal())))
    return whole.at(len(whole) // 2)


def beats(game: ziggurat.Game, seats: int, better: str, worse: str) -> str:
    """How often one bot is ahead of another, of the games both played."""
    arena = Arena(game, [better, worse], seats, DUELS, seed=1)
    arena.run(1)
    share = arena.report().ahead[better][worse]
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"


def row(game: ziggurat.Game, seats: int) -> str:
    """One line of the table."""
    outcome, choice_counts = simulate(game, seats=seats, games=GAMES, seed=1), choices(game, seats)
    return (
        f"| {game.title}, {seats} | {outcome.mean_length:.0f} ({outcome.shortest} to {outcome.longest:,}) "
        f"| {choice_counts.mean:.1f}, {choice_counts.most} | {choice_counts.forced:.0%} | {hidden(game, seats)} "
        f"| {outcome.win_rates[0]:.1%} ({1 / seats:.0%}) "
        f"| {beats(game, seats, 'greedy', 'random')} | {beats(game, seats, 'network', 'greedy')} |"
    )


def page() -> str:
    """The whole page."""
    games = [ziggurat.game(name) for name in ziggurat.game_names()]
    return HEADING + "".join(row(game, seats) + "\n" for game in games for seats in game.seat_counts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"docs/research/{PAGE.name} is written")
