"""What parts of the server use of the process they run in.

Each part names what it needs, as a protocol made of these. `process.ServerProcess` has all of it, and only the
application and the routes know that class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

if TYPE_CHECKING:
    from ziggurat.server.bots.pool import Pool
    from ziggurat.server.bots.readiness import Readiness
    from ziggurat.server.runtime.messages import AnyMessage
    from ziggurat.server.runtime.peers import Peers
    from ziggurat.server.settings import Settings
    from ziggurat.server.storage.writer import Writer
    from ziggurat.server.study.replay_pool import ReplayPool
    from ziggurat.server.tables.live import LiveTable
    from ziggurat.server.tables.quotas import Quotas

P = ParamSpec("P")
T = TypeVar("T")


class HasSettings(Protocol):
    """The server's configuration."""

    settings: Settings


class Reads(Protocol):
    """Reads from the database."""

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read from the database in a thread."""


class Writes(Protocol):
    """Writes to the database."""

    writer: Writer


class Works(Protocol):
    """Runs functions that would block the event loop."""

    async def work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the worker thread."""


class Leads(Protocol):
    """Knows whether this process is the leader."""

    @property
    def leading(self) -> bool:
        """Whether this process is the leader."""


class KeepsTime(Protocol):
    """Knows the time by which match clocks run."""

    def served(self) -> int:
        """Served time, in milliseconds."""


class HasGames(Protocol):
    """Knows which games are compiled and loaded."""

    games: Readiness


class HasPool(Protocol):
    """The pool of bots."""

    pool: Pool


class HasQuotas(Protocol):
    """Who may use how much of the server."""

    quotas: Quotas


class HasReplayers(Protocol):
    """The processes that replay matches."""

    replayers: ReplayPool


class HasTables(Protocol):
    """The tables in memory."""

    tables: dict[str, LiveTable]

    async def table(self, table_id: str) -> LiveTable:
        """A table, loaded if necessary."""

    def unload(self, table: LiveTable) -> None:
        """Remove a table from memory, unless it is needed there."""

    async def table_changed(self, table_id: str) -> None:
        """Reload a table whose seats or status have changed."""


class Notifies(Protocol):
    """Sends messages to the other processes."""

    process: str
    peers: Peers

    def notify(self, message: AnyMessage) -> None:
        """Send a message to the other processes."""
