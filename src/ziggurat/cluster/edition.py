"""The exact version of Ziggurat: all machines of a cluster must have the same, or results would differ."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import ziggurat

# What decides how games go. The server, the page and the terminal may differ.
PARTS = ("core", "games", "bots", "sim", "envs", "reviewing", "puzzles", "learn", "cluster")
ENDINGS = (".py", ".json", ".npz")


@functools.cache
def edition() -> str:
    """The version, and a fingerprint of the sources and networks."""
    root = Path(ziggurat.__file__).parent
    digest = hashlib.blake2b(digest_size=6)
    for part in PARTS:
        for path in sorted((root / part).rglob("*")):
            if path.suffix in ENDINGS:
                content = path.read_bytes()
                digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
                digest.update(content)
    return f"{ziggurat.__version__}, {digest.hexdigest()}"
