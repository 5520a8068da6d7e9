"""Renders SVG to PNG with resvg and our own font, so that pictures are the same on every machine."""

from __future__ import annotations

from pathlib import Path

from ziggurat.core.errors import BadOption, MissingDependency

FAMILY = "Fraunces"
FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
WIDTHS = range(16, 4097)


def png(svg: str, width: int = 1200) -> bytes:
    """A picture of ours as PNG, so many pixels wide."""
    try:
        import resvg_py
    except ImportError:
        raise MissingDependency(
            "Pictures in pixels need resvg: install it with `pip install 'ziggurat[pictures]'`."
        ) from None
    if isinstance(width, bool) or not isinstance(width, int) or width not in WIDTHS:
        raise BadOption(f"A picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide, not {width!r}.")
    made: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=FAMILY,
        serif_family=FAMILY,
        monospace_family=FAMILY,
    )
    return made
