"""A program that plays: it takes a seat at a table and plays random moves to the end.

    python examples/client.py http://127.0.0.1:8000 TABLE [TOKEN]

Needs `websockets` and nothing else. Replace `choose` and it is your bot.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import uuid
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(view: dict[str, Any], choices: list[dict[str, Any]]) -> int:
    """Your idea of a good move goes here; `view` is what your seat sees, `choices` what it may do."""
    return int(random.choice(choices)["action"])


async def main(server: str, table: str, token: str = "") -> None:
    """Sit down, play to the end, and say how it ended."""
    cookies = CookieJar()
    browser = build_opener(HTTPCookieProcessor(cookies))
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if not token:
        browser.open(f"{server}/api/me")  # become a guest
    seat = Request(f"{server}/api/tables/{table}/sit", b"{}", {"Content-Type": "application/json", **headers})
    browser.open(seat)
    headers |= {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)} if cookies else {}
    pending: dict[str, Any] | None = None  # without an answer: sent again after a lost connection, it counts once
    async for socket in connect(f"ws{server[4:]}/api/tables/{table}/live?views=turn", additional_headers=headers):
        try:
            if pending:
                await socket.send(json.dumps(pending))
            async for text in socket:
                message = json.loads(text)
                if message.get("id") == (pending or {}).get("id"):
                    pending = None
                if message.get("result"):
                    print("over:", message["result"])
                    return
                view = message.get("view") or {}
                if view.get("choices") and not pending:
                    move = choose(view, view["choices"])
                    pending = {"type": "play", "id": uuid.uuid4().hex, "version": message["version"], "move": move}
                    await socket.send(json.dumps(pending))
        except ConnectionClosed:
            continue


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))  # noqa: TID251 - a program, not a test
