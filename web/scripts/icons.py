"""Render the PNG icons from the logo, `public/icon.svg`.

python web/scripts/icons.py
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import resvg_py
from PIL import Image

PUBLIC = Path(__file__).parents[1] / "public"
MARK = (PUBLIC / "icon.svg").read_text("utf-8")
GROUND = "#12275e"
DOT = '<circle cx="50" cy="14" r="12" fill="#d9482b" stroke="#fbf6e6" stroke-width="3"/>'


def inside() -> str:
    """What the mark shows, without the sheet around it."""
    return re.sub(r"^<svg[^>]*>\s*<rect[^>]*/>|</svg>\s*$", "", MARK.strip(), flags=re.DOTALL)


def maskable() -> str:
    """With room around it: whatever a telephone cuts off is ground."""
    scaled = f'<g transform="translate(32 32) scale(0.85) translate(-32 -37.5)">{inside()}</g>'
    return _sheet(f'<rect width="64" height="64" fill="{GROUND}"/>{scaled}')


def badge() -> str:
    """One colour, as a status bar shows it."""
    steps = "M8 52V42h8V32h8V22h16v10h8v10h8v10z"
    return _sheet(f'<path d="{steps}" fill="#fff"/>')


def _sheet(drawing: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{drawing}</svg>'


def drawn() -> dict[str, bytes]:
    """Every file there is to be."""
    files = {
        f"{name}-{size}.png": _png(svg, size)
        for name, svg, size in (
            ("icon", MARK, 192),
            ("icon", MARK, 512),
            ("maskable", maskable(), 512),
            ("apple", maskable(), 180),
            ("badge", badge(), 96),
        )
    }
    return {**files, "icon-turn.svg": MARK.replace("</svg>", f"  {DOT}\n</svg>").encode()}


def _png(svg: str, size: int) -> bytes:
    raw = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))
    packed = io.BytesIO()
    Image.open(io.BytesIO(raw)).save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    for name, content in drawn().items():
        (PUBLIC / name).write_bytes(content)
        print(name, len(content), file=sys.stderr)
