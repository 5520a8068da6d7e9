"""Saves pictures and films; the suffix of the file decides the format."""

from __future__ import annotations

from pathlib import Path

from ziggurat.core.errors import BadOption
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.core.outputs import check_output_files
from ziggurat.pictures import films
from ziggurat.pictures.raster import png

KINDS = ("svg", "png", *films.FORMATS)


def save(match: Match, path: Path, seat: int | None = EVERYTHING, width: int | None = None) -> None:
    """Draw the position of a match, or the whole match as a film, into a file."""
    kind = path.suffix.lower().lstrip(".")
    if kind not in KINDS:
        raise BadOption(f"A picture's file ends in {', '.join(f'.{one}' for one in KINDS)}, not as {path.name!r} does.")
    check_output_files(path)
    drawn = draw(match, kind, seat, width)
    try:
        path.write_bytes(drawn)
    except OSError as problem:
        raise BadOption(f"The picture cannot be written to {path}: {problem.strerror}.") from problem


def draw(match: Match, kind: str, seat: int | None = EVERYTHING, width: int | None = None) -> bytes:
    """The bytes of such a file."""
    if kind in films.FORMATS:
        return films.film(match, kind, films.WIDTH if width is None else width, seat)
    picture = match.picture(seat)
    return picture.encode() if kind == "svg" else png(picture, 1200 if width is None else width)
