"""How `ziggurat.judge` orders players, and how noisy it is: `python benchmarks/text/judging.py GAME --positions 40`.

Of positions with a choice in games between greedy bots, at the largest table: what each player's action loses on
average, with the standard error over positions; and by budget, how far the same verdict lies from that of another seed.
The judge is the search of the strongest bots, so it judges them too kindly.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, stdev

import ziggurat

PLAYERS = ("random", "greedy", "apprentice", "steward", "mayor", "governor")
BUDGETS = (200, 1000, 4000)


def positions(name: str, count: int) -> list[ziggurat.Match]:
    """Positions with a choice, from as many games as needed."""
    drawn, found = Random(1), []
    for seed in range(count):
        match, bot = ziggurat.new(name, seed=seed), ziggurat.bot("greedy", seed=seed)
        while not match.over:
            match.play(bot.choose(match))
        choices = [at for at in range(len(match)) if len(match.at(at).legal()) > 1]
        found += [match.at(at) for at in drawn.sample(choices, min(4, len(choices)))]
        if len(found) >= count:
            break
    return found[:count]


def main() -> None:
    """Print a line for each player, and one for each budget."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--iterations", type=int, default=1000)
    given = parser.parse_args()
    for name in given.game:
        found = positions(name, given.positions)
        for player in PLAYERS:
            bot = ziggurat.bot(player, seed=1)
            lost = [ziggurat.judge(at, [bot.choose(at)], iterations=given.iterations)[0].lost for at in found]
            print(f"{name:10} {player:10} loses {mean(lost):.4f} +- {stdev(lost) / len(lost) ** 0.5:.4f}", flush=True)
        drawn = Random(2)
        actions = [drawn.choice(at.legal()) for at in found]
        for budget in BUDGETS:
            first, second = (
                [
                    ziggurat.judge(at, [one], iterations=budget, seed=seed)[0].lost
                    for at, one in zip(found, actions, strict=True)
                ]
                for seed in (3, 4)
            )
            apart = mean(abs(one - other) for one, other in zip(first, second, strict=True))
            print(f"{name:10} {budget:5} iterations: two seeds lie {apart:.4f} apart", flush=True)


if __name__ == "__main__":
    main()
