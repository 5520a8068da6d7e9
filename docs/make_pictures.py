"""Draws the pictures of the terminal boards that the README shows: `make pictures`.

The matches are always the same: seeds and bots are fixed, so a picture changes only when the drawing does.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import ziggurat
from ziggurat.bots import find

SEED = 10
VIEWER = 0
COLUMNS = 110
DECISIONS = {"babylonia": 100, "amyitis": 140, "ur": 150, "babel": 60}  # until there is something to see

NIGHT = (16, 20, 34)
IVORY = (236, 230, 214)
THEME = TerminalTheme(NIGHT, IVORY, [NIGHT, *[IVORY] * 7])
WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # a picture should not fetch anything


def midgame(name: str) -> ziggurat.Match:
    """A match after many random decisions, when seat 0 decides."""
    match = ziggurat.new(name, seed=SEED)
    bot = find("random")(match.game, SEED)
    while len(match) < DECISIONS[name] or match.actor != VIEWER:
        match.play(bot.choose(match.record(match.actor)))
    return match


def draw(name: str) -> str:
    """The terminal as an SVG, as seat 0 sees it."""
    match = midgame(name)
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(match.game.draw(match.record(VIEWER), VIEWER))
    picture = console.export_svg(title=f"ziggurat play {name}", theme=THEME)
    return WEB_FONT.sub("", picture)


if __name__ == "__main__":
    for game in ziggurat.game_names():
        Path(__file__).with_name(f"{game}.svg").write_text(draw(game), "utf-8")
