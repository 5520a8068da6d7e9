"""Passwords are hashed one at a time, in an order that is fair between addresses."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tests.looping import run
from ziggurat.server.accounts import identity
from ziggurat.server.accounts.passwords import Passwords
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import Asker


def test_one_address_does_not_block_the_logins_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    order: list[str] = []

    def hash_slowly(password: str) -> str:
        free.wait(60)
        order.append(password)
        return password

    monkeypatch.setattr(identity, "hash_password", hash_slowly)

    async def scene() -> None:
        passwords = Passwords()
        flood = [asyncio.create_task(passwords.hash(f"flood {n}", asker=Asker("192.0.2.1"))) for n in range(100)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(passwords.hash(f"other {n}", asker=Asker(f"192.0.2.{n}"))) for n in range(10, 25)]
        await asyncio.sleep(0)
        free.set()
        assert await asyncio.gather(*others) == [f"other {n}" for n in range(10, 25)]
        answers = await asyncio.gather(*flood, return_exceptions=True)
        passwords.close()
        refused = [answer for answer in answers if isinstance(answer, TooMuch)]
        assert len(refused) > 80

    run(scene())
    assert order[0] == "flood 0"
    assert all(password.startswith("other") for password in order[1:16])
