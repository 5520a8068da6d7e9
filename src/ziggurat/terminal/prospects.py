"""The prospects of a seat as tables, made from their field names, so that it works for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.table import Table

from ziggurat.core.match import Match

NONE = "This game has no score previews."


def tables(match: Match, seat: int) -> Iterator[Table | str]:
    """The prospects of a seat, part by part."""
    found = msgspec.to_builtins(match.prospects(seat))
    if found is None:
        yield NONE
        return
    yield from _tables(found, "")


def _tables(found: dict[str, Any], above: str) -> Iterator[Table | str]:
    """A number becomes a line, a list a table; nested parts follow."""
    for name, value in found.items():
        title = f"{above}{name.replace('_', ' ')}"
        if not _is_rows(value):
            yield f"{title}: {_write(value)}"
            continue
        columns = [column for column in value[0] if not any(_is_rows(row[column]) for row in value)]
        table = Table(*(column.replace("_", " ") for column in columns), title=title, title_justify="left")
        for row in value:
            table.add_row(*(_write(row[column]) for column in columns))
        yield table
        for number, row in enumerate(value):
            inside = {column: part for column, part in row.items() if column not in columns}
            yield from _tables(inside, f"{title} {number}: ")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, dict):
        return " ".join(f"{key}:{_write(part)}" for key, part in value.items())
    if isinstance(value, list):
        nested = any(isinstance(part, list) for part in value)
        return (" | " if nested else " ").join(_write(part) or "-" for part in value)
    return str(value)
