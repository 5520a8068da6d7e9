"""Nine Wells in a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ziggurat.core.drawing.palette import QUIET, SEAT_STYLES, SHAPES, TITLE

from .state import UNKNOWN, WELL_NAMES, WELLS


def draw(records: Any, seat: int) -> RenderableType:
    """The square, and below it who has how much water."""
    state = records[0]
    square = Table.grid(padding=(0, 2))
    for first in range(0, WELLS, 3):
        square.add_row(*(_well(state, well) for well in range(first, first + 3)))
    players = [_player(state, other) for other in range(int(state["seats"]))]
    return Group(Text("Nine Wells", style=TITLE), square, *players)


def _well(state: Any, well: int) -> Text:
    owner = int(state["owner"][well])
    if owner < 0:
        return Text(f"{WELL_NAMES[well]} .  ", style=QUIET)
    return Text(f"{WELL_NAMES[well]} {SHAPES[owner]}{state['water'][well]} ", style=SEAT_STYLES[owner])


def _player(state: Any, seat: int) -> Text:
    spring = int(state["spring"][seat])
    shown = "" if spring == UNKNOWN else f", spring {WELL_NAMES[spring]}"
    return Text(f"{SHAPES[seat]} seat {seat}: {state['score'][seat]} water{shown}", style=SEAT_STYLES[seat])
