"""A match as a film with a picture for each turn: an animated WebP (small) or GIF (shown everywhere)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ziggurat.core.drawing.svg import PAPER
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.pictures.raster import png

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("webp", "gif")
WIDTH = 640
MOST = 120  # pictures: a long match shows every second turn, or every third
TURN, END = 700, 4000  # milliseconds that a turn and the end are shown
COLOURS = 64  # what is drawn in flat colours needs few, and the edges between them some more


def film(match: Match, kind: str = "webp", width: int = WIDTH, seat: int | None = EVERYTHING) -> bytes:
    """The whole match so far, as a seat saw it or with all secrets."""
    try:
        from PIL import Image
    except ImportError:
        raise MissingDependency("Films need Pillow: install it with `pip install 'ziggurat[pictures]'`.") from None
    if kind not in FORMATS:
        raise BadOption(f"A film is one of {', '.join(FORMATS)}, not {kind!r}.")
    frames = _alike([Image.open(io.BytesIO(png(picture, width))) for picture in pictures(match, seat)])
    options: dict[str, Any] = {"lossless": True, "method": 2, "quality": 50} if kind == "webp" else {"optimize": False}
    times = [TURN] * (len(frames) - 1) + [END]
    out = io.BytesIO()
    frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=times, loop=0, **options)
    return out.getvalue()


def moments(match: Match) -> list[int]:
    """The decisions before which the film shows the table: where the turn passes to another, and the end."""
    deciders = match.deciders()
    turns = [0] + [number for number, (before, after) in enumerate(pairwise(deciders), 1) if before != after]
    every = -(-len(turns) // MOST)
    return [*turns[::every], len(match)]


def pictures(match: Match, seat: int | None = EVERYTHING) -> Iterator[str]:
    """The table at those moments, as SVG."""
    shown = match.at(0)
    for moment in moments(match):
        shown.replay(match.actions[len(shown) : moment])
        yield shown.picture(seat)


def _alike(drawn: list[Image]) -> list[Image]:
    """Frames of one size and one palette, so that only differences take space."""
    from PIL import Image

    size = (max(picture.width for picture in drawn), max(picture.height for picture in drawn))
    whole = []
    for picture in drawn:
        frame = Image.new("RGB", size, PAPER)
        frame.paste(picture, mask=picture)  # its corners are cut off
        whole.append(frame)
    sheet = Image.new("RGB", (size[0], 3 * size[1]))
    for row, picture in enumerate((whole[0], whole[len(whole) // 2], whole[-1])):
        sheet.paste(picture, (0, row * size[1]))
    palette = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in whole]
