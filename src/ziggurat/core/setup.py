"""The position editor: which pieces can be put where, as changes to a position's JSON.

A game that has a module `setup` with a `SETUP` can be set up on its board. What a change leaves to be worked out (what
is in reserve, the turn so far) is left out of the JSON, so that reading it fills it in; whether the position that comes
of it can be is for `ziggurat.load` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from ziggurat.core.errors import BadPosition
from ziggurat.core.game import Game
from ziggurat.core.sentence import quoted, sentence, shortened

NOTHING = "nothing"  # the piece that takes away what is there
Position = dict[str, Any]


class Setup(NamedTuple):
    """How a game's positions are set up."""

    pieces: Sequence[str]  # what can be put on the board, in words
    places: Sequence[str]  # where, by the names they are clicked by
    put: Callable[[Position, int, str, str], None]  # changes a position: a seat's piece at a place
    left_out: Sequence[str] = ()  # entries that reading fills in
    left_out_of_players: Sequence[str] = ()


def setup_of(game: Game) -> Setup | None:
    """How a game's positions are set up; None if that cannot be done piece by piece."""
    name = f"{game.package}.setup"
    setup: Setup | None = import_module(name).SETUP if find_spec(name) else None
    return setup


def put(game: Game, position: Mapping[str, Any], seat: int, place: str, piece: str) -> Position:
    """A position with a piece of a seat put at a place, as JSON that has yet to be read."""
    setup = setup_of(game)
    if setup is None or place not in setup.places or piece not in (*setup.pieces, NOTHING):
        raise BadPosition(
            sentence(
                "In {game} no '{piece}' can be put at '{place}'.",
                piece=shortened(piece),
                place=shortened(place),
                game=game.title,
            )
        )
    changed: Position = deepcopy(dict(position))
    for entry in setup.left_out:
        changed.pop(entry, None)
    players = changed.get("players")
    if not isinstance(players, list) or not 0 <= seat < len(players):
        raise BadPosition(sentence("There is no seat {seat} in this position.", seat=seat))
    for player in players:
        for entry in setup.left_out_of_players:
            player.pop(entry, None)
    try:
        setup.put(changed, seat, place, piece)
    except (AttributeError, IndexError, KeyError, TypeError) as problem:
        raise BadPosition(
            sentence("Something is missing in the position: {problem}.", problem=quoted(problem))
        ) from problem
    return changed


def misplaced(piece: str, place: str) -> BadPosition:
    """The refusal of a piece that does not belong there."""
    name = place.partition(":")[2]
    return BadPosition(sentence("There is no room for '{piece}' at {place}.", piece=piece, place=name))
