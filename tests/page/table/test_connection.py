"""Reloading the page and losing the server in the middle of a turn."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import Player, Visitor, sees, until
from tests.page.conftest import until_ready
from tests.server.serving import Server, serving

TOKENS = "document.querySelector('[data-decisions]').dataset.decisions"


def place_one(player: Player) -> None:
    """Put a first token down, so that the turn is half over."""
    player.wait("deciding")
    player.decide()


@pytest.mark.long
def test_reload_in_the_middle_of_a_turn(visit) -> None:  # type: ignore[no-untyped-def]
    visitor = visit()
    visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
    player = Player(visitor)
    place_one(player)
    player.wait("deciding")
    before = visitor.page.evaluate(TOKENS)
    visitor.page.reload()
    player.wait("deciding")
    until(visitor.page, f"{TOKENS} === '{before}'")
    visitor.page.get_by_role("button", name="Undo").click()
    until(visitor.page, f"{TOKENS} === '{int(before) - 1}'")


@pytest.mark.long
def test_no_move_is_lost_when_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(database) as first:
        until_ready(first.url)
        visitor = Visitor(browser, first.url)
        visitor.open(f"/table/{visitor.new_table('babylonia', 'random', seed=3)}")
        player = Player(visitor)
        place_one(player)
        player.wait("deciding")
        before = visitor.page.evaluate(TOKENS)
        first.kill()
        player.wait("lost")
        sees(visitor.page, "connection")  # it says so, in place
        again = Server(database, port=first.port)
        try:
            player.wait("deciding")
            until(visitor.page, f"{TOKENS} === '{before}'")
            player.decide()
            player.wait("deciding")
            visitor.close()
        finally:
            again.stop()


def test_move_made_offline_is_sent_once_after_reconnecting(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(database) as first:
        until_ready(first.url)
        visitor = Visitor(browser, first.url)
        table = visitor.new_table("babylonia", "random", seed=3, pace={"kind": "clock", "base": 600_000})
        visitor.open(f"/table/{table}")
        player = Player(visitor)
        place_one(player)
        player.wait("deciding")
        first.kill()
        player.wait("lost")
        sees(visitor.page, "Your move will be sent when you are back online")
        expect(visitor.page.locator(".clock.unknown")).to_have_count(1)  # it does not claim to know
        while places := player.alive():  # until nothing looks live
            player.click(places[0])
        sees(visitor.page, "Your move will be sent as soon as you are back online")
        again = Server(database, port=first.port)
        try:
            until(visitor.page, f"{TOKENS} >= 2")
            player.wait("deciding")
            own_decisions = [
                told["decisions"] for told in visitor.heard if told["type"] == "changed" and told["seat"] == 0
            ]
            assert own_decisions == [1, 2]
            expect(visitor.page.locator(".clock.unknown")).to_have_count(0)
            visitor.close()
        finally:
            again.stop()


@contextmanager
def proxy_without_websockets(server: Server) -> Iterator[str]:
    """A proxy that passes requests on one by one, without their `Upgrade`, as some do by default."""

    class Proxy(BaseHTTPRequestHandler):
        def _pass_on(self) -> None:
            taken = ("cookie", "content-type", "accept")
            headers = {name: value for name, value in self.headers.items() if name.lower() in taken}
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            answer = httpx.request(self.command, f"{server.url}{self.path}", headers=headers, content=body, timeout=60)
            self.send_response(answer.status_code)
            for name, value in answer.headers.multi_items():
                if name in ("content-type", "set-cookie"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.content)

        do_GET = do_POST = do_PATCH = _pass_on  # noqa: N815 - the library calls them so

        def log_message(self, *_: Any) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


@pytest.mark.long
def test_proxy_without_websockets_is_said(browser: Browser, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log, serving(f"sqlite:///{tmp_path}/z.db", log=log) as server:
        until_ready(server.url)
        with proxy_without_websockets(server) as address:
            visitor = Visitor(browser, address)
            table = visitor.new_table("babel", "random", seed=3)
            visitor.open(f"/table/{table}")
            sees(visitor.page, "A proxy or firewall on the way may block WebSockets")
            visitor.page.goto("about:blank")
        visitor.url = server.url
        visitor.open(f"{server.url}/table/{table}")  # nothing is lost
        Player(visitor).wait("deciding")
        visitor.close()
    lines = (tmp_path / "log").read_bytes().splitlines()
    assert len([line for line in lines if b"the proxy blocks them" in line]) == 1
