"""The kernel cache: a folder with one file for each kernel and the types it is called with.

A file's name says what is in it: the kernel's fingerprint, the types, the versions of what compiled it and the
processor it is for (see `ziggurat.core.compile.compiler`). So versions, checkouts, users and processors can share a
folder; a file is right or it is not there, and one that is damaged is made again.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("ziggurat.cache")

ENDING = ".kernel"
HEAD = b"ziggurat kernel 1\n"
CHECK = 32  # bytes of checksum after the head
DAY = 86_400.0
UNUSED = 30 * DAY  # what nobody has loaded for so long is removed
MOST = 1 << 30  # bytes; above it the longest unused are removed, but nothing that was used within a day
EARLIER = re.compile(r"[0-9a-f]{20}")  # folders of versions that had one for each state of the sources


def chosen_root() -> Path | None:
    """The preferred cache folder: $ZIGGURAT_CACHE, or one in the user's cache folder; None without a user."""
    if chosen := os.environ.get("ZIGGURAT_CACHE"):
        return Path(chosen).absolute()
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # no $HOME, and nobody by this number in the list of users
        return None
    return base.absolute() / "ziggurat" / "kernels"


def spare_root() -> Path:
    """The fallback: a folder of this user among the temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else "me"
    return Path(tempfile.gettempdir()) / f"ziggurat-kernels-{user}"


@functools.cache
def cache_directory() -> Path | None:
    """The cache folder, created if needed; None if no folder can be written to."""
    wanted = chosen_root()
    problem = "there is no home folder" if wanted is None else _why_not(wanted)
    if problem is None:
        return wanted
    with suppress(OSError):  # even the folder of temporary files may be missing
        spare = spare_root()
        if _why_not(spare, private=True) is None:
            log.warning("Compiled kernels are kept in %s, because %s.", spare, problem)
            return spare
    log.warning("Compiled kernels are kept for this run only, because %s.", problem)
    return None


def choose_quietly() -> None:
    """Choose the folder without a warning: the parent process has given it already."""
    log.disabled = True
    try:
        cache_directory()
    finally:
        log.disabled = False


def folders() -> list[Path]:
    """The folders to read from: the one that is written to, and the preferred one even if it is read-only."""
    wanted = [cache_directory(), chosen_root()]
    return list(dict.fromkeys(path for path in wanted if path is not None))


def _why_not(folder: Path, *, private: bool = False) -> str | None:
    """Why a folder cannot be written to, as the end of a sentence; None if it can.

    A private one among the temporary files must be this user's alone: others could put their own code into it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o777)
        if private and hasattr(os, "getuid"):
            status = folder.lstat()
            if status.st_uid != os.getuid() or status.st_mode & 0o077:
                return f"{folder} belongs to somebody else"
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as problem:
        return f"{folder} cannot be written to ({problem.strerror})"
    return None


_noted: set[str] | None = None  # the names that are read or written, while somebody wants to know


@contextmanager
def noted() -> Iterator[set[str]]:
    """Collects the names of all entries that are read and written inside the block."""
    global _noted
    names: set[str] = set()
    _noted = names
    try:
        yield names
    finally:
        _noted = None


def has(name: str) -> bool:
    """Whether the cache has an entry of this name."""
    return any((folder / f"{name}{ENDING}").exists() for folder in folders())


def read(name: str) -> bytes | None:
    """The entry of this name; None if there is none, or if it is damaged (which is logged)."""
    for folder in folders():
        path = folder / f"{name}{ENDING}"
        try:
            held = path.read_bytes()
        except OSError:
            continue
        content = held[len(HEAD) + CHECK :]
        if held[: len(HEAD) + CHECK] == _head(name, content):
            _note_use(path)
            if _noted is not None:
                _noted.add(name)
            return content
        log.warning("%s is damaged or not ours; making it again.", path)
    return None


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold a lock on an entry that does not exist yet, across threads and processes.

    Whoever comes second waits, and then finds it made. A lock dies with the process that has it. Where there are no
    locks (Windows, some network folders) everybody makes it, which costs time and nothing else.
    """
    folder = cache_directory()
    if fcntl is None or folder is None or has(name):
        yield
        return
    path = folder / f"{name}.lock"
    with ExitStack() as held:
        with suppress(OSError):
            file = held.enter_context(open(path, "ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
            held.callback(path.unlink, missing_ok=True)  # one who waits for a removed lock makes it twice, at worst
        yield


def write(name: str, content: bytes) -> None:
    """Write an entry atomically; a failure is logged."""
    folder = cache_directory()
    if folder is None:
        return
    _prune_daily(folder)
    unfinished = folder / f"{name}.{secrets.token_hex(8)}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)  # somebody may have emptied the cache meanwhile
        with open(unfinished, "xb") as file:
            file.write(_head(name, content))
            file.write(content)
        os.replace(unfinished, folder / f"{name}{ENDING}")
        if _noted is not None:
            _noted.add(name)
    except OSError as problem:
        _say_once(f"A compiled kernel could not be kept in {folder} ({problem.strerror}), so it is used once.")
        with suppress(OSError):
            unfinished.unlink()


def _head(name: str, content: bytes) -> bytes:
    """The header of a file. It contains the name, so that a renamed file is not accepted."""
    return (
        HEAD
        + hashlib.blake2b(
            content, digest_size=CHECK, salt=hashlib.md5(name.encode(), usedforsecurity=False).digest()
        ).digest()
    )


@functools.cache
def _say_once(sentence: str) -> None:
    log.warning("%s", sentence)


def _note_use(path: Path) -> None:
    """Set a file's time to now, at most once a day."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - DAY:
            os.utime(path)


def _prune_daily(folder: Path) -> None:
    """Prune the cache at most once a day."""
    mark = folder / "pruned"
    with suppress(OSError):
        if mark.exists() and mark.stat().st_mtime > time.time() - DAY:
            return
        mark.touch()
        prune(folder)


def prune(folder: Path, most: int = MOST) -> None:
    """Remove entries that were not used for a month and, if the cache is too large, the least recently used.

    What was used within a day stays, whatever its size: machines of many kinds that share a home must not throw away
    each other's work.
    """
    now = time.time()
    entries: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with suppress(OSError):  # another process may be faster
            status = path.stat()
            age = now - status.st_mtime
            if path.is_dir():
                if EARLIER.fullmatch(path.name) and age > UNUSED:
                    shutil.rmtree(path, ignore_errors=True)
            elif path.suffix == ENDING and age < UNUSED:
                entries.append((age, status.st_size, path))
            elif age > (DAY if path.suffix == ".part" else UNUSED):
                path.unlink()
    total = sum(size for _, size, _ in entries)
    for age, size, path in sorted(entries, reverse=True):
        if total <= most or age < DAY:
            return
        with suppress(OSError):
            path.unlink()
        total -= size
