"""Playing several moves of one seat, as far as it may know what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ziggurat.core.errors import IllegalMove

if TYPE_CHECKING:
    from ziggurat.core.match import Match


class Turn(NamedTuple):
    """The outcome of several moves of a seat.

    `stopped` is `played` (all of them), `revealed` (something random or hidden came to light), `passed` (another seat
    decides, or the game is over) or `refused`; then `refusal` says why the next move was not played.
    """

    played: list[str]
    left: list[str]
    stopped: str
    refusal: str = ""


def play_turn(match: Match, seat: int, moves: Sequence[int | str]) -> Turn:
    """Play moves in their order until one cannot be played, or something has changed that the seat did not know of.

    What has been played stays played, so that nobody can look at what comes and take it back.
    """
    done: list[str] = []
    left = [move if isinstance(move, str) else match.game.notation.write(move) for move in moves]
    for move in moves:
        if done and match.revealed:
            return Turn(done, left, "revealed")
        if done and match.actor != seat:
            return Turn(done, left, "passed")
        try:
            match.play(move, seat=seat)
        except IllegalMove as problem:
            return Turn(done, left, "refused", str(problem))
        done.append(match.history()[-1])
        del left[0]
    return Turn(done, [], "played")
