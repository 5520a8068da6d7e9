"""Which playout is strongest for the time it takes? Every way of playing on meets the game's own, at equal time.

    python benchmarks/bots/playouts.py babel --seconds 0.02 --games 100

Equal time is made equal once, before the games: each way is given as many iterations a decision as it manages in that
time on positions of random games. So a busy machine disturbs nothing, and the same iterations give the same games.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

import ziggurat
from ziggurat.bots import Budget, SearchBot
from ziggurat.bots.arena import Share
from ziggurat.core.game import Game, Records, SearchSettings

PROBES = 40  # positions on which the speed is measured


def ways(own: SearchSettings) -> dict[str, SearchSettings]:
    """What is compared with the game's own settings."""
    return {
        "uniform, to the end": own._replace(depth=-1, greed=1),
        "uniform, cut off": own._replace(greed=1),
        "evaluation at once": own._replace(depth=0, greed=1),
        "greedy of 2, cut off": own._replace(greed=2),
        "greedy of 4, cut off": own._replace(greed=4),
        "greedy of 2, to the end": own._replace(depth=-1, greed=2),
    }


def probes(game: Game, seats: int) -> list[Records]:
    """Positions of random games, each as its actor sees it."""
    chance = np.random.default_rng(1)
    positions: list[Records] = []
    while len(positions) < PROBES:
        match = ziggurat.new(game.name, seats=seats, seed=int(chance.integers(1 << 40)))
        for _ in range(int(chance.integers(60))):
            if not match.over:
                match.play(int(chance.choice(match.legal())))
        if not match.over and len(match.legal()) > 1:
            positions.append(match.record(match.actor))
    return positions


def speed(game: Game, settings: SearchSettings, positions: list[Records], iterations: int = 200) -> float:
    """Iterations a second of processor time."""
    SearchBot(game, 1, Budget(iterations=32), settings=settings).think(positions[0])
    bot = SearchBot(game, 1, Budget(iterations=iterations), settings=settings)
    began = time.thread_time()
    for position in positions:
        bot.think(position)
    return len(positions) * iterations / (time.thread_time() - began)


def play(job: tuple[str, int, int, int, Any, int, Any, int]) -> float:
    """One game; the challenger's part of the victory. It sits on seat `number % seats`, the own settings elsewhere."""
    name, seats, seed, number, challenger, its_budget, own, own_budget = job
    game, at = ziggurat.game(name), number % seats
    match = ziggurat.new(name, seats=seats, seed=seed + number // seats)
    players = [
        SearchBot(
            game,
            seed + 1000 * number + seat,
            Budget(iterations=its_budget if seat == at else own_budget),
            settings=SearchSettings(*(challenger if seat == at else own)),
        )
        for seat in range(seats)
    ]
    while not match.over:
        match.play(players[match.actor].choose(match.record(match.actor)))
    standings = match.standings()
    winners = [seat for seat, standing in enumerate(standings) if standing == max(standings)]
    return 1 / len(winners) if at in winners else 0.0


def compare(
    pool: ProcessPoolExecutor,
    game: Game,
    seats: int,
    challenger: tuple[SearchSettings, int],
    own: tuple[SearchSettings, int],
    games: int,
    seed: int = 1,
) -> Share:
    """How often one way of searching, with its iterations, beats another."""
    jobs = [
        (game.name, seats, seed, number, tuple(challenger[0]), challenger[1], tuple(own[0]), own[1])
        for number in range(games)
    ]
    return Share.count(sum(pool.map(play, jobs)), games)


def main(say: Callable[[str], None] = print) -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", choices=ziggurat.game_names())
    reader.add_argument("--seats", type=int)
    reader.add_argument("--seconds", type=float, default=0.02, help="processor time a decision")
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--way", action="append", type=json.loads, default=[], help='{"depth": 4, "greed": 2}')
    asked = reader.parse_args()
    game = ziggurat.game(asked.game)
    seats = asked.seats or (3 if asked.game == "ur" else 2)
    positions = probes(game, seats)
    own = game.search
    tried = {str(way): own._replace(**way) for way in asked.way} or ways(own)
    own_budget = round(asked.seconds * speed(game, own, positions))
    say(f"{game.title}, {seats} seats, own settings {own}: {own_budget} iterations in {asked.seconds} s")
    with ProcessPoolExecutor(asked.workers) as pool:
        for name, settings in tried.items():
            budget = max(8, round(asked.seconds * speed(game, settings, positions)))
            share = compare(pool, game, seats, (settings, budget), (own, own_budget), asked.games)
            say(f"{name:28} {budget:6} iterations  wins {share} of {asked.games}; an equal would win {1 / seats:.0%}")


if __name__ == "__main__":
    main()
