"""A simulated disk under the real SQLite: what was written and not synced may be lost when the power fails.

An SQLite VFS inside the library that Python's sqlite3 uses. Files lie in a folder in memory. Writes, truncations,
deletions and syncs are noted, so that what a crash leaves can be made from them; reads go to the file itself.
"""

from __future__ import annotations

import ctypes
import os
import random
import sqlite3  # loads the library
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

NAME = "simulated"  # of the VFS, in database URLs
OK, FULL, WRITE_ERROR, SYNC_ERROR = 0, 13, 778, 1034  # SQLite's codes
SECTOR = 512  # bytes that a disk writes completely or not at all

_Close = CFUNCTYPE(c_int, c_void_p)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)
_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class _Methods(Structure):
    """sqlite3_io_methods."""

    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p)),
        *(("sync", c_void_p), *((f"other{number}", c_void_p) for number in range(13))),
    )


class _File(Structure):
    """sqlite3_file."""

    _fields_ = (("methods", POINTER(_Methods)),)


class _Vfs(Structure):
    """sqlite3_vfs."""

    _fields_ = (
        *(("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p), ("name", c_char_p)),
        *(("data", c_void_p), ("open", c_void_p), ("delete", c_void_p)),
        *((f"other{number}", c_void_p) for number in range(16)),
    )


class Operation(NamedTuple):
    """Something that was done to a file and is not yet certain to survive."""

    kind: str  # write, truncate or delete
    file: str
    at: int
    data: bytes


class Disk:
    """The disk of a simulated machine: one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dead = False  # the machine has crashed: nothing reaches the disk any more
        self.fault: Callable[[str], int] | None = None  # called before each write and sync; returns SQLite's code
        self.syncs = 0
        self._durable = {
            path.name: bytearray(path.read_bytes())
            for path in sorted(folder.iterdir())
            if not path.name.endswith("-shm")
        }
        self._pending: list[Operation] = []
        _disks[str(folder)] = self

    def note(self, operation: Operation) -> None:
        """Note what was done to a file."""
        self._pending.append(operation)

    def check(self, kind: str) -> int:
        """Whether a write or sync succeeds now."""
        if self.dead:
            return WRITE_ERROR if kind == "write" else SYNC_ERROR
        return self.fault(kind) if self.fault is not None else OK

    def sync(self, file: str) -> None:
        """Make certain what was done to a file, and what was deleted before: file systems keep that order."""
        self.syncs += 1
        rest = []
        for operation in self._pending:
            if operation.file == file or operation.kind == "delete":
                _apply(self._durable, operation)
            else:
                rest.append(operation)
        self._pending = rest

    def leave(self, folder: Path, chance: random.Random, *, power: bool) -> None:
        """Write the files as a crash leaves them into a new folder.

        If the power fails, every operation since the last sync is kept, lost or torn. If only the process is killed,
        everything is kept.
        """
        files = {name: bytearray(data) for name, data in self._durable.items()}
        for operation in self._pending:
            fate = chance.random() if power else 0.0
            if fate < 0.4:
                _apply(files, operation)
            elif fate < 0.6 and operation.kind == "write" and len(operation.data) > SECTOR:
                sectors = chance.randrange(len(operation.data) // SECTOR + 1)
                _apply(files, operation._replace(data=operation.data[: sectors * SECTOR]))
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)

    def remove(self) -> None:
        """Delete the folder; its connections are closed."""
        del _disks[str(self.folder)]
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()


def _apply(files: dict[str, bytearray], operation: Operation) -> None:
    kind, name, at, data = operation
    if kind == "delete":
        files.pop(name, None)
        return
    content = files.setdefault(name, bytearray())
    if kind == "truncate":
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


_disks: dict[str, Disk] = {}  # by folder
_files: dict[int, tuple[Disk, str]] = {}  # open files, by address
_parts: list[Any] = []  # what SQLite keeps pointers to


def url(folder: Path, name: str) -> str:
    """The database URL of a file on a simulated disk."""
    _register()
    return f"sqlite:///file:{folder}/{name}?vfs={NAME}&uri=true"


@cache
def _register() -> None:
    """Add the VFS to SQLite: the standard one, with the functions below instead of some of its own."""
    library = _library()
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    real = library.sqlite3_vfs_find(None)
    address = ctypes.addressof(real.contents)
    open_file, delete_file = _Open(real.contents.open), _Delete(real.contents.delete)
    tables: dict[int, _Methods] = {}  # by the address of the real one

    def open_noted(_vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code: int = open_file(address, name, file, flags, out)
        handle = ctypes.cast(file, POINTER(_File)).contents
        if code != OK or not name or not handle.methods:
            return code
        path = ctypes.string_at(name).decode()
        disk = _disks.get(os.path.dirname(path))
        if disk is not None and not path.endswith("-shm"):
            key = ctypes.addressof(handle.methods.contents)
            if key not in tables:
                tables[key] = _noting(handle.methods)
            handle.methods = ctypes.pointer(tables[key])
            _files[file] = disk, os.path.basename(path)
        return code

    def delete_noted(_vfs: int, name: bytes, sync: int) -> int:
        folder, file = os.path.split(name.decode())
        disk = _disks.get(folder)
        if disk is not None:
            if disk.dead:
                return WRITE_ERROR
            disk.note(Operation("delete", file, 0, b""))
            if sync:
                disk.sync(file)
        code: int = delete_file(address, name, sync)
        return code

    vfs = _Vfs()
    ctypes.memmove(ctypes.byref(vfs), real, ctypes.sizeof(_Vfs))
    kept_open, kept_delete = _Open(open_noted), _Delete(delete_noted)
    vfs.name, vfs.next = NAME.encode(), None
    vfs.open, vfs.delete = (ctypes.cast(each, c_void_p).value for each in (kept_open, kept_delete))
    _parts.extend((vfs, kept_open, kept_delete, tables))
    if library.sqlite3_vfs_register(ctypes.byref(vfs), 0) != OK:
        raise RuntimeError("SQLite does not accept the simulated disk.")


def _noting(real: Any) -> _Methods:
    """The methods of a file, which record every change."""
    methods = _Methods()
    ctypes.memmove(ctypes.byref(methods), real, ctypes.sizeof(_Methods))
    close, write, truncate = _Close(methods.close), _Write(methods.write), _Truncate(methods.truncate)

    def close_noted(file: int) -> int:
        _files.pop(file, None)
        code: int = close(file)
        return code

    def write_noted(file: int, data: int, size: int, at: int) -> int:
        disk, name = _files[file]
        if code := disk.check("write"):
            return code
        disk.note(Operation("write", name, at, ctypes.string_at(data, size)))
        written: int = write(file, data, size, at)
        return written

    def truncate_noted(file: int, size: int) -> int:
        disk, name = _files[file]
        if disk.dead:
            return WRITE_ERROR
        disk.note(Operation("truncate", name, size, b""))
        code: int = truncate(file, size)
        return code

    def sync_noted(file: int, _flags: int) -> int:
        disk, name = _files[file]
        code = disk.check("sync")
        if code == OK:
            disk.sync(name)
        return code

    kept = (_Close(close_noted), _Write(write_noted), _Truncate(truncate_noted), _Sync(sync_noted))
    methods.close, methods.write, methods.truncate, methods.sync = (ctypes.cast(each, c_void_p).value for each in kept)
    _parts.extend((kept, close, write, truncate))
    return methods


def _library() -> Any:
    """The SQLite library that Python's sqlite3 uses; AttributeError if it hides its functions."""
    import _sqlite3

    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_libversion.restype = c_char_p
    if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        raise AttributeError("another SQLite is loaded")
    return library
