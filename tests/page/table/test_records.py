"""Once our Python is loaded the page makes its views itself; whatever goes wrong, the server makes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket

from tests.cases import every_game
from tests.page.browsing import Player, Visitor, becomes

Visit = Callable[..., Visitor]
SMALL = 1000  # bytes of a message about a decision
# What the page asks its worker for is lost once `window.deaf` is set.
DEAF = """
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
        if (!(window.deaf && message.do === 'view')) post.call(this, message, ...more);
    };
"""


class Wire:
    """What comes and goes on the sockets of a page's table."""

    def __init__(self, page: Page) -> None:
        self.addresses: list[str] = []
        self.heard: list[str] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/api/tables/" not in socket.url:
            return
        self.addresses.append(socket.url)
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def about_the_match(self) -> list[dict[str, Any]]:
        return [message for message in map(json.loads, self.heard) if message["type"] in ("welcome", "changed")]

    def last(self) -> str:
        """What the last message about the match has."""
        message = self.about_the_match()[-1]
        return "record" if "record" in message else "view"


def at_a_table(visit: Visit, game: str) -> tuple[Visitor, Wire, str]:
    """A visitor at a running table whose page makes the views."""
    visitor = visit()
    visitor.context.add_init_script(DEAF)
    wire = Wire(visitor.page)
    table = visitor.new_table(game, "random")
    visitor.open(f"/table/{table}")
    Player(visitor).wait("deciding", "waiting", "over")
    assert wire.last() == "view"  # nothing of it is loaded before the table is there
    becomes(visitor.page, wire.last, "record")
    return visitor, wire, table


@pytest.mark.parametrize("game", every_game())
def test_the_page_makes_views_itself(visit: Visit, game: str) -> None:
    visitor, wire, _ = at_a_table(visit, game)
    page, begun = visitor.page, len(wire.heard)
    Player(visitor).play(6)
    changes = [text for text in wire.heard[begun:] if json.loads(text)["type"] == "changed"]
    assert len(changes) >= 6
    assert all("record" in json.loads(text) for text in changes)
    assert max(map(len, changes)) < SMALL
    visitor.context.set_offline(True)
    visitor.context.set_offline(False)
    becomes(page, lambda: len(wire.addresses), 2)
    assert "build=" in wire.addresses[1]


def test_a_worker_that_says_nothing_is_replaced_by_the_server(visit: Visit) -> None:
    visitor, wire, _ = at_a_table(visit, "ur")
    visitor.page.evaluate("window.deaf = true")
    Player(visitor).play(1)  # it is shown, although a little late
    assert wire.last() == "view"
    assert wire.addresses[-1].endswith("build=")
    Player(visitor).play(2)
    assert wire.last() == "view"


def test_without_the_files_of_the_device_the_server_makes_the_views(visit: Visit) -> None:
    visitor = visit()
    wire, asked = Wire(visitor.page), list[str]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    visitor.page.route("**/assets/device/*", refuse)
    table = visitor.new_table("ur", "random")
    visitor.open(f"/table/{table}")
    Player(visitor).wait("deciding", "waiting")
    becomes(visitor.page, lambda: bool(asked), wanted=True)
    Player(visitor).play(2)
    assert wire.last() == "view"
    visitor.complaints.clear()  # of the browser about missing files
