"""Draws the pictures that the documentation shows: `make pictures`.

The matches are always the same: seeds and bots are fixed, so a picture changes only when the drawing does.
"""

from __future__ import annotations

from pathlib import Path

import ziggurat
from ziggurat.bots import find
from ziggurat.core.drawing.picture import terminal_picture

FOLDER = Path(__file__).parents[1] / "pictures"
SEED = 10
VIEWER = 0
DECISIONS = {"babylonia": 100, "amyitis": 140, "ur": 150, "babel": 60}  # until there is something to see


def midgame(name: str) -> ziggurat.Match:
    """A match after many random decisions, when seat 0 decides."""
    match = ziggurat.new(name, seed=SEED)
    bot = find("random")(match.game, SEED)
    while len(match) < DECISIONS[name] or match.actor != VIEWER:
        match.play(bot.choose(match.record(match.actor)))
    return match


def draw(name: str) -> None:
    """The terminal as seat 0 sees it, and the board as a notebook shows it."""
    match = midgame(name)
    terminal = terminal_picture(f"ziggurat play {name}", match.game.draw(match.record(VIEWER), VIEWER))
    (FOLDER / f"{name}.svg").write_text(terminal, "utf-8")
    (FOLDER / f"{name}-picture.svg").write_text(match.picture(VIEWER), "utf-8")


if __name__ == "__main__":
    for game in ziggurat.game_names():
        draw(game)
