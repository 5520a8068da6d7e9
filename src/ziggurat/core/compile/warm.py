"""Compiling a game's kernels ahead of time, step by step.

What is compiled here is not run, where that can be helped: it takes its arguments for their types alone, so that one
process need not wait for what another compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ziggurat.core import events
from ziggurat.core.game import Game
from ziggurat.core.match import load, new, new_listing

Step = tuple[str, Callable[[], Any]]
SEED = np.uint64(0)


def compile_for(kernel: Any, *arguments: Any) -> None:
    """Compile a kernel for arguments of these types, or load it."""
    kernel.compile(tuple(kernel.typeof_pyval(argument) for argument in arguments))


def at_a_table(game: Game) -> Iterator[Step]:
    """The steps that a table needs: setup, decisions and events."""
    engine = game.engine("cpu")
    states, mask, seats = game.new_records(), game.new_mask(), game.seat_counts[0]
    options = game.encode_options(game.read_options({}))
    yield "setting up", partial(compile_for, engine.setup, states, mask, seats, options, SEED)
    yield "playing with events", partial(compile_for, engine.apply, states, mask, 0, events.buffer())
    yield "legal actions", partial(compile_for, engine.legal, states, mask)
    yield "listing", partial(compile_for, engine.list_choices, states, mask, new_listing(game)[1])
    yield "redacting", partial(compile_for, engine.redact, states, 0)
    yield "standings", partial(compile_for, engine.standings, states, np.zeros(seats, dtype=np.int64))


def trying(game: Game) -> Iterator[Step]:
    """The steps for playing without events: undo, previews and simulations."""
    engine = game.engine("cpu")
    states, mask, numbers = game.new_records(), game.new_mask(), np.zeros(1, dtype=np.int64)
    gains = np.zeros((game.actions, game.seat_counts[0]), dtype=np.int32)
    yield "replaying", partial(compile_for, engine.replay, states, mask, numbers, numbers)
    yield "previewing", partial(compile_for, engine.preview, states, states, mask, 0, SEED, gains, mask)
    out = np.zeros((1, 1), dtype=np.int32)
    yield "counting prospects", partial(compile_for, engine.foresee, states, 0, out)
    yield "resampling", partial(compile_for, engine.resample, states, 0, SEED)
    yield "playing", partial(compile_for, engine.advance, states, mask, new_listing(game)[1], 0)


def reading(game: Game) -> Iterator[Step]:
    """What reading a position needs; a match has to be set up for that."""
    yield "positions", lambda: load(game.name, new(game.name, seed=0).position())


def observing(game: Game) -> Iterator[Step]:
    """What a match needs to be shown to a program that learns."""
    out = np.zeros(game.observation_size, dtype=np.uint8)
    yield "observing", partial(compile_for, game.engine("cpu").observe, game.new_records(), 0, out)
