"""Draws the picture of the terminal board that the README shows: `python docs/make_pictures.py`.

The match is always the same one: seed and moves are fixed, so the picture changes only when the drawing does.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import ziggurat
from ziggurat.bots import find

BOARD = Path(__file__).with_name("board.svg")
SEED = 10
DECISIONS = 100
VIEWER = 0
COLUMNS = 110

NIGHT = (16, 20, 34)
IVORY = (236, 230, 214)
THEME = TerminalTheme(NIGHT, IVORY, [NIGHT, *[IVORY] * 7])
WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # a picture should not fetch anything


def midgame() -> ziggurat.Match:
    """A four-player match after a hundred random decisions or so, when seat 0 begins or goes on with a turn."""
    match = ziggurat.new("babylonia", seats=4, seed=SEED)
    bot, rng = find("random"), Random(SEED)
    while len(match) < DECISIONS or match.actor != VIEWER:
        match.play(bot(match.game, match.record(match.actor), match.legal(), rng))
    return match


def draw_board() -> str:
    """The terminal as an SVG, as seat 0 sees it."""
    match = midgame()
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(match.game.draw(match.record(VIEWER), VIEWER))
    picture = console.export_svg(title="ziggurat play babylonia", theme=THEME)
    return WEB_FONT.sub("", picture)


if __name__ == "__main__":
    BOARD.write_text(draw_board(), "utf-8")
    print(f"{BOARD} has {BOARD.stat().st_size // 1000} KB")
