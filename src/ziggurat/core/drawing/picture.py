"""Pictures of games that have no drawing of their own: what the terminal shows, as SVG."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

COLUMNS = 110
NIGHT = (16, 20, 34)
IVORY = (236, 230, 214)
WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # a picture should not fetch anything


def terminal_text(drawing: RenderableType) -> str:
    """A drawing as lines of plain text."""
    from rich.console import Console

    console = Console(width=COLUMNS, file=io.StringIO(), color_system=None, legacy_windows=False, highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def terminal_picture(title: str, drawing: RenderableType) -> str:
    """A terminal with this drawing in it, as SVG."""
    from rich.console import Console
    from rich.terminal_theme import TerminalTheme

    theme = TerminalTheme(NIGHT, IVORY, [NIGHT, *[IVORY] * 7])
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(drawing)
    return WEB_FONT.sub("", console.export_svg(title=title, theme=theme))
