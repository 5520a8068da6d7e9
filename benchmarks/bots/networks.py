"""One network against another: `python benchmarks/bots/networks.py amyitis one.npz two.npz --games 4096 --device cuda`.

The first has one seat and the second all others; each game counts once, as the part of the others that the first is
ahead of. Both take the action they prefer. With `--search 150` they search with so many iterations a decision, as bots
do, and with `--search 0` they are asked once, in whole numbers: then they share the seats by turns as in the arena, and
every pair of seats counts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ziggurat
from ziggurat.bots import Bot, Budget, LearnedBot, NetworkBot, weights
from ziggurat.bots.arena import Arena, Share
from ziggurat.core.game import Game
from ziggurat.learn.boards import board_of
from ziggurat.learn.export import take_over
from ziggurat.learn.league import Gate
from ziggurat.learn.network import Network

LONGEST = 1500  # decisions after which a game counts as even


def at_once(game: Game, files: list[Path], seats: int, games: int, device: str) -> Share:
    """All games side by side, with the numbers that are learned with."""
    one, two = (Network(board_of(game), game.network_size) for _ in files)
    for network, file in zip((one, two), files, strict=True):
        take_over(network, weights.arrays_of(file))
        network.to(device)
    [ahead] = Gate(game, (seats,), games, device, best=True, longest=LONGEST).ahead(one, two, seed=1)
    return Share.count(ahead * games, games)


def as_bots(game: Game, files: list[Path], seats: int, games: int, iterations: int, workers: int) -> Share:
    """In the arena, with the same deals for both."""

    def named(file: Path, name: str) -> type[Bot]:
        network = weights.read(file, game)

        class Searching(LearnedBot):
            def __init__(self, game: Game, seed: int) -> None:
                super().__init__(game, seed, Budget(iterations=iterations), network=network)

        class Asking(NetworkBot):
            def __init__(self, game: Game, seed: int) -> None:
                super().__init__(game, seed, network)

        bot = Searching if iterations else Asking
        bot.__qualname__ = name
        return bot

    arena = Arena(game, [named(files[0], "one"), named(files[1], "two")], seats, games, seed=1)
    arena.run(workers)
    first, second = arena.names
    return arena.report().ahead[first][second]


def main() -> None:
    """Print a line for each seat count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=ziggurat.game_names())
    parser.add_argument("files", type=Path, nargs=2, metavar="network.npz")
    parser.add_argument("--seats", type=int, nargs="*", help="all the game has if left out")
    parser.add_argument("--games", type=int, default=1024, help="for each seat count")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--search", type=int, help="iterations a decision; 0: ask once, in whole numbers")
    parser.add_argument("--workers", type=int, default=2, help="games at once, with --search")
    asked = parser.parse_args()
    game = ziggurat.game(asked.game)
    for file in asked.files:
        weights.read(file, game)  # refuses what is damaged, or another game's
    for seats in asked.seats or game.seat_counts:
        if asked.search is None:
            share = at_once(game, asked.files, seats, asked.games, asked.device)
        else:
            share = as_bots(game, asked.files, seats, asked.games, asked.search, asked.workers)
        what = "games" if asked.search is None else "pairs"
        print(f"{game.name} with {seats}: the first is ahead in {share} of {share.of} {what}", flush=True)


if __name__ == "__main__":
    main()
