"""Draws the pictures that the documentation shows: `python docs/make_pictures.py`.

The match is always the same one: seed and moves are fixed, so a picture changes only when its drawing does.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import ziggurat
from ziggurat.core.picture import terminal_picture

DOCS = Path(__file__).parent
SEED = 10
DECISIONS = 100
VIEWER = 0


def midgame() -> ziggurat.Match:
    """A four-player match after a hundred random decisions or so, when seat 0 begins or goes on with a turn."""
    match = ziggurat.new("babylonia", seats=4, seed=SEED)
    stream = Random(SEED)
    while len(match) < DECISIONS or match.actor != VIEWER:
        match.play(stream.choice(match.legal()))
    return match


def main() -> None:
    """Draw them all, as seat 0 sees them."""
    match = midgame()
    board = terminal_picture("ziggurat play babylonia", match.game.draw(match.record(VIEWER), VIEWER))
    for name, picture in (("board.svg", board), ("babylonia.svg", match.picture(VIEWER))):
        (DOCS / name).write_text(picture, "utf-8")
        print(f"docs/{name} has {len(picture) // 1000} KB")


if __name__ == "__main__":
    main()
