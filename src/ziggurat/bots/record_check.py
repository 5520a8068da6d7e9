"""Refuses records that a bot cannot decide about: no record, another game's, another seat's, of a finished game."""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np

from ziggurat.core.errors import BadRecord
from ziggurat.core.game import Game
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names
from ziggurat.core.sentence import quoted

SEED = np.uint64(1)


class RecordCheck(threading.local):
    """The check for one game. It is made at every decision, so each thread keeps what it needs in one tuple."""

    def __init__(self, game: Game) -> None:
        self._game = game
        buffer = bytearray(game.state.itemsize)
        copy: Any = np.ndarray(1, game.state, buffer)
        fields = (copy["seats"], copy["actor"], copy["over"], copy["rng"])
        self._tools = (game.state, game.seat_counts, game.secrets, buffer, copy, game.engine(), *fields)

    def __call__(self, records: Any) -> None:
        """Raise `BadRecord` unless this is the record of the seat to move in a match that is not over."""
        state, seat_counts, secrets, buffer, copy, engine, seats_field, actor_field, over, rng = self._tools
        if not isinstance(records, np.ndarray):
            raise BadRecord(
                f"A bot decides about a match or a record, match.record(match.actor), not about {quoted(records)}."
            )
        if records.dtype is not state and records.dtype != state:
            raise BadRecord(f"This bot plays {self._game.title}; it was given {_describe(records)}.")
        if records.shape != (1,):
            raise BadRecord(f"A bot decides about one record at a time, not about an array of shape {records.shape}.")
        given = records.tobytes()
        buffer[:] = given
        seats, actor = seats_field.item(0), actor_field.item(0)
        if seats not in seat_counts or not 0 <= actor < seats:
            raise BadRecord(f"This record is not a position of {self._game.title}: it is empty or damaged.")
        if over.item(0):
            raise BadRecord(f"This match of {self._game.title} is over: there is nothing to decide.")
        if not secrets or rng.item(0):  # everybody knows the same, or this is the whole position
            return
        # A record does not say for whom it was redacted. What further redacting would erase tells.
        other = (actor + 1) % seats
        if seats > 2:
            engine.redact(copy, actor)
        if buffer == given:  # it shows no secrets but the actor's; of two seats, the next redacting tells as much
            engine.redact(copy, other)
            if buffer != given:
                return
            # It shows no secrets at all. That is right if the actor has none, so that nothing can be imagined there.
            engine.resample(copy, other, SEED)
            engine.redact(copy, actor)
            if buffer == given:
                return
        raise BadRecord(f"Seat {actor} is to move, and this is not its record: use match.record({actor}).")


@functools.cache
def check_for(game: Game) -> RecordCheck:
    """The check of a game's records."""
    return RecordCheck(game)


def game_of(records: np.ndarray[Any, Any]) -> Game | None:
    """The game that an array holds records of."""
    return next((game for game in map(find_game, game_names()) if game.state == records.dtype), None)


def _describe(records: np.ndarray[Any, Any]) -> str:
    game = game_of(records)
    return f"a record of {game.title}" if game else "an array that is no record of it"
