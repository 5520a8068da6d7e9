"""Result files: JSON, compressed where the file's name ends in `.gz`."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ziggurat.core.errors import BadOption
from ziggurat.ladder.verification import BadResult

LARGEST = 1 << 28  # bytes of a result, far above what a task's games take


def read_result(file: Path) -> Any:
    """What a result file holds; `verify` says whether it is a result."""
    try:
        with (gzip.open if file.suffix == ".gz" else open)(file, "rb") as stream:
            content = stream.read(LARGEST + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as problem:
        raise BadResult(f"{file} is not a result: it cannot be decompressed.") from problem
    except OSError as problem:
        raise BadOption(f"{file} cannot be read: {problem.strerror}.") from problem
    if len(content) > LARGEST:
        raise BadResult(f"{file} is not a result: it is larger than {LARGEST >> 20} MiB.")
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as problem:  # Python reads neither endless numbers nor endless nesting
        raise BadResult(f"{file} is not a result: it is not JSON.") from problem


def write_result(file: Path, result: Mapping[str, Any]) -> None:
    """Write a result; the same result gives the same bytes."""
    content = (json.dumps(result, indent=1) + "\n").encode("utf-8")
    try:
        file.write_bytes(gzip.compress(content, mtime=0) if file.suffix == ".gz" else content)
    except OSError as problem:
        raise BadOption(f"{file} cannot be written: {problem.strerror}.") from problem
