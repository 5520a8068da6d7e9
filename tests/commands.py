"""Runs the command `ziggurat` and returns its output."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile

from tests.template import Copy, is_current


def call(*arguments: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command; returns its exit status and output."""
    if not is_current():
        command = [sys.executable, "-m", "ziggurat", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, input=stdin)
    with ExitStack() as files:
        given, out, error = (files.enter_context(TemporaryFile("w+", encoding="utf-8")) for _ in range(3))
        given.write(stdin)
        given.seek(0)
        copy = Copy([*arguments], {}, into=given.fileno(), out=out.fileno(), error=error.fileno(), folder=cwd)
        status = copy.wait()
        out.seek(0)
        error.seek(0)
        return subprocess.CompletedProcess([*arguments], status, out.read(), error.read())
