"""Previews: what each legal action would score, judged by what the deciding seat knows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ziggurat.core.bits import members
from ziggurat.core.game import Game, Records

SEED = np.uint64(0)  # always the same: the same knowledge gives the same preview


class ScorePreview(NamedTuple):
    """The expected gains of every legal action."""

    gains: dict[int, list[int]]  # by action: what the scores would change by, seat by seat; only where they would
    final: list[int]  # the actions that cannot be taken back: something random or hidden comes to light


def preview(game: Game, known: Records, seat: int) -> ScorePreview:
    """Try every legal action of a record that is redacted for the seat that decides.

    Truths the seat thinks possible are imagined; what they do not agree on is not told.
    """
    seats = int(known["seats"][0])
    mask, final = game.new_mask(), game.new_mask()
    gains = np.zeros((game.actions, seats), dtype=np.int32)
    game.engine().preview(known, game.new_records(2), mask, seat, SEED, gains, final)
    changing = {int(action): gains[action].tolist() for action in np.flatnonzero(gains.any(axis=1))}
    return ScorePreview(changing, members(final))
