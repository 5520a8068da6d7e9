"""Lessons (`lesson`) and worked examples (`example`) of a game, checked by the engine.

Their files are in the folder `teaching` of the game's package, next to its puzzles.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ziggurat.core.game import Game


def teaching_folder(game: Game) -> Traversable:
    """The folder with a game's lessons, worked examples and puzzles; it need not exist."""
    return files(game.package).joinpath("teaching")
