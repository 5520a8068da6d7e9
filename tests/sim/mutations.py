"""Safeguards of the server to remove one at a time: the simulator must notice each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from ziggurat.core.match import Match
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import Said
from ziggurat.server.runtime import coordinator
from ziggurat.server.runtime.coordinator import Coordinator
from ziggurat.server.storage import database, sqlite_appender
from ziggurat.server.storage.writer import Writer
from ziggurat.server.tables import frames, table_store
from ziggurat.server.tables.live import LiveTable
from ziggurat.server.tables.sitting import Sitting

Replace = Callable[[Any, str, Any], None]
ALL: dict[str, Callable[[Replace], None]] = {}


@contextmanager
def applied(name: str | None) -> Iterator[None]:
    """Run without a safeguard."""
    with ExitStack() as stack:
        if name is not None:
            ALL[name](lambda target, attribute, value: stack.enter_context(patch.object(target, attribute, value)))
        yield


def mutation(function: Callable[[Replace], None]) -> Callable[[Replace], None]:
    """Add a mutation, under its function's name."""
    ALL[function.__name__.replace("_", "-")] = function
    return function


async def _nothing(*_: Any, **__: Any) -> None:
    return None


# ------------------------------------------------------------------------------------------------------------ storing


@mutation
def reply_before_commit(replace: Replace) -> None:
    """Entries are acknowledged before they are on the disk."""
    write = Writer._write

    def write_later(self: Writer, jobs: Any) -> None:
        if all(isinstance(job.work, sqlite_appender.Append) for job in jobs):
            self._answer([(job, True) for job in jobs])
            self._loop.call_later(0.02, write, self, jobs)
        else:
            write(self, jobs)

    replace(Writer, "_write", write_later)


@mutation
def weaker_sync(replace: Replace) -> None:
    """A commit is not synced."""

    def prepare(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    replace(database, "_prepare_sqlite", prepare)


@mutation
def keep_table_after_failed_write(replace: Replace) -> None:
    """The table in memory is kept although the disk did not take its last entry."""
    replace(LiveTable, "_discard", lambda self: None)


@mutation
def refused_move_comes_back(replace: Replace) -> None:
    """A commit whose sync failed stays in SQLite's log."""
    replace(Writer, "_overwrite_failed_commit", lambda self: True)


@mutation
def chat_not_stored(replace: Replace) -> None:
    """Chat is only sent to those who are there."""
    store = ServerProcess.store_chat

    async def forget(self: Any, table_id: str, player: str, seat: int, message: Any) -> Any:
        line = await store(self, table_id, player, seat, message)
        if line is not None:
            await self.writer.write(lambda c: c.exec_driver_sql("DELETE FROM chat WHERE id = ?", (line.id,)))
        return line

    replace(ServerProcess, "store_chat", forget)


@mutation
def shutdown_drops_writes(replace: Replace) -> None:
    """A graceful shutdown does not write queued changes."""
    replace(Writer, "close", lambda self: self._end())


# ------------------------------------------------------------------------------------------------------------ tables


class _NoLock:
    """A lock that lets everybody in."""

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *_: Any) -> None:
        return None

    def locked(self) -> bool:
        return False


@mutation
def no_table_lock(replace: Replace) -> None:
    """Several requests change a table at once."""
    replace(asyncio, "Lock", _NoLock)


@mutation
def resends_not_recognised(replace: Replace) -> None:
    """A message that is sent again is played again."""
    apply = Sitting.apply

    def forget(self: Sitting, entry: Any) -> Any:
        rows = apply(self, entry)
        self.answers.clear()
        return rows

    replace(Sitting, "apply", forget)


@mutation
def no_resume(replace: Replace) -> None:
    """The leader does not start the bots and clocks of tables that nobody opens."""
    replace(Coordinator, "resume", _nothing)


@mutation
def undo_past_a_reveal(replace: Replace) -> None:
    """One may take back what has come to light."""

    def can_undo(self: Match) -> int:
        deciders = self.deciders()
        return next((at for at, seat in enumerate(reversed(deciders)) if seat != deciders[-1]), len(deciders))

    replace(Match, "can_undo", can_undo)


# ------------------------------------------------------------------------------------------------------------- clocks


@mutation
def downtime_not_counted(replace: Replace) -> None:
    """Clocks run while no server does."""
    close_gap = coordinator._close_gap

    def ignore(connection: Any, moment: int, frozen_at: int | None, **options: Any) -> Any:
        if frozen_at is not None:
            return close_gap(connection, moment, frozen_at, **options)
        downtime = coordinator._downtime(connection)
        return downtime, downtime

    replace(coordinator, "_close_gap", ignore)


@mutation
def deadline_not_stored(replace: Replace) -> None:
    """Nobody knows after a restart that a clock runs."""
    row_of = table_store.row_of
    replace(table_store, "row_of", lambda sitting, now: {**row_of(sitting, now), "deadline": None})


@mutation
def clock_set_back_not_noticed(replace: Replace) -> None:
    """Clocks follow the machine's, whatever it does."""
    replace(Coordinator, "_freeze", lambda self: None)


# ------------------------------------------------------------------------------------------------------------ secrets


@mutation
def redaction_skipped(replace: Replace) -> None:
    """The view in one kind of message is of the whole truth."""
    replace(frames, "_view", lambda match, seat: match.game.view(match.record(), seat, frames._encoded))


@mutation
def spectators_read_all_chat(replace: Replace) -> None:
    """Players and spectators read each other's chat."""

    def broadcast(self: LiveTable, line: Any, player: str) -> None:
        message = msgspec.json.encode(Said(line))
        for subscriber in self.listeners():
            subscriber.push(message)

    replace(LiveTable, "broadcast_chat", broadcast)


@mutation
def welcome_not_first(replace: Replace) -> None:
    """Messages are broadcast to sockets that have not been sent the table yet."""
    replace(LiveTable, "listeners", lambda self: list(self.subscribers))
