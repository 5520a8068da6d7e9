"""Where compiled kernels are kept between runs.

Numba's own cache does not notice that a kernel in *another* file has changed. So each set of kernel sources gets a
directory of its own, named after a hash of all of them, the Numba version and this machine's processor.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_ROOMS = ("core", "games", "sim", "bots", "envs")
KERNEL_FILES = (".py", ".txt", ".json")
KEPT = 4  # directories of other versions that survive, newest first: switching branches stays warm


def cache_root() -> Path:
    """The folder all kernel caches live in: $ZIGGURAT_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("ZIGGURAT_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "ziggurat" / "kernels"


def processor() -> str:
    """A name for this processor, precise enough that machine code made here runs wherever the name is the same."""
    import llvmlite.binding as llvm  # imported late: it comes with Numba, which is slow to load

    return f"{platform.machine()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@functools.cache
def cache_directory() -> Path:
    """This version's cache directory, made if need be; caches of long-gone versions are removed on the way."""
    digest = hashlib.blake2b(digest_size=10)
    for room in KERNEL_ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            if path.suffix in KERNEL_FILES:
                digest.update(path.relative_to(PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
    digest.update(f"{version('numba')} {version('numpy')} {sys.version} {PACKAGE} {processor()}".encode())
    directory = cache_root() / digest.hexdigest()
    if not directory.exists():
        prune(cache_root())
        directory.mkdir(parents=True, exist_ok=True)
    return directory


def prune(root: Path, keep: int = KEPT) -> None:
    """Remove all but the newest `keep` cache directories."""
    if not root.is_dir():
        return
    old = sorted(
        (path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime, reverse=True
    )
    for path in old[keep:]:
        shutil.rmtree(path, ignore_errors=True)
