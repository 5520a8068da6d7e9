"""Premoves: what a seat may be able to choose at its next decision, judged by what it knows now."""

from __future__ import annotations

import random

import numpy as np

from ziggurat.core.bits import members
from ziggurat.core.choices import Choice, all_choices
from ziggurat.core.game import Game, Records

FUTURES = 16  # that are played on: what can be chosen in any of them is told
FARTHEST = 200  # decisions of others, after which a future is given up


def premoves(game: Game, known: Records, seat: int) -> list[Choice]:
    """The choices of a seat's next decision, from a record that is redacted for it.

    Truths the seat thinks possible are imagined, and the others decide at random until it is the seat's turn. The same
    knowledge gives the same answer; what is told may turn out not to be possible, or not to be all.
    """
    engine, possible = game.engine(), game.new_mask()
    stream = random.Random(0)
    for future in range(FUTURES):
        records, mask = known.copy(), game.new_mask()
        engine.resample(records, seat, np.uint64(future))
        for _ in range(FARTHEST):
            if records["over"][0] or records["actor"][0] == seat:
                break
            engine.legal(records, mask)
            engine.apply(records, mask, stream.choice(members(mask)), None)
        if not records["over"][0] and records["actor"][0] == seat:
            engine.legal(records, mask)
            possible |= mask
    return list(map(all_choices(game).__getitem__, members(possible)))
