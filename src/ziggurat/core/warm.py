"""Compiling a game's kernels ahead of time, step by step, so that no player ever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ziggurat.core import events
from ziggurat.core.game import Game
from ziggurat.core.preview import preview
from ziggurat.core.record import copied

Step = tuple[str, Callable[[], Any]]


def steps(game: Game) -> Iterator[Step]:
    """What has to be compiled for matches of a game: a name for people, and a call that does it."""
    engine = game.engine("cpu")
    states, mask = game.new_records(), game.new_mask()
    seats = game.seat_counts[0]
    options = game.encode_options(game.read_options({}))
    never = game.actions  # no such action: compiled, refused, and nothing has changed
    nothing = np.zeros(0, dtype=np.int64)
    yield "setting up", lambda: engine.begin(states, mask, seats, options, np.uint64(0))
    yield "legal actions", lambda: engine.list_legal(states, mask)
    yield "playing", lambda: engine.advance(states, mask, never, None)
    yield "telling", lambda: engine.advance(states, mask, never, events.buffer())
    yield "replaying", lambda: engine.replay(states, mask, nothing, nothing)
    yield "hiding", lambda: engine.hide(copied(states), 0)
    yield "imagining", lambda: engine.imagine(copied(states), 0, np.uint64(0))
    yield "observing", lambda: engine.look(states, 0, np.zeros(game.observation_size, dtype=np.uint8))
    yield "standings", lambda: engine.standings(states, np.zeros(seats, dtype=np.int64))
    yield "previewing", lambda: preview(game, copied(states), 0)
