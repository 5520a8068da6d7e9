"""Short ways to set up a situation of Amyitis, and to read what came of it.

A situation is a position of which only what matters is said: everything else is as at the start, with all craft cards
face down. Squares are a1 (top) to d4 (bottom); the river runs below row d and along column 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ziggurat
from ziggurat.games.amyitis.view import Edge, Player, Square

ANYTHING = ["wine", "wine"]  # pays for everything
ALL_PASSED = {"passed": True}


def position(*, seats: int = 3, players: Mapping[int, Any] | None = None, **entries: Any) -> ziggurat.Match:
    """A match that begins from a situation; `players` changes some of the players."""
    special = players or {}
    return ziggurat.load(
        "amyitis", {"seats": seats, "players": [dict(special.get(seat, {})) for seat in range(seats)], **entries}
    )


def end_of_round(*, seats: int = 3, players: Mapping[int, Any] | None = None, **entries: Any) -> ziggurat.Match:
    """The same, when everybody has passed and the procession is due; seat 0 is first player unless said otherwise."""
    special = players or {}
    everybody = {seat: {**ALL_PASSED, **special.get(seat, {})} for seat in range(seats)}
    leader = (entries.get("first", 0) - 1) % seats
    return position(seats=seats, players=everybody, phase="procession", actor=leader, **entries)


def player(match: ziggurat.Match, seat: int) -> Player:
    """What a seat has."""
    player = match.view().players[seat]
    assert isinstance(player, Player)
    return player


def resources(match: ziggurat.Match, seat: int) -> list[str]:
    """A seat's resources by name."""
    return [name for name, count in player(match, seat).resources.items() for _ in range(count)]


def square(match: ziggurat.Match, name: str) -> Square:
    """A square of the garden."""
    squares: list[Square] = match.view().squares
    return next(found for found in squares if found.place == name)


def edge(match: ziggurat.Match, name: str) -> Edge:
    """An edge of the garden."""
    edges: list[Edge] = match.view().edges
    return next(found for found in edges if found.place == name)


def temple(match: ziggurat.Match, name: str) -> str:
    """The cubes in a temple, from the left."""
    return next("".join(row.cubes) for row in match.view().temples if row.name == name)


def field(match: ziggurat.Match, name: str) -> list[int]:
    """The cubes in a field, from the left."""
    return next(row.cubes for row in match.view().fields if row.name == name)


def moves(match: ziggurat.Match, verb: str) -> set[str]:
    """What may be done with a verb: `moves(match, "to")` are the cities within reach."""
    return {move.partition(" ")[2] for move in match.moves() if move.partition(" ")[0] == verb}


def told(match: ziggurat.Match, kind: str) -> list[tuple[int, dict[str, Any]]]:
    """The events of a kind: whom they are about, and their arguments."""
    return [(event.seat, dict(event.arguments)) for event in match.events() if event.kind == kind]


def gains(match: ziggurat.Match, source: str) -> dict[int, int]:
    """Prestige by seat from one source."""
    points: dict[int, int] = {}
    for seat, arguments in told(match, "gained"):
        if arguments["source"] == source:
            points[seat] = points.get(seat, 0) + arguments["count"]
    return points
