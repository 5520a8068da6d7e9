"""Writes tables row by row: CSV, and Parquet with pyarrow.

An unfinished file is called `FILE.part`.
"""

from __future__ import annotations

import csv
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.outputs import check_output_files

ENDINGS = (".parquet", ".csv")
TOGETHER = 1 << 24  # bytes that are kept before they are written: a group of Parquet's rows


class Column(NamedTuple):
    """A column: `int`, `seed` (a number below 2**64), `text`, `flag` (yes or no), `bytes`, all of one length, or
    `actions`, a list of small numbers. A value may be None: null in Parquet, empty in CSV.
    """

    name: str
    kind: str
    width: int = 8


class TableWriter(ABC):
    """A table that is being written."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        self.path, self.columns = path, tuple(columns)
        self.part = _part(path)
        self.rows = 0

    @abstractmethod
    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Write rows, each with a value for every column."""

    @abstractmethod
    def close(self) -> None:
        """Write buffered rows."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if kind is None:
            os.replace(self.part, self.path)
        else:
            self.part.unlink(missing_ok=True)


Table = TableWriter  # its former name


_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "flag": int,
    "bytes": lambda held: held.hex(),
    "actions": lambda actions: " ".join(map(str, actions)),
}
"""By kind: how CSV writes values that need converting."""


class CsvTable(TableWriter):
    """Yes and no are 1 and 0; bytes are written as hexadecimal digits, lists with spaces."""

    def __init__(self, path: Path, columns: Sequence[Column]) -> None:
        super().__init__(path, columns)
        self._file = self.part.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow([column.name for column in columns])
        self._special = [(at, _WRITTEN[column.kind]) for at, column in enumerate(columns) if column.kind in _WRITTEN]

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        for row in rows:
            values = list(row)
            for at, written in self._special:
                if values[at] is not None:
                    values[at] = written(values[at])
            self._writer.writerow(values)
        self.rows += len(rows)

    def close(self) -> None:
        self._file.close()


class ParquetTable(TableWriter):
    """A Parquet file; `about` is in its metadata."""

    def __init__(self, path: Path, columns: Sequence[Column], about: Mapping[str, str], arrow: Any, files: Any) -> None:
        super().__init__(path, columns)
        types = {"int": arrow.int64(), "seed": arrow.uint64(), "text": arrow.string(), "flag": arrow.bool_()}
        types["actions"] = arrow.list_(arrow.int16())
        fields = [(one.name, types.get(one.kind) or arrow.binary(one.width)) for one in columns]
        self._schema = arrow.schema(fields, metadata=dict(about))
        self._arrow = arrow
        self._file = files.ParquetWriter(self.part, self._schema, compression="zstd")
        self._waiting: list[Sequence[Any]] = []
        self._limit = max(1, TOGETHER // sum(column.width for column in columns))

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        self._waiting += rows
        self.rows += len(rows)
        while len(self._waiting) >= self._limit:
            self._write(self._waiting[: self._limit])
            del self._waiting[: self._limit]

    def close(self) -> None:
        if self._waiting:
            self._write(self._waiting)
        self._file.close()

    def _write(self, rows: Sequence[Sequence[Any]]) -> None:
        arrays = [
            self._arrow.array(values, type=field.type)
            for values, field in zip(zip(*rows, strict=True), self._schema, strict=True)
        ]
        self._file.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))


def is_table(path: Path) -> bool:
    """Whether a file name ends in .csv or .parquet."""
    return path.suffix in ENDINGS


def check_table(path: Path) -> None:
    """Raise an error if a table cannot be written to this file."""
    if not is_table(path):
        raise BadOption(f"A table is written to a file that ends in {' or '.join(ENDINGS)}, not to {path.name!r}.")
    if path.suffix == ".parquet":
        _arrow()
    check_output_files(path, _part(path))


def open_table(path: Path, columns: Sequence[Column], about: Mapping[str, str]) -> TableWriter:
    """Open a new table; the suffix of its file decides the format.

    >>> import pathlib, tempfile
    >>> from ziggurat.data.tables import Column, open_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.csv")
    ...     with open_table(path, [Column("game", "int64"), Column("score", "int64")], {}) as table:
    ...         table.add([[0, 21], [1, 18]])
    ...     print(path.read_text(), end="")
    game,score
    0,21
    1,18
    """
    check_table(path)
    arrow = _arrow() if path.suffix == ".parquet" else None
    try:
        return CsvTable(path, columns) if arrow is None else ParquetTable(path, columns, about, *arrow)
    except OSError as problem:
        raise BadOption(f"{path} cannot be written: {problem.strerror}.") from None


def _part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingArrow(
            "Parquet files need pyarrow: install it with `pip install 'ziggurat[data]'`, or write to a .csv file."
        ) from None
    return pyarrow, pyarrow.parquet


class MissingArrow(ZigguratError, ImportError):
    """The library that writes Parquet is not installed; the message says how to install it."""
