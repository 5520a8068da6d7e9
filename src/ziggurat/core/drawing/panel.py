"""Terminal drawing that all games share: the table, its title and the seats' names."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from ziggurat.core.drawing.palette import TITLE


class TableTop:
    """A record as a seat sees it, to be drawn in whatever width there is: games say how."""

    def __init__(self, state: Any, seat: int) -> None:
        self.state = state
        self.seat = seat


def title(game: str, count: str, width: int) -> Text:
    """The game on the left, its progress on the right."""
    name = game.upper()
    return Text(f" {name}{count:>{width - len(name) - 2}} ", style=TITLE)


def is_deciding(state: Any, seat: int) -> bool:
    """Whether a seat is to decide."""
    return not state["over"] and seat == int(state["actor"])


def seat_title(state: Any, seat: int, viewer: int) -> str:
    """A seat's name, whether it is the reader's, and whether it is to decide."""
    return f"seat {seat}" + (", you" if seat == viewer else "") + (", to decide" if is_deciding(state, seat) else "")
