"""Winning chances from expected results: a small monotone map for each game and number of seats.

The network expects a result, mostly a rank and partly a margin (`bots.guided.finish`). People want to know how likely
they are to win. With a lead (a result less a half, times `stretch`) a seat's odds are those of a coin with this lead,
to the power `slope`; dividing by all seats' odds gives chances that add up to one. `benchmarks/calibration.py` fits the
two numbers to finished games; they stand on the game's card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ziggurat.core.game import Game, Records

DEFAULT = (0.6, 1.0)  # slope and stretch, for games that were never calibrated
CERTAIN = 0.499  # a lead that is as good as certain
Numbers = np.ndarray[tuple[int], np.dtype[np.float64]]


def scale_for(game: Game, seats: int) -> Numbers:
    """The calibration of a game for a number of seats, for the kernels."""
    return np.array(game.calibration.get(seats, DEFAULT))


def chances_of(game: Game, results: Sequence[float]) -> list[float]:
    """Winning chances from expected results, as the kernel `calibrate` counts them."""
    chances: list[float] = calibrated(np.asarray([results], dtype=float), *scale_for(game, len(results)))[0].tolist()
    return chances


def calibrated(results: Any, slope: float, stretch: float) -> Any:
    """Winning chances from expected results, a row for each position."""
    leads = np.clip(stretch * (results - 0.5), -CERTAIN, CERTAIN)
    odds = ((0.5 + leads) / (0.5 - leads)) ** slope
    return odds / odds.sum(axis=1, keepdims=True)


def shares_of(game: Game, records: Records) -> list[float]:
    """How the win of a finished game is shared between the seats."""
    from ziggurat.reviewing import kernels

    chances = np.zeros(4)
    game.bind(kernels.end)(records, chances)
    return [float(share) for share in chances[: int(records["seats"][0])]]


def rounded(chances: Sequence[float], digits: int = 4) -> list[float]:
    """Chances with few digits that still add up to exactly one: the largest remainders are rounded up."""
    unit = 10**digits
    whole = [int(chance * unit) for chance in chances]
    order = sorted(range(len(chances)), key=lambda seat: (whole[seat] - chances[seat] * unit, seat))
    for seat in order[: max(0, unit - sum(whole))]:
        whole[seat] += 1
    return [count / unit for count in whole]
