"""The legal moves as a numbered list, grouped by what they have in common: the first word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from ziggurat.core.errors import InvalidMove

SHORT = 20  # a list up to this long is shown without being asked for


class Menu:
    """Moves in the order of their numbers, which begin at 1.

    >>> menu = Menu(["m d10", "m d7", "f d7", "end"])
    >>> [menu[number] for number in (1, 2, 3, 4)]
    ['m d7', 'm d10', 'f d7', 'end']
    """

    def __init__(self, moves: Iterable[str]) -> None:
        listed = list(moves)
        groups = list(dict.fromkeys(map(_first_word, listed)))
        self.moves = sorted(listed, key=lambda move: (groups.index(_first_word(move)), _natural(move)))

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, number: int) -> str:
        if not 1 <= number <= len(self):
            raise InvalidMove(f"The moves are numbered 1 to {len(self)}; there is no move {number}.")
        return self.moves[number - 1]

    def __rich__(self) -> RenderableType:
        entries = [(_first_word(move), Text(f"{number:>4} {move}")) for number, move in enumerate(self.moves, 1)]
        if len(self) <= SHORT:
            return Columns([entry for _, entry in entries], padding=(0, 2))
        groups = groupby(entries, key=lambda entry: entry[0])
        return Group(*(Columns([entry for _, entry in group], padding=(0, 2)) for _, group in groups))


def _first_word(move: str) -> str:
    return move.partition(" ")[0]


def _natural(move: str) -> list[tuple[str, int]]:
    """A sort key that puts `d7` before `d10`."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D+)(\d*)", move)]
