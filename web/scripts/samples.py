"""Sample views for the board workbench (dev/): random matches at several points, as the seat to act sees them.

python web/scripts/samples.py [GAME ...]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec

import ziggurat

FOLDER = Path(__file__).parents[1] / "dev" / "samples"
SHARES = (0.0, 0.02, 0.15, 0.35, 0.55, 0.75, 0.95, 1.0)  # of a whole match


def write(name: str) -> None:
    """A match for each seat count; samples are numbered through."""
    FOLDER.mkdir(exist_ok=True)
    number = 0
    for seats in reversed(ziggurat.game(name).seat_counts):
        match = ziggurat.new(name, seats=seats, seed=11)
        chance = random.Random(seats)
        played = []
        while not match.over:
            played.append(chance.choice(match.legal()))
            match.play(played[-1])
        for share in SHARES:
            moment = match.at(int(share * len(played)))
            view = moment.view(max(moment.actor, 0))
            (FOLDER / f"{name}-{number}.json").write_bytes(msgspec.json.encode(view))
            print(f"{name}-{number}: {seats} seats, decision {int(share * len(played))}, {view.phase}")
            number += 1


if __name__ == "__main__":
    for game in sys.argv[1:] or ziggurat.game_names():
        write(game)
