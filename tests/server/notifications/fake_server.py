"""The parts of a server process that sending needs."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import Engine

from ziggurat.server.settings import Settings
from ziggurat.server.tables.quotas import Quotas


class FakeServer:
    """Reads and writes a database, and remembers addresses."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine, self.settings, self.writer = engine, settings, self
        self.quotas = Quotas(settings, cast(Any, None))

    async def write(self, work: Any) -> Any:
        with self.engine.begin() as connection:
            return work(connection)

    async def read(self, work: Any, *args: Any) -> Any:
        with self.engine.connect() as connection:
            return work(connection, *args)
