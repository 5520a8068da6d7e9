"""How long a network takes to evaluate a position: `python benchmarks/bots/forward_pass.py`, in CPU time of one thread.

An evaluation goes from a record to preferences and values: legal actions, observation and forward pass. The
positions are those of a game with three seats, or two, that the network played; the best of some rounds counts.
"""

from __future__ import annotations

import time

import numpy as np

import ziggurat
from ziggurat.bots import network
from ziggurat.bots.network import NetworkBot
from ziggurat.core.game import Records

ROUNDS = 12
MOST = 150  # positions


def positions(name: str) -> list[Records]:
    """What the deciding seats saw in a game."""
    game = ziggurat.game(name)
    match = ziggurat.new(name, seats=3 if 3 in game.seat_counts else 2, seed=3)
    bot = NetworkBot(game, 1)
    positions: list[Records] = []
    while not match.over and len(positions) < MOST:
        positions.append(match.record(match.actor))
        match.play(bot.choose(positions[-1]))
    return positions


def seconds(name: str) -> float:
    """Of one look."""
    game, seen = ziggurat.game(name), positions(name)
    bot = NetworkBot(game, 1)
    if bot.network is None:
        raise SystemExit(f"{name} has no network.")
    look, words = game.bind(network.judge), bot._words
    given = (bot._mask, words.view(np.uint8), words, bot.network.weights, bot.network.numbers, bot._room)
    times = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for record in seen:
            look(record, int(record["actor"][0]), *given, bot._preferences, bot._values)
        times.append((time.thread_time() - began) / len(seen))
    return min(times)


if __name__ == "__main__":
    for each in ziggurat.game_names():
        took = seconds(each)
        print(f"{each}: {took * 1e6:.1f} µs a look, {1 / took:,.0f} a second")
