"""How seats look in a terminal, the same in every game: told apart by shape as well as colour.

The colours are the Ishtar Gate's: lapis lazuli and gold, and stones of the time for the players.
"""

from __future__ import annotations

from rich.style import Style

SHAPES = "●▲■◆"
LAPIS, GOLD, IVORY, OBSIDIAN = "#1d3f94", "#e3b53c", "#fbf6e6", "#1b1b1f"
SEAT_STYLES = tuple(
    Style.parse(f"bold {ink} on {stone}")
    for ink, stone in (
        (IVORY, LAPIS),  # lapis lazuli
        (IVORY, "#d1341b"),  # carnelian
        (OBSIDIAN, IVORY),  # alabaster
        (IVORY, OBSIDIAN),
    )
)
TITLE = Style.parse(f"bold {GOLD} on {LAPIS}")
HEADING = Style.parse(f"bold {GOLD}")
STRONG = Style(bold=True)
QUIET = Style(dim=True)
