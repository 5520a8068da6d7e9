"""SVG drawing that all games share: colours, shapes and the seats' stones.

Flat shapes, no gradients, nothing to fetch. The colours are the Ishtar Gate's and the river land's around it. A seat is
told by its shape as well as by its colour, as in a terminal (`palette.py`): disc, triangle, square, diamond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from xml.sax.saxutils import escape

LAPIS, GOLD, BRICK = "#1f3a6e", "#c8a04a", "#b5643c"
REED, RIVER, SAND = "#6b8e4e", "#4a90b8", "#efe3c8"
PLUM, INK, QUIET, LINE, IVORY, PAPER = "#7d5f8f", "#2b2730", "#6b5f4c", "#a8925f", "#fbf6e6", "#f7f0df"
SEATS = (("#1f3a6e", IVORY), ("#c2371f", IVORY), (IVORY, INK), ("#2b2730", IVORY))
"""By seat: the stone it plays with (lapis lazuli, carnelian, alabaster, obsidian), and what is written on it."""

MARGIN = 16
STAR = "M12 1.500l3.200 6.800 7.300.9-5.400 5 1.500 7.300L12 17.900l-6.600 3.600 1.500-7.300-5.400-5 7.300-.9z"


def canvas(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture of this size."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    fonts = 'font-family="Georgia, \'DejaVu Serif\', serif" text-anchor="middle"'
    ground = rectangle(0, 0, width, height, PAPER, corner=12)
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {fonts}>', ground, *parts, "</svg>"])


def text(x: float, y: float, words: object, ink: str, size: float, *, bold: bool = False, anchor: str = "") -> str:
    """Words, in the middle of `x` or with an anchor `start` or `end` there."""
    weight = ' font-weight="bold"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor else ""
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} font-size="{number(size)}" fill="{ink}"{weight}{side}>{escape(str(words))}</text>'


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, *, line: str = "", thick: float = 1, corner: float = 0
) -> str:
    """A rectangle from its upper left corner."""
    corners = f' rx="{number(corner)}"' if corner else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size}{corners} fill="{fill}"{_stroke(line, thick)}/>'


def disc(x: float, y: float, radius: float, fill: str, *, line: str = "", thick: float = 1) -> str:
    """A disc."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}"{_stroke(line, thick)}/>'


def polygon(points: Iterable[tuple[float, float]], fill: str, *, line: str = "", thick: float = 1) -> str:
    """A shape with these corners."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}"{_stroke(line, thick)} stroke-linejoin="round"/>'


def path(drawn: str, x: float, y: float, size: float, ink: str, *, thick: float = 0) -> str:
    """A drawing made for a square of 24, centred here: filled, or as lines of this thickness."""
    moved = f'transform="translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 24:.3g})"'
    look = f'fill="none" stroke="{ink}" stroke-width="{thick:g}" stroke-linecap="round"' if thick else f'fill="{ink}"'
    return f'<path d="{drawn}" {moved} {look}/>'


def sign(seat: int, x: float, y: float, radius: float, letter: str = "") -> str:
    """A seat's stone, centred here, with a letter on it if one is given."""
    stone, ink = SEATS[seat]
    parts = [_SHAPES[seat](x, y, radius, stone)]
    if letter:
        low = 0.46 if seat == TRIANGLE else 0.36  # a triangle is widest below
        parts.append(text(x, y + low * radius, letter, ink, round(radius), bold=True))
    return "".join(parts)


def ziggurat(x: float, bottom: float, width: float, fill: str, line: str = INK) -> str:
    """A stepped tower that stands on `bottom`: three storeys, each half as high as it is set back."""
    step, rise = width / 6, width / 5
    left, right = x - width / 2, x + width / 2
    side = [(0.0, 0.0), (0.0, rise), (step, rise), (step, 2 * rise), (2 * step, 2 * rise), (2 * step, 3 * rise)]
    up = [(left + dx, bottom - dy) for dx, dy in side]
    down = [(right - dx, bottom - dy) for dx, dy in reversed(side)]
    return polygon([*up, *down], fill, line=line)


def players(
    state: Any,
    viewer: int,
    place: tuple[float, float, float],
    belongings: Callable[[int, float, float], tuple[list[str], float]],
) -> tuple[list[str], float]:
    """A heading for each seat (stone, name, points) with its belongings below.

    `place` is left, top and width; `belongings(seat, x, y)` draws from a height on and says where it stopped. Returned
    are the parts and the height where the last one stopped.
    """
    x, y, width = place
    parts: list[str] = []
    for seat in range(int(state["seats"])):
        deciding = not state["over"] and seat == state["actor"]
        name = f"seat {seat}" + (", you" if seat == viewer else "") + (", to decide" if deciding else "")
        if deciding:
            parts.append(rectangle(x, y, width, 26, SAND, line=GOLD, corner=6))
        parts.append(sign(seat, x + 15, y + 13, 9))
        parts.append(text(x + 34, y + 18, name, INK, 14, bold=deciding, anchor="start"))
        parts.append(text(x + width - 10, y + 18, int(state["score"][seat]), INK, 16, bold=True, anchor="end"))
        more, y = belongings(seat, x + 34, y + 30)
        parts += more
        y += 10
    return parts, y


def number(value: float) -> str:
    """A coordinate, as short as it can be written to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def _stroke(line: str, thick: float) -> str:
    return f' stroke="{line}" stroke-width="{number(thick)}"' if line else ""


def _triangle(x: float, y: float, radius: float, fill: str) -> str:
    corners = [(x, y - 1.2 * radius), (x + 1.15 * radius, y + 0.85 * radius), (x - 1.15 * radius, y + 0.85 * radius)]
    return polygon(corners, fill, line=IVORY)


def _square(x: float, y: float, radius: float, fill: str) -> str:
    half = 0.88 * radius
    return rectangle(x - half, y - half, 2 * half, 2 * half, fill, line=INK)


def _diamond(x: float, y: float, radius: float, fill: str) -> str:
    far = 1.2 * radius
    return polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill, line=IVORY)


TRIANGLE = 1
_SHAPES: tuple[Callable[[float, float, float, str], str], ...] = (
    lambda x, y, radius, fill: disc(x, y, radius, fill, line=IVORY),
    _triangle,
    _square,
    _diamond,
)
