"""How large films are and how long they take: `python benchmarks/films.py`."""

from __future__ import annotations

import time

import ziggurat
from ziggurat.bots import find
from ziggurat.pictures import films

if __name__ == "__main__":
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        match = ziggurat.new(name, seats=min(3, game.seat_counts[-1]), seed=1)
        bot = find("greedy")(game, 1)
        while not match.over:
            match.play(bot.choose(match.record(match.actor)))
        for kind in films.FORMATS:
            begun = time.process_time()
            film = films.film(match, kind)
            seconds = time.process_time() - begun
            pictures = len(films.moments(match))
            print(f"{name}: {kind}, {pictures} pictures, {len(film) / 1000:.0f} kB, {seconds:.1f} s")
