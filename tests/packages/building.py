"""Builds the packages as a release does, and serves them from a local index."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
NOBODY = "http://127.0.0.1:9"  # where no registry answers


def build_sdist(out: Path) -> Path:
    """An sdist of this checkout."""
    return _build(ROOT, "sdist", out)


def build_wheel(sdist: Path, out: Path) -> Path:
    """A wheel from an unpacked sdist, with npm's registry out of reach and nothing of npm's beside it."""
    with tarfile.open(sdist) as packed:
        packed.extractall(out, filter="data")
    (root,) = (path for path in out.iterdir() if path.is_dir())
    return _build(root, "wheel", out, npm_config_registry=NOBODY, npm_config_cache=str(out / "npm"))


def build_requirements(root: Path) -> list[str]:
    """What building a wheel in a folder asks for, besides what pyproject.toml names."""
    asking = "import hatchling.build; print(*hatchling.build.get_requires_for_build_wheel(), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", asking], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.split()


def _build(root: Path, target: str, out: Path, **settings: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)
    (built,) = out.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return built


@contextmanager
def index(*files: Path, folder: Path) -> Iterator[str]:
    """A package index with these files of ours, on this machine; its address comes back."""
    home = folder / "simple" / "ziggurat"
    home.mkdir(parents=True)
    for file in files:
        (home / file.name).symlink_to(file)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/simple/"
        finally:
            server.shutdown()
            thread.join()


def registry() -> dict[str, str]:
    """For uv, where pip gets its packages on this machine: uv does not read pip's settings."""
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], check=False, capture_output=True, text=True
    )
    return {"UV_DEFAULT_INDEX": asked.stdout.strip()} if asked.returncode == 0 and asked.stdout.strip() else {}


def pins(folder: Path) -> Path:
    """The versions the tests run with: with others kernels would be compiled anew, and what came out today decide."""
    path = folder / "constraints.txt"
    installed = {f"{one.name}=={one.version}\n" for one in metadata.distributions() if one.name != "ziggurat"}
    path.write_text("".join(sorted(installed)))
    return path
