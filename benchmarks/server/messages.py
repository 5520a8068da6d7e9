"""How large a message about a decision is: with what changed in a seat's record, as our page gets it, and with a view.

    python benchmarks/server/messages.py [MATCHES]

Random matches with most seats, to their end; every seat and a spectator hear every decision.
"""

from __future__ import annotations

import random
import statistics
import sys

import ziggurat
from ziggurat.server.protocol import Leave, Pace
from ziggurat.server.tables import frames
from ziggurat.server.tables.sitting import MOVE, START, Entry, Plan, Sitting

LARGE = 1000  # bytes


def sizes(game: str, seed: int) -> tuple[list[int], list[int]]:
    """The bytes of all messages of a match with records, and of those with a view for whoever decides next."""
    card = ziggurat.game(game)
    seats = card.seat_counts[-1]
    people = (None,) * seats
    options = card.read_options({})
    plan = Plan(game, card.rules_version, seats, options, seed, None, Pace(), Leave.BOT, "random", people)
    sitting, stream = Sitting(plan), random.Random(seed)
    sitting.apply(Entry(0, START, -1, 0, None, None, 1))
    had = {seat: sitting.match.record(seat).tobytes() for seat in range(-1, seats)}
    records, views = [], []
    while not sitting.over:
        entry = sitting.entry(MOVE, sitting.actor, stream.choice(sitting.match.legal()), 2)
        update = frames.Update(sitting, entry, sitting.apply(entry), 2)
        for seat in had:
            records.append(len(frames.encode(update.changed(seat, view=True, had=had[seat]))))
            had[seat] = update.record(seat)
        views.append(len(frames.encode(update.changed(sitting.actor, view=True))))
    return records, views


def main(matches: int) -> None:
    """Print a line for each game."""
    for game in ziggurat.game_names():
        pairs = [sizes(game, seed) for seed in range(matches)]
        records = sorted(size for pair in pairs for size in pair[0])
        views = [size for pair in pairs for size in pair[1]]
        above = sum(size >= LARGE for size in records) / len(records)
        print(
            f"{game}: with records {statistics.median(records):.0f} bytes in the median, {records[-1]} at most, "
            f"{above:.1%} above 1 kB; with a view {statistics.median(views):.0f} in the median, {max(views)} at most"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
