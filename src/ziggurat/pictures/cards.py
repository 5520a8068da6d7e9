"""Link preview cards: the board, the game's name, and a line about the match.

The size is what messengers and social networks crop previews to. Players' names are left out: the font has only Latin
letters.
"""

from __future__ import annotations

import re

from ziggurat.core.drawing import svg

WIDTH, HEIGHT = 1200, 630
HEADER = 92
EDGE = 24
_SIZE = re.compile(r'<svg [^>]*viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def card(picture: str, title: str, line: str = "") -> str:
    """A card as SVG, with a picture of ours on it."""
    size = _SIZE.match(picture)
    assert size, "a picture of ours says how large it is"  # noqa: S101
    width, height = float(size[1]), float(size[2])
    room = (WIDTH - 2 * EDGE, HEIGHT - HEADER - 2 * EDGE)
    scale = min(room[0] / width, room[1] / height)
    left, top = (WIDTH - scale * width) / 2, HEADER + EDGE + (room[1] - scale * height) / 2
    parts = [
        svg.rectangle(0, 0, WIDTH, HEADER, svg.LAPIS),
        svg.rectangle(0, HEADER, WIDTH, 5, svg.GOLD),
        svg.ziggurat(EDGE + 44, HEADER - 22, 78, svg.GOLD, svg.LAPIS),
        svg.text(EDGE + 104, 62, title, svg.IVORY, 46, bold=True, anchor="start"),
        svg.text(WIDTH - EDGE, 59, line, svg.SAND, 28, anchor="end"),
        f'<g transform="translate({svg.number(left)} {svg.number(top)}) scale({scale:.5g})">{_inside(picture)}</g>',
    ]
    # No rounded corners: whoever shows it cuts it to their own.
    ground = svg.rectangle(0, 0, WIDTH, HEIGHT, svg.PAPER)
    return svg.canvas(WIDTH, HEIGHT, [ground, *parts])


def _inside(picture: str) -> str:
    """A picture without its outermost element."""
    return picture[picture.index(">") + 1 : picture.rindex("</svg>")]
