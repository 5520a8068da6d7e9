"""Draws the tables of balance.md: `python docs/make/balance.py` makes balance/seats.svg and balance/cards.svg.

The numbers are read from the page: change them there.
"""

from __future__ import annotations

import re
from pathlib import Path

from ziggurat.core.drawing.svg import BRICK, GOLD, INK, LAPIS, LINE, QUIET, REED, canvas, disc, number, text

DOCS = Path(__file__).parents[1]
FOLDER = DOCS / "balance"
COLOURS = {"Babylonia": LAPIS, "Amyitis": REED, "Babel": GOLD, "Ur": BRICK}
BY_SEATS = (LAPIS, REED, BRICK)
SHARE = re.compile(r"\**(\d+\.\d)%\** \((\d+\.\d) to (\d+\.\d)\)")
WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 760, 172, 30, 15, 46, 40
Mark = tuple[str, float, float, float, float, str]  # its name, the share, its interval, an even share, its colour


def tables(title: str) -> list[list[str]]:
    """The rows of the table below a title of the page, without its head."""
    page = (DOCS / "balance.md").read_text("utf-8")
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return rows[2:]


def share(cell: str) -> tuple[float, float, float] | None:
    """A percentage and its interval, if a cell of a table begins with one."""
    share_cell = SHARE.match(cell)
    return (float(share_cell[1]), float(share_cell[2]), float(share_cell[3])) if share_cell else None


def seats() -> list[list[Mark]]:
    """By game and seat count: how often each seat wins."""
    groups = []
    for name, *cells in tables("First seat"):
        shares = [one for cell in cells if (one := share(cell))]
        titles = [f"{name} seats, seat 1", *(f"seat {seat}" for seat in range(2, len(shares) + 1))]
        colour, even = COLOURS[name.split(",")[0]], 100 / len(shares)
        groups.append([(title, *one, even, colour) for title, one in zip(titles, shares, strict=True)])
    return groups


def cards() -> list[list[Mark]]:
    """By card and seat count: how often its owner wins; cards that hardly anybody takes are left out."""
    return [
        [
            (f"card {card}, {count} seats", *one, 100 / count, BY_SEATS[count - 2])
            for count, cell in enumerate(cells, 2)
            if (one := share(cell))
        ]
        for card, *cells in tables("Babylonia's cards")
    ]


def line(x1: float, y1: float, x2: float, y2: float, ink: str, thick: float) -> str:
    """A straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}" stroke-width="{number(thick)}" stroke-linecap="round"/>'


def picture(title: str, groups: list[list[Mark]], least: int, most: int) -> str:
    """Each share as a disc with its interval, in points above or below an even share."""
    height = TOP + BOTTOM + ROW * sum(len(group) + 1 for group in groups)

    def place(points: float) -> float:
        return LEFT + (points - least) / (most - least) * (WIDTH - LEFT - RIGHT)

    parts = [text(LEFT, 24, title, INK, 13, anchor="start")]
    for points in range(least, most + 1, 10):
        x = place(points)
        parts.append(line(x, TOP - 8, x, height - BOTTOM, LINE, 1.5 if points == 0 else 0.5))
        parts.append(text(x, height - BOTTOM + 18, f"{points:+d}" if points else "even", QUIET, 12))
    y = TOP + ROW / 2
    for group in groups:
        for name, value, low, high, even, colour in group:
            parts.append(text(LEFT - 10, y + 4, name, INK, 11, anchor="end"))
            parts.append(line(place(low - even), y, place(high - even), y, colour, 2))
            parts.append(disc(place(value - even), y, 4, colour))
            y += ROW
        y += ROW
    return canvas(WIDTH, height, parts) + "\n"


def pictures() -> dict[str, str]:
    """By file name."""
    return {
        "seats.svg": picture("How much more often than an even share each seat wins, in points", seats(), -30, 30),
        "cards.svg": picture("How much more often a card's owner wins, in points", cards(), -30, 30),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, "utf-8")
