"""The prospects of a seat as tables with legends, made from the fields of their structs: for every game.

A legend is what the source says: a struct's docstring, and the comment beside each field.
"""

from __future__ import annotations

import functools
import inspect
import io
import tokenize
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ziggurat.core.match import Match

NONE = "This game has no score previews."


def tables(match: Match, seat: int) -> Iterator[RenderableType]:
    """The prospects of a seat, part by part."""
    prospects = match.prospects(seat)
    if prospects is None:
        yield NONE
        return
    yield from _parts(prospects, "")


def _parts(found: msgspec.Struct, above: str) -> Iterator[RenderableType]:
    """A number becomes a line, a list of structs a table; nested structs follow."""
    comments = field_comments(type(found))
    for name in found.__struct_fields__:
        value, title = getattr(found, name), f"{above}{_plain(name)}"
        if not _is_rows(value):
            yield f"{title}: {_write(value)}" + (f"  ({comments[name]})" if name in comments else "")
            continue
        kind = type(value[0])
        columns = [
            column for column in kind.__struct_fields__ if not any(_is_rows(getattr(row, column)) for row in value)
        ]
        table = Table(*map(_plain, columns), title=title, title_justify="left")
        for row in value:
            table.add_row(*(_write(getattr(row, column)) for column in columns))
        yield Group(table, Padding(Text("\n".join(_legend(kind, columns)), style="dim"), (0, 0, 1, 2)))
        for number, row in enumerate(value):
            for column in kind.__struct_fields__:
                if column not in columns:
                    yield from _inner(row, column, f"{title} {number}: ")


def _inner(row: msgspec.Struct, column: str, above: str) -> Iterator[RenderableType]:
    """One list of structs inside a row."""
    part = msgspec.defstruct("Part", [(column, Any)])(getattr(row, column))
    yield from _parts(part, above)


def _legend(kind: type[msgspec.Struct], columns: list[str]) -> Iterator[str]:
    yield (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
    comments = field_comments(kind)
    yield from (f"{_plain(column)}: {comments[column]}" for column in columns if column in comments)


@functools.cache
def field_comments(kind: type[msgspec.Struct]) -> dict[str, str]:
    """What the source says beside each field of a struct; nothing where there is no source."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    comments: dict[str, str] = {}
    names = set(kind.__struct_fields__)
    first = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and first in names:
            comments[first] = token.string.lstrip("# ")
        elif token.type == tokenize.NAME and token.line.lstrip().startswith(token.string):
            first = token.string
    return comments


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], msgspec.Struct)


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, msgspec.Struct):
        value = {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return ", ".join(f"{_plain(str(key))} {_write(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(part, list | msgspec.Struct) for part in value)
        return (" | " if nested else " ").join(_write(part) or "-" for part in value)
    return "" if value is None else str(value)
