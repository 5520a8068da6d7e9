"""How much more a network expects than it gets, and what a learner misses that stops where its rollouts do.

    PYTHONPATH=src python benchmarks/beyond.py amyitis --seats 4                          # the network that bots play
    PYTHONPATH=src python benchmarks/beyond.py amyitis --seats 4 --network run/network.npz

The network plays itself for many steps, so that nearly every decision's consequences are seen. Cut into rollouts of 32
steps, as the learner has them, some decisions have their seat's next one beyond the cut; the learner waits for it. Told
are how many; how much better than expected these and the others turn out by the seat's next decision; and what a seat
expects and what it gets in the end, both as means of the decisions in games whose end is seen. If the network had
learned all there is, these would be equal. As a mean of games a seat gets something else, which is told too: who does
well may decide more often.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

import ziggurat
from ziggurat.bots import weights
from ziggurat.bots.forward import MAX_SEATS
from ziggurat.learn.boards import board_of
from ziggurat.learn.export import take_over
from ziggurat.learn.network import Network
from ziggurat.learn.returns import followed
from ziggurat.learn.selfplay import Lanes, Rollout

STEPS = 512  # that are played; more than twice what most games have
CUT = 32  # steps of a rollout


def inside(memory: Rollout) -> Tensor:
    """By decision: whether its seat decides again, or its game ends, before the next cut."""
    steps, games = memory.actors.shape
    later = torch.zeros(games, MAX_SEATS, dtype=torch.bool)
    found = torch.zeros(steps, games, dtype=torch.bool)
    for step in reversed(range(steps)):
        if step % CUT == CUT - 1:
            later = torch.zeros_like(later)
        later = later | memory.over[step][:, None]
        actor = memory.actors[step][:, None]
        found[step] = later.gather(1, actor).squeeze(1)
        later = later.scatter(1, actor, True)
    return found


def outcome(memory: Rollout) -> Tensor:
    """By decision: what its seat gets when the game is over; not a number where that is not seen."""
    steps, games = memory.actors.shape
    end = torch.full((games, MAX_SEATS), torch.nan)
    got = torch.zeros(steps, games)
    for step in reversed(range(steps)):
        end = torch.where(memory.over[step][:, None], memory.rewards[step], end)
        got[step] = end.gather(1, memory.actors[step][:, None]).squeeze(1)
    return got


def mean(numbers: Tensor) -> str:
    """A mean with its standard error."""
    return f"{numbers.mean():+.4f} ± {numbers.std() / len(numbers) ** 0.5:.4f}"


def main() -> None:
    """Let the network play, and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="which game")
    parser.add_argument("--network", type=Path, help="a network.npz; the game's own if left out")
    parser.add_argument("--seats", type=int, default=2, help="how many seats")
    parser.add_argument("--games", type=int, default=512, help="games at once")
    given = parser.parse_args()
    game, seats = ziggurat.game(given.game), given.seats
    network = Network(board_of(game), game.network_size)
    own = Path(ziggurat.__file__).parent / "games" / game.name / weights.NAME
    take_over(network, weights.arrays_of(given.network or own))
    torch.manual_seed(1)
    lanes = Lanes(game, (seats,), given.games, STEPS, 7, "cpu", threads=1)
    memory = lanes.play(network, None)
    decisions, _ = followed(memory, lanes.seats, smoothing=0.0, discount=1.0)
    gains, seen, near = decisions.gains, decisions.known[:, 0], inside(memory).flatten()
    got, expected = outcome(memory), memory.values[:, :, 0]
    whole = ~got.isnan()
    lanes.close()
    print(
        f"{game.name}, {seats} seats: {1 - near.float().mean():.1%} of {near.numel():,} decisions lie beyond, "
        f"gain {mean(gains[seen & ~near])}; of the others {mean(gains[seen & near])}; "
        f"expected {expected[whole].mean():+.3f}, got {got[whole].mean():+.3f} "
        f"(all decisions {expected.mean():+.3f}, all games {memory.rewards[memory.over][:, :seats].mean():+.3f})"
    )


if __name__ == "__main__":
    main()
