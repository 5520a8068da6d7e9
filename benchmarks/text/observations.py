"""How long `match.text` is, in characters: `python benchmarks/text/observations.py`.

With `--texts FILE` the texts are written as JSON lines, for a tokenizer.

Of positions of games between greedy bots, as the deciding seat reads them: the middle third of each game for the
medians, all of it for the longest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import ziggurat

GAMES = 4
POSITIONS = 40  # of each game


def texts(name: str, seats: int) -> Iterator[tuple[bool, str]]:
    """Texts, and whether they are from the middle of a game."""
    for seed in range(GAMES):
        whole, bot = ziggurat.new(name, seats=seats, seed=seed), ziggurat.bot("greedy", seed=seed)
        while not whole.over:
            whole.play(bot.choose(whole))
        for at in range(0, len(whole), max(len(whole) // POSITIONS, 1)):
            now = whole.at(at)
            yield len(whole) // 3 < at < 2 * len(whole) // 3, now.text(now.actor)


def main() -> None:
    """Print a line for each game and seat count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=Path, help="write the texts to this file")
    file = parser.parse_args().texts
    lines = []
    for name in ziggurat.game_names():
        for seats in ziggurat.game(name).seat_counts:
            found = list(texts(name, seats))
            middle = median(len(text) for is_middle, text in found if is_middle)
            print(f"{name:10} {seats} seats: median {middle:5.0f}, longest {max(len(text) for _, text in found):5}")
            lines += [
                json.dumps({"game": name, "seats": seats, "middle": is_middle, "text": t}) for is_middle, t in found
            ]
    if file:
        file.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
