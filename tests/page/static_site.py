"""The page as static files, and how anybody would serve them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

import ziggurat
from tests.patience import PATIENCE
from tests.server.postgres import free_port

SITE = Path(ziggurat.__file__).parents[2] / "build" / "play"


def build_site() -> None:
    """`make site`, where something has changed."""
    built = subprocess.run([sys.executable, "web/build.py", "--site"], cwd=SITE.parents[1], check=False)
    assert built.returncode == 0


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """`python -m http.server`, as anybody would start it."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(int(PATIENCE * 20)):
                try:
                    httpx.get(url, timeout=PATIENCE)
                    break
                except httpx.ConnectError:
                    process.poll()
            yield url
        finally:
            process.terminate()
