"""Messages of PostgreSQL to those who listen."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import psycopg
import pytest

from tests.looping import run
from ziggurat.server.storage import database


async def _hear(url: str) -> None:
    engine = database.connect(url)
    dsn = database.dsn(engine)
    engine.dispose()
    listening, speaking = [await database.open_async_connection(dsn) for _ in range(2)]
    heard: list[str] = []

    async def say(text: str) -> None:
        await speaking.execute("SELECT pg_notify('news', %s)", [text])

    async with listening, speaking, aclosing(database.notifications(listening)) as notifications:
        await listening.execute("LISTEN news")
        await say("before")
        await listening.execute("SELECT 1")  # whose answer brings it along
        await say("between")
        heard += [(await anext(notifications)).payload for _ in range(2)]
        for text in ("while it waits", "", "naïve “quotes”"):
            waiting = asyncio.ensure_future(anext(notifications))
            await asyncio.sleep(0)
            await say(text)
            heard.append((await waiting).payload)
        assert heard == ["before", "between", "while it waits", "", "naïve “quotes”"]
        await speaking.execute("SELECT pg_terminate_backend(%s)", [listening.info.backend_pid])
        with pytest.raises(psycopg.OperationalError):
            await anext(notifications)


def test_all_notifications_are_received_until_the_connection_ends(postgres_url: str) -> None:
    run(_hear(postgres_url))


def test_waiting_for_notifications_wakes_nobody_up(postgres_url: str) -> None:
    """Nothing happens in the event loop but what the test itself does."""

    async def wait() -> int:
        engine = database.connect(postgres_url)
        dsn = database.dsn(engine)
        engine.dispose()
        loop = asyncio.get_running_loop()
        listening = await database.open_async_connection(dsn)
        async with listening, aclosing(database.notifications(listening)) as notifications:
            waiting = asyncio.ensure_future(anext(notifications))
            await asyncio.sleep(0.1)
            looks, select = 0, loop._selector.select  # type: ignore[attr-defined]

            def look(timeout: float | None) -> object:
                nonlocal looks
                looks += 1
                return select(timeout)

            loop._selector.select = look  # type: ignore[attr-defined]
            await asyncio.sleep(0.5)
            loop._selector.select = select  # type: ignore[attr-defined]
            waiting.cancel()
            await asyncio.wait([waiting])
        return looks

    assert run(wait()) <= 3
