"""A server's ratings, in the terminal: `ziggurat ratings`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import Engine

from ziggurat.server.ratings import leaderboard
from ziggurat.server.ratings import records as counting

MOST = 1000  # of each game


def show(engine: Engine, *, recompute: bool, as_json: bool) -> None:
    """Print the ratings of every game, after counting all matches again if that is wanted."""
    said: dict[str, Any] = {}
    with engine.begin() as connection:
        if recompute:
            said = asdict(counting.recompute(connection))
        games = {
            game: leaderboard.load(connection, game, None, MOST, provisional=True)
            for game in leaderboard.games(connection)
        }
    if as_json:
        told = {
            game: [
                {
                    "kind": str(one.kind),
                    "name": one.name,
                    "rating": one.rating,
                    "deviation": one.deviation,
                    "provisional": one.provisional,
                    "matches": one.matches,
                }
                for one in board.entries
            ]
            for game, board in games.items()
        }
        print(json.dumps({**said, "games": told}, ensure_ascii=False))
        return
    if recompute:
        what = f"{said['changed']} ratings changed, by at most {said['largest']:.1f}."
        print(f"{said['matches']} rated matches, {said['counted']} of them counted; {what}")
    for game, board in games.items():
        print(f"\n{game}")
        for one in board.entries:
            mark = "?" if one.provisional else ""
            print(f"{one.rating:6}{mark:1}  ±{2 * one.deviation:<4} {one.matches:5}  {one.name}")
