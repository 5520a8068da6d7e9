"""Play the games of docs/champions: the shipped network of each game against itself, and write them as Parquet.

    python docs/make/champions.py            # all of them, a minute
    python docs/make/champions.py babel      # those of one game

A network without search answers a position always alike, so the same networks make the same bytes of play again.
What is in the files is told by docs/research/data.md.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import ziggurat
from ziggurat.bots import weights
from ziggurat.bots.network import NetworkBot
from ziggurat.data import rows
from ziggurat.data.tables import open_table

FOLDER = Path(__file__).parents[1] / "champions"
GAMES = 300  # of each game, shared between its seat counts
BOT = "network"


def play(game: ziggurat.Game, seats: int, seed: int) -> ziggurat.Match:
    """A match of a network against itself."""
    match = ziggurat.new(game.name, seats=seats, seed=seed)
    bots = [NetworkBot(game, seed) for _ in range(seats)]
    while not match.over:
        match.play(bots[match.actor].think(match.record(match.actor)).action)
    return match


def row(match: ziggurat.Match, number: int) -> list[Any]:
    """A match as a row of the table."""
    won = [seat in match.winners for seat in range(match.seats)]
    by_seat = rows.outcome_values(match.scores, won, [BOT] * match.seats)  # as in the tables of an arena
    return [number, match.seed, match.seats, len(match), match.ending_code, *by_seat, list(match.actions)]


def write(game: ziggurat.Game, seats: int, games: int) -> None:
    """The games of one number of seats: seeds 0, 1, 2 and so on."""
    FOLDER.mkdir(exist_ok=True)
    network = weights.of(game).story["fingerprint"]
    options = game.read_options({})
    about = rows.about(game, seats, options, bots=BOT, network=network, licence="MIT")
    with open_table(FOLDER / f"{game.name}-{seats}.parquet", rows.game_columns(bots=True), about) as table:
        for seed in range(games):
            table.add([row(play(game, seats, seed), seed)])
    print(table.path.name, games, table.path.stat().st_size, flush=True)


def main() -> None:
    """Write all that is asked for."""
    for name in sys.argv[1:] or ziggurat.game_names():
        game = ziggurat.game(name)
        for seats in game.seat_counts:
            write(game, seats, GAMES // len(game.seat_counts))


if __name__ == "__main__":
    main()
