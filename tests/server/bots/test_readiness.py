"""A server with an empty cache answers at once, and plays once the games are compiled."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import ziggurat
from tests.patience import PATIENCE
from tests.server.serving import Person, Server, serving
from ziggurat.bots import LEVELS


def test_games_describe_themselves(server: Server) -> None:
    host = Person(server)
    host.open_table("me", "random")  # waits until the game is loaded
    cards = {card["name"]: card for card in host.ask("GET", "/api/games")}
    assert cards["babylonia"]["ready"] is True
    assert cards["ur"]["seat_notes"] == {"2": "a house variant: the published game is for 3 or 4"}
    for card in cards.values():
        assert [level["name"] for level in card["levels"]] == list(LEVELS)
        assert all(level["text"] for level in card["levels"])
        assert card["bots"] == [*LEVELS, "random", "greedy", "search"]


@pytest.fixture
def two_cores() -> Iterator[None]:
    """Limits new processes to two cores, as on a small machine."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:2])
    yield
    os.sched_setaffinity(0, before)


@pytest.mark.long
@pytest.mark.usefixtures("two_cores")
def test_an_empty_cache_is_filled_while_the_server_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/ziggurat.db"
    with serving(url) as server:
        host = Person(server)
        table = host.open_table("me", "random", game="babel")
        host.join(table).close()
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path / "cache"))
    with serving(url) as server:
        host.move_to(server)
        cards = host.ask("GET", "/api/games")
        names = ziggurat.game_names()
        assert [card["ready"] for card in cards] == [False] * len(names)
        assert [card["ahead"] for card in cards] == list(range(len(names)))  # one after the other
        status, reason = host.refused("POST", "/api/tables", {"game": "babel", "seats": [{"who": "me"}] * 1})
        assert status == 400  # what cannot be is said first
        wish = {"game": "babel", "seats": [{"who": "me"}, {"who": "random"}]}
        status, reason = host.refused("POST", "/api/tables", wish)
        assert status == 503
        assert reason == "Babel is being compiled (first start only); try again in a minute."
        ahead = {card["name"]: card["ahead"] for card in host.ask("GET", "/api/games")}
        assert ahead["babel"] == 1  # the one asked for is the next
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws{server.url[4:]}/api/tables/{table}/live", open_timeout=PATIENCE),
        ):
            pass
        assert refused.value.response.status_code == 503
        assert b"being compiled" in (refused.value.response.body or b"")
        deadline = time.monotonic() + 900
        ready: list[str] = []
        while "babel" not in ready and time.monotonic() < deadline:
            time.sleep(0.5)  # asked over HTTP: there is nothing to wait on
            ready = [card["name"] for card in host.ask("GET", "/api/games") if card["ready"]]
        assert "babel" in ready
        assert set(ready) <= {names[0], "babel"}  # the first was begun; the one asked for came next
        chair = host.join(table)
        assert chair.seat == 0
        assert host.open_table("me", "random", game="babel")
