"""A folder of backups: one more each time, the oldest deleted, and a warning when the last good one is too old."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Engine, func, make_url, select

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import HasSettings, Leads, Reads
from ziggurat.server.settings import Settings
from ziggurat.server.storage import backup, database, schema

log = logging.getLogger("ziggurat.backup")
HOUR = 3_600_000  # milliseconds
MINUTE = 60_000  # milliseconds
RETRY = 3600.0  # seconds after a failed backup, if they are made in a loop
CHECK_EVERY = 3600.0  # seconds between two looks at the age of the last backup
_NAME = re.compile(r"ziggurat-\d{4}-\d\d-\d\d-\d{6}\.db")
_LEFT = re.compile(r"\.?ziggurat-\d{4}-\d\d-\d\d-\d{6}\.db\.part.*")


class Rotated(NamedTuple):
    """What one run has done."""

    file: Path
    rows: int
    deleted: list[Path]


def default_folder(settings: Settings) -> Path:
    """Where backups go: the setting, or `backups` next to the SQLite file."""
    if settings.backups:
        return Path(settings.backups)
    if settings.is_sqlite:
        return Path(str(make_url(settings.database).database)).parent / "backups"
    return Path("backups")


def kept(folder: Path) -> list[Path]:
    """The backups in a folder, the oldest first. Other files are left alone."""
    return sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name)) if folder.is_dir() else []


def rotate(source: Engine, folder: Path, keep: int) -> Rotated:
    """Write one more backup, checked, into a folder; then delete the oldest beyond `keep`.

    If it fails, nothing is deleted.
    """
    if keep < 1:
        raise BadOption("Keep at least one backup.")
    with _alone_in(folder):
        for left in [path for path in folder.iterdir() if _LEFT.fullmatch(path.name) and path.is_file()]:
            left.unlink(missing_ok=True)  # of a run that was killed
        file = folder / f"ziggurat-{datetime.fromtimestamp(now() / 1000, UTC):%Y-%m-%d-%H%M%S}.db"
        rows = backup.backup(source, file)
        earlier = [path for path in kept(folder) if path != file]  # by a clock that was wrong, a name may be later
        old = earlier[: max(0, len(earlier) + 1 - keep)]
        for path in old:
            path.unlink(missing_ok=True)
        return Rotated(file, rows, old)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Create the folder, and let no other run use it."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        handle = (folder / ".lock").open("ab")
    except FileNotFoundError:
        raise BadOption(f"{folder} cannot be created: there is no folder {folder.parent.absolute()}.") from None
    except OSError as problem:
        raise BadOption(f"Backups cannot be written into {folder}: {problem.strerror}.") from None
    with handle:
        try:
            database.lock_file(handle)
        except OSError:
            raise BadOption(f"Another backup is being written into {folder}; wait until it is done.") from None
        yield


def repeat(
    source: Engine, folder: Path, keep: int, hours: float, say: Callable[[str], None], sleep: Callable[[float], None]
) -> None:
    """Write a backup whenever the last good one is so many hours old, for ever; a failure is tried again."""
    while True:
        with source.connect() as connection:
            last = last_backup(connection)
        wait = 0.0 if last is None or _is_to_come(last) else (last + hours * HOUR - now()) / 1000
        if wait > 0:
            sleep(wait)
            continue
        try:
            done = rotate(source, folder, keep)
            say(f"{done.rows} rows saved in {done.file}.")
        except ZigguratError as problem:
            say(f"{problem} It is tried again.")
            sleep(min(RETRY, hours * 3600))


# ------------------------------------------------------------------------------------------------- how old the last is


def last_backup(connection: Connection) -> int | None:
    """When the last good backup began, in milliseconds since 1970; None if there was none."""
    last: int | None = connection.execute(select(schema.service.c.backed_up)).scalar_one_or_none()
    return last


def first_arrival(connection: Connection) -> int | None:
    """When the first player came; None if nobody has."""
    first: int | None = connection.execute(select(func.min(schema.players.c.created))).scalar_one()
    return first


def backup_warning(last: int | None, first: int | None, hours: float) -> str | None:
    """One sentence if the last good backup is older than this; None if it is not, or for 0 hours.

    `first` is since when there is something to back up.
    """
    if last is not None and _is_to_come(last) and hours:
        return "The last good backup is from a time to come: this machine's clock was wrong then, or is wrong now."
    since = first if last is None else last
    if since is None or not hours or now() - since <= hours * HOUR:
        return None
    if last is None:
        return "There is no backup yet: run `ziggurat backup --keep 14` every day."
    return f"The last good backup is {_in_words(now() - last)} old."


def _is_to_come(last: int) -> bool:
    """Whether the clock was wrong when the last backup was made, or is now."""
    return last > now() + MINUTE


def _in_words(age: int) -> str:
    hours = age // HOUR
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"


class WatchingServer(HasSettings, Leads, Reads, Protocol):
    """What the watch uses of the server process."""


class BackupWatch(PeriodicJob[WatchingServer]):
    """Warns in the log while the last good backup is too old."""

    interval = CHECK_EVERY
    leader_only = False

    def __init__(self, server: WatchingServer) -> None:
        super().__init__(server)
        self._first: int | None = None  # not read at each health check: it takes longer with every player

    async def warning(self) -> str | None:
        """The warning of this moment; raises `Unreachable` if the database cannot be read."""
        last = await self._server.read(last_backup)
        return backup_warning(last, self._first, self._server.settings.backup_hours)

    async def run_once(self) -> None:
        """Look once."""
        self._first = await self._server.read(first_arrival)
        if warning := await self.warning():
            log.warning("%s", warning)
